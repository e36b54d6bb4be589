import Testing

@testable import StateTables

@Suite struct BareTextTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: BareText.rule)
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
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, BareText.rule)
  }

  @Test func `the golden example`() throws {
    let diagnostic = try #require(diagnostics(BareText.rule.bad.text).first)
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
