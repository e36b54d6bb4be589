import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct FinalStateTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.stateFinal)
  }

  @Test(arguments: [
    (
      "states",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "p", "initial": "x", "states": [{ "state": "x", "final": true, "⟦states⟧": [{ "state": "z" }] }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "p" }, { "on": "back", "goTo": "a" }] }
      """#,
      "`x` is final: it has no `states`"
    )
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.stateFinal)
  }
}
