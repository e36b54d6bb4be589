import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct TypeShapeTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.shapeWrongType)
  }

  @Test(arguments: [
    (
      "a bracket",
      #"""
      { "state": "S", "format": 1,
        "types": { "N": { "record": { "x": "[int⟦⟧" } } },
        "inputs": { "n": "int" },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
      """#,
      "expected `]` or `:`, found the end"
    ),
    (
      "optional twice",
      #"""
      { "state": "S", "format": 1,
        "types": { "N": { "record": { "x": "int?⟦?⟧" } } },
        "inputs": { "n": "int" },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
      """#,
      "a type is optional only once"
    ),
    (
      "a map with keys of double",
      #"""
      { "state": "S", "format": 1,
        "types": { "N": { "record": { "x": "[⟦double⟧: int]" } } },
        "inputs": { "n": "int" },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
      """#,
      "the keys of a map are bool, int, uint or string, not `double`"
    ),
    (
      "too few types",
      #"""
      { "state": "S", "format": 1,
        "types": { "Box<T>": { "record": { "x": "T" } } },
        "inputs": { "b": "⟦Box⟧" },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
      """#,
      "`Box` takes 1 type, found 0"
    ),
    (
      "too many types",
      #"""
      { "state": "S", "format": 1,
        "types": { "Box": { "record": { "x": "int" } } },
        "inputs": { "b": "Box<⟦int⟧>" },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
      """#,
      "`Box` takes no types, found 1"
    ),
    (
      "more types than it takes",
      #"""
      { "state": "S", "format": 1,
        "types": { "Box<T>": { "record": { "x": "T" } } },
        "inputs": { "b": "Box<int, ⟦string, [int]⟧>" },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
      """#,
      "`Box` takes 1 type, found 3"
    ),
    (
      "a name with a dash",
      #"""
      { "state": "S", "format": 1,
        "inputs": { "⟦a-b⟧": "int" } }
      """#,
      "`a-b` is not a name"
    ),
    (
      "an event with a dot",
      #"""
      { "state": "S", "format": 1,
        "events": { "⟦a.b⟧": {} }, "reducer": [{ "on": "*" }] }
      """#,
      "`a.b` is not a name"
    ),
    (
      "a parameter that is no name",
      #"""
      { "state": "S", "format": 1,
        "types": { "Box<⟦[T]⟧>": { "record": { "x": "int" } } },
        "inputs": { "n": "int" },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
      """#,
      "`[T]` is not a name"
    ),
    (
      "a path through a union",
      #"""
      { "state": "S", "format": 1,
        "types": { "Effect": { "union": { "send": { "text": "string" }, "none": {} } } },
        "properties": { "effect": { "type": "Effect", "initial": "Effect.none" } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "if": "has(effect.send)", "set": { "⟦effect.send.text⟧": "''" } }],
        "outputs": { "isSent": { "kind": "ui", "type": "bool", "value": "has(effect.send)" } } }
      """#,
      "`effect.send.text` is not a path"
    ),
    (
      "a key that may be of any type, where all have one",
      #"""
      { "state": "S", "format": 1,
        "properties": { "names": { "type": "[int: string]", "initial": "{}" } },
        "events": { "go": { "carries": { "n": "int" } } },
        "reducer": [{ "on": "go", "set": { "⟦names[dyn(event.n)]⟧": "'x'" } }],
        "outputs": { "names": { "kind": "ui", "type": "[int: string]", "value": "names" } } }
      """#,
      "a key in `names[dyn(event.n)]` is dyn, it must be int"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.shapeWrongType)
  }
}
