import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct UnsentCommandTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.commandUnsent)
  }

  @Test(arguments: [
    (
      "sent on the way in",
      #"""
      { "state": "S", "format": 1,
      "commands": { "beep": {} }, "enter": [{ "emit": ["beep"] }] }
      """#
    )
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }

  @Test func `several are several findings`() {
    let text = """
      { "state": "S", "format": 1, "commands": { "beep": {}, "buzz": {}, "ring": {} },
        "events": { "went": {} }, "reducer": [{ "on": "went" }] }
      """
    #expect(
      diagnostics(text).map(\.message) == [
        "no row emits `beep`", "no row emits `buzz`", "no row emits `ring`",
      ])
  }
}
