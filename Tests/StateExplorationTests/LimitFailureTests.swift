import DiagnosticTexts
import StateChecks
import StateModel
import Testing

@testable import StateExploration

@Suite struct `A step that exceeds a limit` {
  @Test(arguments: [
    (
      #"{ "if": "x > 0", "set": { "x": "x + 1" } }"#,
      "`/reducer/1` can fail: the step does not come to rest"
    ),
    (
      #"{ "on": "b", "set": { "list": "list + list" } }"#,
      "`list + list` can fail: the result is too large"
    ),
    (
      #"{ "on": "b", "set": { "x": "lists.range(9000).filter(i, lists.range(9000).size() > i).size()" } }"#,
      "can fail: it takes too many steps"
    ),
  ])
  func `is reported with the events that lead to it`(row: String, message: String) throws {
    let checked = try DifferencesTests.checked(
      #"""
      { "state": "Grown", "format": 1,
        "properties": { "x": { "type": "int", "initial": 0 }, "list": { "type": "[int]", "initial": [1] } },
        "events": { "a": {}, "b": {} },
        "reducer": [{ "on": "a", "set": { "x": 1 } }, \#(row)],
        "outputs": { "x": { "kind": "ui", "type": "int", "value": "x + size(list)" } } }
      """#)
    let words = DiagnosticRenderer.english
    let found = SemanticChecks.diagnostics(of: checked, spec: nil, path: "Grown.state.json")
      .filter { $0.rule == .exprMayFail }
    #expect(found.count == 1)
    #expect(found.first.map { words.message($0).contains(message) } == true)
    // A long list is cut.
    let label = found.first.flatMap { words.label($0) } ?? ""
    #expect(label.hasSuffix("…") == message.contains("list"))
    #expect(label.count < 200)
  }
}
