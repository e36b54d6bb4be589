import DiagnosticTexts
import StateChecks
import StateFiles
import StateLinking
import StateModel
import Testing

@testable import StateExploration

/// The start of a definition, as the exploring checks find it.
@Suite struct `A start that` {
  /// The messages and notes.
  private func findings(_ text: String) throws -> [String] {
    let json = try #require(JSONDocument([UInt8](text.utf8)).json)
    let content = try #require(DefinitionReader.read(json, fileName: nil).content)
    let checked = try #require(content.checked().checked)
    let found = SemanticChecks.diagnostics(of: checked, path: "\(content.name).state.json")
    return found.flatMap { diagnostic in
      [diagnostic.message]
        + diagnostic.notes.map { "= " + DiagnosticRenderer.english.message($0) }
    }
  }

  @Test(arguments: [
    #""outputs": { "first": { "kind": "ui", "type": "int", "value": "xs[0]" } }"#,
    #"""
    "initial": "A", "states": [{ "state": "A", "enter": [{ "set": { "n": "xs[0]" } }] }, { "state": "B" }],
    "events": { "went": {} }, "reducer": [{ "on": "went", "goTo": "B" }]
    """#,
    #"""
    "initial": "A", "states": [{ "state": "A" }, { "state": "B" }],
    "reducer": [{ "in": "A", "after": "duration(string(xs[0]) + 's')", "goTo": "B" }]
    """#,
  ])
  func `never succeeds`(_ parts: String) throws {
    let found = try findings(
      #"""
      { "state": "Never", "format": 1,
        "properties": {
          "xs": { "type": "[int]", "initial": "[]" }, "n": { "type": "int", "initial": 0 } },
        \#(parts) }
      """#)
    #expect(found.first?.contains("`xs[0]` can fail: ") == true, "\(found)")
    #expect(found.contains("= the start is enough"))
  }

  @Test func `fails has tried its guards`() throws {
    let found = try findings(
      #"""
      { "state": "Loop", "format": 1, "inputs": { "isOn": { "type": "bool" } },
        "properties": { "n": { "type": "int", "initial": 0 } }, "events": { "tapped": {} },
        "reducer": [
          { "if": "isOn", "set": { "n": "(n + 1) % 3" } },
          { "on": "tapped", "set": { "n": "n == 5 ? 0 : 5" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#)
    #expect(!found.contains { $0.contains("always false") }, "\(found)")
  }

  @Test func `fails by a value that nothing reads`() throws {
    let found = try findings(
      #"""
      { "state": "Never", "format": 1, "inputs": { "n": { "type": "int", "default": 0 } },
        "properties": { "x": { "type": "int", "initial": "100 / n" } },
        "events": { "tapped": {} }, "reducer": [{ "on": "tapped", "set": { "x": "x + 1" } }],
        "outputs": { "x": { "kind": "ui", "type": "int", "value": "x" } } }
      """#)
    #expect(found.first?.contains("`100 / n` can fail: it divides by zero") == true, "\(found)")
  }

  @Test func `never ends`() throws {
    let found = try findings(
      #"""
      { "state": "Cy", "format": 1, "properties": { "a": { "type": "int", "initial": 0 } },
        "events": { "tapped": {} }, "initial": "s1", "states": [{ "state": "s1" }, { "state": "s2" }],
        "reducer": [{ "in": "s1", "if": "a == 0", "set": { "a": "1" }, "goTo": "s2" },
                    { "in": "s2", "if": "a == 1", "set": { "a": "0" }, "goTo": "s1" },
                    { "on": "tapped", "set": { "a": "a + 1" } }],
        "outputs": { "x": { "kind": "ui", "type": "int", "value": "a" } } }
      """#)
    #expect(found.first?.hasPrefix("these states lead to each other") == true, "\(found)")
  }
}
