import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct UnreadPropertyTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.propertyUnread)
  }

  @Test(arguments: [
    (
      "read only by itself and another that nobody reads",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 }, "⟦m⟧": { "type": "int", "initial": 0 } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "m": "m + n", "n": "n + 1" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#,
      "no output, guard or command depends on `m`"
    )
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.propertyUnread)
  }

  @Test(arguments: [
    (
      "through another property",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 }, "m": { "type": "int", "initial": 0 } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "m": "m + 1", "n": "m" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#
    ),
    (
      "through a computed value and a guard",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 }, "m": { "type": "int", "initial": 0 } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "if": "isMany", "set": { "n": 1 } }, { "on": "go", "set": { "m": "m + 1" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } },
        "computed": { "isMany": { "type": "bool", "value": "m > 3" } } }
      """#
    ),
    (
      "through a `let`, an event and what a state carries",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {}, "got": { "from": "self", "carries": { "n": "int" } } },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "carries": { "n": "int" } }],
        "reducer": [{ "in": "a", "on": "go", "let": { "x": "m" }, "raise": [{ "got": { "n": "x" } }] }, { "in": "a", "on": "got", "goTo": { "b": { "n": "event.n" } } }, { "in": "b", "on": "back", "set": { "m": "m + 1" }, "goTo": "a" }],
        "properties": { "m": { "type": "int", "initial": 1 } },
        "outputs": { "n": { "kind": "data", "type": "int?", "rows": [{ "in": "b", "value": "n" }] } } }
      """#
    ),
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }
}
