import Testing

@testable import StateTables

@Suite struct OutputNameTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: OutputName.rule)
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
    #expect(!findings(text, about: OutputName.rule).contains { $0.rule == OutputName.rule.id })
  }

  @Test func `a deed that is over is told`() {
    check(
      text("loadedStops", "data", "bool?", "isOn ? isOn : null"),
      says: """
        `loadedStops` does not tell what it is for; data is told what to do: a verb, as in `load`
        """, OutputName.rule)
  }
}
