import DiagnosticTexts
import StateChecks
import StateModel
import Testing

@testable import StateExploration

/// Cells that look protected, and failures that the shortest path does not show.
@Suite struct `Hidden failures` {
  private func failures(_ text: String) throws -> [String] {
    SemanticChecks.diagnostics(of: try DifferencesTests.checked(text), path: "S.state.json").filter
    {
      [.exprMayFail, .stateEventlessLoop, .invariantBroken].contains($0.rule)
    }.map { DiagnosticRenderer.english.message($0) }
  }

  @Test(arguments: [
    (
      #""if": "n != 0", "set": [{ "n": 0 }, { "x": "10 / n" }]"#,
      "`10 / n` can fail: it divides by zero"
    ),
    (
      #""let": { "k": "n" }, "if": "k != 0", "set": [{ "n": 0 }, { "x": "10 / n" }]"#,
      "`10 / n` can fail: it divides by zero"
    ),
    (
      #""if": "n != 0", "set": { "n": 0 }, "emit": [{ "say": { "x": "10 / n" } }]"#,
      "`10 / n` can fail: it divides by zero"
    ),
    (
      #""if": "size(l) > 0", "set": [{ "l": [] }, { "l[0]": 5 }]"#,
      "`l[0]` can fail: there is no such index"
    ),
    (
      #""if": "isAny", "set": [{ "l": [] }, { "x": "l[0]" }]"#,
      "`l[0]` can fail: there is no such index"
    ),
  ])
  func `of a cell whose guard the row itself makes false`(row: String, message: String) throws {
    // The text of an event keeps the exploration from being a proof.
    let found = try failures(
      #"""
      { "state": "Neg", "format": 1,
        "properties": { "n": { "type": "int", "initial": 1 }, "x": { "type": "int", "initial": 0 }, "l": { "type": "[int]", "initial": [1] }, "typed": { "type": "string", "initial": "''" } },
        "computed": { "isAny": { "type": "bool", "value": "size(l) > 0" } },
        "commands": { "say": { "carries": { "x": "int" } } },
        "events": { "entered": { "carries": { "text": "string" } }, "went": {} },
        "reducer": [{ "on": "entered", "if": "event.text < 'm'", "set": { "typed": "event.text" } }, { "on": "went", \#(row) }],
        "outputs": { "x": { "kind": "ui", "type": "int", "value": "x + size(l)" }, "typed": { "kind": "ui", "type": "string", "value": "typed" } } }
      """#)
    #expect(found == [message])
  }

  @Test(arguments: [
    #""if": "n != 0", "set": [{ "x": 0 }, { "x": "10 / n" }]"#,
    #""if": "n != 0", "set": { "x": "10 / n", "n": 0 }"#,
    #""if": "size(l) > 0", "set": [{ "l[0]": 5 }, { "x": "1" }], "emit": [{ "say": { "x": "x" } }]"#,
  ])
  func `are no findings where the guard still holds`(row: String) throws {
    let found = try failures(
      #"""
      { "state": "Neg", "format": 1,
        "properties": { "n": { "type": "int", "initial": 1 }, "x": { "type": "int", "initial": 0 }, "l": { "type": "[int]", "initial": [1] }, "typed": { "type": "string", "initial": "''" } },
        "commands": { "say": { "carries": { "x": "int" } } },
        "events": { "entered": { "carries": { "text": "string" } }, "went": {} },
        "reducer": [{ "on": "entered", "set": { "typed": "event.text" } }, { "on": "went", \#(row) }],
        "outputs": { "x": { "kind": "ui", "type": "int", "value": "x + size(l)" }, "typed": { "kind": "ui", "type": "string", "value": "typed" } } }
      """#)
    #expect(found == [])
  }
}
