import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct BareTextTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.nameBareText)
  }

  @Test(arguments: [
    (
      "the whole cell",
      #"""
      { "state": "S", "format": 1,
        "properties": { "s": { "type": "string", "initial": "⟦en⟧" } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "s": "s + s" } }],
        "outputs": { "s": { "kind": "ui", "type": "string", "value": "s" } } }
      """#,
      "`en` is read as an expression, and nothing here is named `en`"
    ),
    (
      "an operand",
      #"""
      { "state": "S", "format": 1,
        "properties": { "s": { "type": "string", "initial": "''" } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "s": "s + ⟦Hello⟧" } }],
        "outputs": { "s": { "kind": "ui", "type": "string", "value": "s" } } }
      """#,
      "`Hello` is read as an expression, and nothing here is named `Hello`"
    ),
    (
      "several words",
      #"""
      { "state": "S", "format": 1,
        "properties": { "s": { "type": "string", "initial": "⟦Resend the code, please…⟧" } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "s": "s + s" } }],
        "outputs": { "s": { "kind": "ui", "type": "string", "value": "s" } } }
      """#,
      "`Resend the code, please…` is read as an expression; for text write `'Resend the code, please…'`"
    ),
    (
      "two words, the second a word of CEL",
      #"""
      { "state": "S", "format": 1,
        "properties": { "s": { "type": "string", "initial": "⟦Come in⟧" } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "s": "s + s" } }],
        "outputs": { "s": { "kind": "ui", "type": "string", "value": "s" } } }
      """#,
      "`Come in` is read as an expression; for text write `'Come in'`"
    ),
    (
      "three words that are an expression",
      #"""
      { "state": "S", "format": 1,
        "properties": { "s": { "type": "string", "initial": "''" } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "s": "⟦Come in now⟧" } }],
        "outputs": { "s": { "kind": "ui", "type": "string", "value": "s" } } }
      """#,
      "`Come in now` is read as an expression; for text write `'Come in now'`"
    ),
    (
      "in a location for optional text",
      #"""
      { "state": "S", "format": 1,
        "properties": { "s": { "type": "string?", "initial": null } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "s": "⟦No network⟧" } }],
        "outputs": { "s": { "kind": "data", "type": "string?", "value": "s" } } }
      """#,
      "`No network` is read as an expression; for text write `'No network'`"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.nameBareText)
  }

  @Test func `the golden example`() throws {
    let diagnostic = try #require(diagnostics(Rule(.nameBareText).bad.text).first)
    #expect(
      diagnostic.message == "`Heads` is read as an expression, and nothing here is named `Heads`")
    #expect(diagnostic.label == "not a property, input or function")
    #expect(
      diagnostic.help
        == "text needs quotes inside the quotes: \"isHeads ? 'Heads' : 'Tails'\"")
    #expect(diagnostic.fix?.replacement == "'Heads'")
    #expect(diagnostic.fix?.isSafe == true)
  }
}
