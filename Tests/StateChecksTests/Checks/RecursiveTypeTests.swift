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

  /// 40 types that each pass an argument on in some fields, and then one that holds it.
  private static func chain(_ fields: (Int) -> String) -> String {
    let types = (0..<40).map { level in
      let text = fields(level + 1)
      return
        "\"G\(level)<T>\": { \"record\": { \(level == 0 ? text : text.filter { !"⟦⟧".contains($0) }) } }"
    }
    return types.joined(separator: ", ") + #", "G40<T>": { "record": { "a": "T" } }"#
  }

  private static let tooManyParts = "this leads to a type of more than 140 parts"

  private static let endless: [(types: String, message: String)] = [
    (#""Node<T>": { "record": { "value": "T", "children": "⟦[Node<[T]>]⟧" } }"#, tooManyParts),
    (
      #"""
      "A<T>": { "union": { "none": {}, "some": { "b": "⟦[B<T?>]⟧" } } },
      "B<T>": { "record": { "list": "[A<[T]>]" } }
      """#, tooManyParts
    ),
    (
      #"""
      "User<T>": { "record": { "x": "[Node<[T]>]" } },
      "Node<T>": { "record": { "children": "⟦[Node<[T]>]⟧" } },
      "Two": { "record": { "one": "Node<int>", "other": "Node<int>" } }
      """#, tooManyParts
    ),
    (
      #""P<A, B>": { "record": { "a": "A", "b": "B" } }, "#
        + chain { #""a": "⟦G\#($0)<P<T, T>>⟧""# }, tooManyParts
    ),
    (
      chain { #""a": "⟦G\#($0)<[T]>⟧", "b": "G\#($0)<[int: T]>""# },
      "this leads to more than 5000 types with arguments"
    ),
  ]

  @Test(arguments: endless)
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
