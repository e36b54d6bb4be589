import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct ParallelStateTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.stateParallel)
  }

  @Test(arguments: [
    (
      "an `initial`",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "p", "parallel": true, "⟦initial⟧": "x", "states": [{ "state": "x" }, { "state": "y" }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "p" }, { "on": "back", "goTo": "a" }] }
      """#,
      "`p` is parallel, so it has no `initial`: all its children are active"
    ),
    (
      "a final region",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "p", "parallel": true, "states": [{ "state": "x" }, { "state": "⟦y⟧", "final": true }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "p" }, { "on": "back", "goTo": "a" }] }
      """#,
      "`y` is a region of `p`, so it cannot be final"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.stateParallel)
  }
}
