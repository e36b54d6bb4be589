import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct DuplicateNameTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.nameDuplicate)
  }

  @Test(arguments: [
    (
      "an input and a computed value",
      #"""
      { "state": "S", "format": 1,
        "inputs": { "count": "int" },
        "computed": { "⟦count⟧": { "type": "int", "value": 1 } },
        "outputs": { "count": { "kind": "ui", "type": "int", "value": "count" } } }
      """#,
      "`count` is both an input and a computed value"
    ),
    (
      "a property and a function",
      #"""
      { "state": "S", "format": 1,
        "inputs": { "count": "int" },
        "functions": { "⟦count⟧": { "takes": { "x": "int" }, "gives": "int", "value": "x" } },
        "outputs": { "count": { "kind": "ui", "type": "int", "value": "count" } } }
      """#,
      "`count` is both an input and a function"
    ),
    (
      "a type and an input",
      #"""
      { "state": "S", "format": 1,
        "types": { "Stop": { "record": { "id": "string" } } },
        "inputs": { "⟦Stop⟧": "int" },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
      """#,
      "`Stop` is both a type and an input"
    ),
    (
      "a name of the language",
      #"""
      { "state": "S", "format": 1,
        "inputs": { "⟦math⟧": "int" },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": 1 } } }
      """#,
      "`math` is reserved"
    ),
    (
      "`event`",
      #"""
      { "state": "S", "format": 1,
        "inputs": { "⟦event⟧": "int" },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": 1 } } }
      """#,
      "`event` is reserved"
    ),
    (
      "an event of the machinery",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "⟦timerFired⟧": {} }, "reducer": [{ "on": "go" }] }
      """#,
      "`timerFired` is reserved"
    ),
    (
      "a command of the machinery",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {} }, "commands": { "⟦startTimer⟧": {} },
        "reducer": [{ "on": "go", "emit": ["startTimer"] }] }
      """#,
      "`startTimer` is reserved"
    ),
    (
      "two states",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "⟦a⟧" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "a" }, { "on": "back", "goTo": "S" }] }
      """#,
      "two states are named `a`"
    ),
    (
      "a state named like the definition",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "initial": "c", "states": [{ "state": "c" }, { "state": "⟦S⟧" }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }] }
      """#,
      "two states are named `S`"
    ),
    (
      "a `let` that hides an input",
      #"""
      { "state": "S", "format": 1,
        "inputs": { "limit": "int" },
        "properties": { "count": { "type": "int", "initial": "limit" } },
        "events": { "go": { "carries": { "n": "int" } } },
        "reducer": [{ "on": "go", "let": { "⟦limit⟧": "event.n" }, "set": { "count": "limit" } }],
        "outputs": { "count": { "kind": "ui", "type": "int", "value": "count" } } }
      """#,
      "the `let` `limit` hides an input"
    ),
    (
      "a `let` that hides what the state carries",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "carries": { "n": "int" } }],
        "reducer": [{ "in": "a", "on": "go", "goTo": { "b": { "n": 1 } } }, { "in": "b", "on": "back", "let": { "⟦n⟧": "2" }, "if": "n > 1", "goTo": "a" }] }
      """#,
      "the `let` `n` hides the data that `b` carries"
    ),
    (
      "carried and a property",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "carries": { "⟦n⟧": { "type": "int", "default": 1 } } }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }],
        "inputs": { "n": "int" } }
      """#,
      "`n` is an input and carried by `b`"
    ),
    (
      "carried twice on one way",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "carries": { "n": { "type": "int", "default": 1 } }, "initial": "c",
          "states": [{ "state": "c", "carries": { "⟦n⟧": { "type": "int", "default": 1 } } }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "c" }, { "in": "b", "on": "back", "goTo": "a" }] }
      """#,
      "`n` is carried by `b` and again by `c` inside it"
    ),
    (
      "two enum values",
      #"""
      { "state": "S", "format": 1,
        "types": { "Side": { "enum": ["heads", "⟦heads⟧"] } },
        "inputs": { "s": "Side" },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
      """#,
      "two enum values are named `heads`"
    ),
    (
      "a built-in type",
      #"""
      { "state": "S", "format": 1,
        "types": { "⟦string⟧": { "record": { "id": "int" } } },
        "inputs": { "n": "int" },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
      """#,
      "`string` is a built-in type"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.nameDuplicate)
  }

  @Test(arguments: [
    (
      "an output like the property that it shows",
      #"""
      { "state": "S", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#
    ),
    (
      "siblings that carry the same name",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": { "a": { "n": 1 } },
        "states": [{ "state": "a", "carries": { "n": "int" } }, { "state": "b", "carries": { "n": "int" } }],
        "reducer": [{ "in": "a", "on": "go", "goTo": { "b": { "n": 1 } } }, { "in": "b", "on": "back", "goTo": { "a": { "n": 2 } } }] }
      """#
    ),
    (
      "an event, a command, an output and a state of one name",
      #"""
      { "state": "S", "format": 1,
        "events": { "load": {} }, "commands": { "load": {} },
        "initial": "load", "states": [{ "state": "load" }, { "state": "rest", "final": true }],
        "reducer": [{ "on": "load", "goTo": "rest", "emit": ["load"] }],
        "outputs": { "load": { "kind": "ui", "type": "bool", "value": "isIn('load')" } } }
      """#
    ),
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }
}
