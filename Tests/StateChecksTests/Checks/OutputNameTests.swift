import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct OutputNameTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.outputName)
  }

  private func text(_ name: String, _ kind: String, _ type: String, _ value: String) -> String {
    #"""
    { "state": "S", "format": 1, "inputs": { "isOn": "bool" },
      "outputs": { "⟦\#(name)⟧": { "kind": "\#(kind)", "type": "\#(type)", "value": "\#(value)" } } }
    """#
  }

  @Test(arguments: [
    ("isLoading", "ui", "bool"), ("hasStops", "ui", "bool"), ("canPay", "ui", "bool"),
    ("showProgress", "ui", "bool"), ("resendEnabled", "ui", "bool"), ("title", "ui", "bool?"),
    ("loadStops", "data", "bool?"), ("showStop", "navigation", "bool?"),
    ("failureReason", "data", "bool?"), ("setLanguage", "data", "bool?"),
  ])
  func `a name that may be meant so passes`(name: String, kind: String, type: String) {
    let text = Marked(text(name, kind, type, type == "bool" ? "isOn" : "isOn ? isOn : null")).text
    #expect(!findings(text, about: RuleID.outputName).contains { $0.rule == RuleID.outputName })
  }

  @Test func `a deed that is over is told`() {
    check(
      text("loadedStops", "data", "bool?", "isOn ? isOn : null"),
      says: """
        `loadedStops` does not name a task; a data output requests work: a verb, as in `load`
        """, RuleID.outputName)
  }
}
