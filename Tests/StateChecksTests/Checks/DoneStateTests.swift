import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct DoneStateTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.stateDone)
  }

  @Test(arguments: [
    (
      "a region without an end",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "p", "parallel": true, "states": [
          { "state": "x", "initial": "x1", "states": [{ "state": "x1", "final": true }] },
          { "state": "y", "initial": "y1", "states": [{ "state": "y1" }] }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "p" }, { "in": "p", "on": "⟦done.p⟧", "goTo": "a" }, { "on": "back", "goTo": "a" }] }
      """#,
      "`done.p`: not every region of `p` has a final state"
    ),
    (
      "the root",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }, { "on": "⟦done.S⟧" }] }
      """#,
      "`done.S`: nothing in `S` is final"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.stateDone)
  }
}
