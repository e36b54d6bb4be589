import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct TimerDelayTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.stateAfter)
  }

  @Test(arguments: ["0", "-1", #""duration('0s')""#, #""duration('-3s')""#])
  func `a time that is none is told`(time: String) {
    let text = """
      { "state": "S", "format": 1, "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "final": true }],
        "reducer": [{ "in": "a", "after": \(time), "goTo": "b" }] }
      """
    #expect(findings(text).map(\.rule) == [RuleID.stateAfter])
    #expect(severities(text) == [.warning])
    let again = text.replacing("\"after\"", with: "\"every\"")
    #expect(findings(again).map(\.rule) == [RuleID.stateAfter])
    #expect(severities(again) == [.error])
  }

  private func severities(_ text: String) -> [Diagnostic.Severity] {
    checked(text).diagnostics.map(\.severity)
  }
}
