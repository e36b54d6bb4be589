import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct CarriedDataTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.stateCarries)
  }

  @Test(arguments: [
    (
      "an empty object",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "carries": { "n": "int" } }],
        "reducer": [{ "in": "a", "on": "go", "goTo": { "⟦b⟧": {} } }, { "in": "b", "on": "back", "goTo": "a" }] }
      """#,
      "`b` carries `n: int`; this `goTo` does not give it and it has no default"
    ),
    (
      "`initial`",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "⟦b⟧",
        "states": [{ "state": "a" }, { "state": "b", "carries": { "n": "int" } }],
        "reducer": [{ "in": "a", "on": "go", "goTo": { "b": { "n": 1 } } }, { "in": "b", "on": "back", "goTo": "a" }] }
      """#,
      "`b` carries `n: int`; this `initial` does not give it and it has no default"
    ),
    (
      "a way to a state below it",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "carries": { "n": "int" }, "initial": "c", "states": [{ "state": "c" }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "⟦c⟧" }, { "in": "b", "on": "back", "goTo": "a" }] }
      """#,
      "`b` carries `n: int`; this `goTo` enters it and does not give it and it has no default"
    ),
    (
      "a region by default",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "p", "parallel": true, "states": [{ "state": "x", "carries": { "n": "int" } }, { "state": "y" }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "⟦p⟧" }, { "in": "p", "on": "back", "goTo": "a" }] }
      """#,
      "`x` carries `n: int`; this `goTo` enters it and does not give it and it has no default"
    ),
    (
      "to itself, entered anew",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "carries": { "n": "int" } }],
        "reducer": [{ "in": "a", "on": "go", "goTo": { "b": { "n": 1 } } }, { "in": "b", "on": "go", "goTo": "⟦b⟧", "reenter": true }, { "in": "b", "on": "back", "goTo": "a" }] }
      """#,
      "`b` carries `n: int`; this `goTo` does not give it and it has no default"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.stateCarries)
  }

  @Test(arguments: [
    (
      "a default",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "carries": { "n": { "type": "int", "default": 1 } } }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }] }
      """#
    ),
    (
      "from within",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "carries": { "n": "int" }, "initial": "c", "states": [{ "state": "c" }, { "state": "d" }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": { "b": { "n": 1 } } }, { "in": "c", "on": "go", "goTo": "d" }, { "in": "d", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }] }
      """#
    ),
    (
      "the data of both, above and below",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "carries": { "n": "int" }, "initial": "c", "states": [{ "state": "c" }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": [{ "b": { "n": 1 } }, "c"] }, { "in": "b", "on": "back", "goTo": "a" }] }
      """#
    ),
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }
}
