import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct HistoryStateTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.stateHistory)
  }

  @Test(arguments: [
    (
      "rows",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "p", "initial": "x", "states": [{ "state": "x" }, { "state": "h", "history": "deep", "default": "x" }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "p" }, { "in": "x", "on": "go", "goTo": "h" }, { "in": "⟦h⟧", "on": "go" }, { "on": "back", "goTo": "a" }] }
      """#,
      "`h` is a history: it is never active, so this is never used"
    ),
    (
      "states",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "p", "initial": "x", "states": [{ "state": "x" }, { "state": "h", "history": "deep", "default": "x", "⟦states⟧": [{ "state": "z" }] }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "p" }, { "in": "x", "on": "go", "goTo": "h" }, { "on": "back", "goTo": "a" }] }
      """#,
      "`h` is a history: it is never active and has no `states`"
    ),
    (
      "a default elsewhere",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "p", "initial": "x", "states": [{ "state": "x" }, { "state": "h", "history": "deep", "default": "⟦a⟧" }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "p" }, { "in": "x", "on": "go", "goTo": "h" }, { "on": "back", "goTo": "a" }] }
      """#,
      "the `default` leads to `a`, which is not inside `p`"
    ),
    (
      "a default of no history",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "p", "initial": "x", "⟦default⟧": "x", "states": [{ "state": "x" }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "p" }, { "on": "back", "goTo": "a" }] }
      """#,
      "`p` has a `default`, but is not a history"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.stateHistory)
  }
}
