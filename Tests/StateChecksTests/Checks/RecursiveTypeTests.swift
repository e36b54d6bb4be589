import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct RecursiveTypeTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.typeRecursive)
  }

  @Test(arguments: [
    (
      "an optional",
      #"""
      { "state": "S", "format": 1,
        "types": { "⟦Node⟧": { "record": { "next": "Node?" } } },
        "inputs": { "n": "int" },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
      """#,
      "`Node` contains itself without a list or map"
    ),
    (
      "a union",
      #"""
      { "state": "S", "format": 1,
        "types": { "⟦Tree⟧": { "union": { "leaf": {}, "node": { "left": "Tree" } } } },
        "inputs": { "n": "int" },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
      """#,
      "`Tree` contains itself without a list or map"
    ),
    (
      "two types",
      #"""
      { "state": "S", "format": 1,
        "types": { "⟦A⟧": { "record": { "b": "B" } }, "B": { "record": { "a": "A?" } } },
        "inputs": { "n": "int" },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
      """#,
      "`A` -> `B` -> `A` contain each other without a list or map"
    ),
    (
      "through a generic type",
      #"""
      { "state": "S", "format": 1,
        "types": { "⟦Node⟧": { "record": { "next": "Box<Node>" } }, "Box<T>": { "record": { "x": "T" } } },
        "inputs": { "n": "int" },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
      """#,
      "`Node` contains itself without a list or map"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.typeRecursive)
  }

  private static func growing(_ types: String) -> String {
    #"""
    { "state": "S", "format": 1, "types": { \#(types) },
      "inputs": { "n": "int" },
      "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
    """#
  }

  @Test(arguments: [
    (
      #""Node<T>": { "record": { "value": "T", "children": "⟦[Node<[T]>]⟧" } }"#,
      "this leads to a type of more than 140 parts"
    ),
    (
      #""A<T>": { "union": { "none": {}, "some": { "b": "⟦[B<T?>]⟧" } } }, "#
        + #""B<T>": { "record": { "list": "[A<[T]>]" } }"#,
      "this leads to a type of more than 140 parts"
    ),
    (
      #""P<A, B>": { "record": { "a": "A", "b": "B" } }, "G0<T>": { "record": { "a": "⟦G1<P<T, T>>⟧" } }, "#
        + (1..<40).map { #""G\#($0)<T>": { "record": { "a": "G\#($0 + 1)<P<T, T>>" } }"# }
        .joined(separator: ", ") + #", "G40<T>": { "record": { "a": "T" } }"#,
      "this leads to a type of more than 140 parts"
    ),
    (
      #""G0<T>": { "record": { "a": "⟦G1<[T]>⟧", "b": "G1<[int: T]>" } }, "#
        + (1..<40).map {
          #""G\#($0)<T>": { "record": { "a": "G\#($0 + 1)<[T]>", "b": "G\#($0 + 1)<[int: T]>" } }"#
        }
        .joined(separator: ", ") + #", "G40<T>": { "record": { "a": "T" } }"#,
      "this leads to more than 5000 types with arguments"
    ),
  ])
  func `a type that leads to types without end is an error`(types: String, message: String) {
    check(Self.growing(types), says: message, RuleID.shapeWrongType)
  }

  @Test(arguments: [
    #""Node<T>": { "record": { "value": "T", "children": "[Node<T>]" } }"#,
    #""P<A, B>": { "record": { "a": "A", "more": "[P<B, A>]" } }"#,
    #""Box<T>": { "record": { "x": "T" } }, "Tree": { "record": { "of": "[Box<[Box<Tree>]>]" } }"#,
  ])
  func `a type that leads back to itself with the same arguments is right`(types: String) {
    checkFine(Self.growing(types))
  }

  @Test(arguments: [
    (
      "through a list",
      #"""
      { "state": "S", "format": 1,
        "types": { "Node": { "record": { "children": "[Node]" } } },
        "inputs": { "n": "int" },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
      """#
    ),
    (
      "through a map",
      #"""
      { "state": "S", "format": 1,
        "types": { "Node": { "record": { "children": "[string: Node]" } } },
        "inputs": { "n": "int" },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
      """#
    ),
    (
      "through a generic list",
      #"""
      { "state": "S", "format": 1,
        "types": { "Node": { "record": { "children": "Many<Node>" } }, "Many<T>": { "record": { "all": "[T]" } } },
        "inputs": { "n": "int" },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
      """#
    ),
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }

  @Test func `circles that share a type are reported one by one, and what leads there is not`() {
    let text = #"""
      { "state": "S", "format": 1,
        "types": {
          "Before": { "record": { "a": "A" } }, "A": { "record": { "b": "B" } },
          "B": { "record": { "a": "A", "c": "C" } }, "C": { "record": { "b": "B", "d": "D?", "after": "After" } },
          "D": { "record": { "e": "E<int>" } }, "E<T>": { "record": { "t": "T", "d": "D" } },
          "After": { "record": { "n": "int" } } },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
      """#
    #expect(
      findings(text).filter { $0.rule == .typeRecursive }.map(\.message) == [
        "`A` -> `B` -> `A` contain each other without a list or map",
        "`C` -> `B` -> `C` contain each other without a list or map",
        "`D` -> `E` -> `D` contain each other without a list or map",
      ])
  }
}
