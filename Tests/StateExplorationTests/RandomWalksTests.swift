import DiagnosticTexts
import StateChecks
import StateFiles
import StateLinking
import StateModel
import Testing

@testable import StateExploration

/// Where a breadth first search ends early, random walks look for failures.
@Suite struct `Random walks` {
  /// The findings as `rule pointer message`, with notes.
  private func findings(_ text: String, notes: Bool = false) throws -> [String] {
    let json = try #require(JSONDocument([UInt8](text.utf8)).json)
    let content = try #require(DefinitionReader.read(json, fileName: nil).content)
    let checked = try #require(content.checked().checked)
    var limits = SemanticChecks.Limits()
    limits.hasNotes = notes
    let words = DiagnosticRenderer.english
    return SemanticChecks.diagnostics(
      of: checked, path: "\(content.name).state.json", limits: limits
    ).flatMap { diagnostic in
      [
        "\(diagnostic.rule.rawValue) \(diagnostic.location.pointer.text) \(words.message(diagnostic))"
      ]
        + diagnostic.notes.map { "= \(words.message($0))" }
    }
  }

  /// A list with optimistic delete and undo. Its failure needs many events: load two, swipe
  /// one, refresh, an empty page, undo; and the list is loaded only online, and swiped only while nothing
  /// is searched.
  private static let inbox = #"""
    { "state": "Inbox", "format": 1,
      "properties": {
        "items": { "type": "[string]", "initial": [] }, "removed": { "type": "string?", "initial": null },
        "position": { "type": "int", "initial": 0 }, "neighbor": { "type": "string", "initial": "''" },
        "isLoading": { "type": "bool", "initial": false }, "isOnline": { "type": "bool", "initial": false },
        "query": { "type": "string", "initial": "'a'" } },
      "events": {
        "loaded": { "carries": { "items": "[string]" } }, "swiped": { "carries": { "index": "int" } },
        "refreshed": {}, "undone": {}, "confirmed": {}, "failed": {}, "wentOnline": {}, "wentOffline": {},
        "typed": { "carries": { "text": "string" } } },
      "reducer": [
        { "on": "wentOnline", "set": { "isOnline": true } },
        { "on": "wentOffline", "set": { "isOnline": false, "isLoading": false } },
        { "on": "typed", "if": "event.text != query", "set": { "query": "event.text" } },
        { "on": "loaded", "if": "isLoading", "set": { "items": "event.items", "isLoading": false } },
        { "on": "failed", "if": "isLoading", "set": { "isLoading": false } },
        { "on": "refreshed", "if": "!isLoading && isOnline", "set": { "isLoading": true } },
        { "on": "swiped", "if": "query == '' && !isLoading && removed == null && size(items) > 1 && event.index >= 0 && event.index < size(items)",
          "set": { "removed": "items[event.index]", "position": "event.index > 0 ? event.index - 1 : 0",
            "items": "items.filter(i, i != items[event.index])" } },
        { "on": "confirmed", "if": "removed != null", "set": { "removed": null } },
        { "on": "undone", "if": "removed != null && !isLoading",
          "set": { "neighbor": "items[position]", "removed": null } }],
      "outputs": {
        "items": { "kind": "ui", "type": "[string]", "value": "items" },
        "neighbor": { "kind": "ui", "type": "string", "value": "neighbor" } } }
    """#

  @Test func `a failure behind many events is found by random walks`() throws {
    let found = try findings(Self.inbox)
    #expect(
      found.first?.hasPrefix("expr/may-fail /reducer/8/set/neighbor `items[position]` can fail")
        == true,
      "\(found)")
    let trace = try #require(found.dropFirst().first)
    #expect(trace.hasPrefix("= trace: "), "\(trace)")
    #expect(
      trace.contains("swiped(") && trace.contains("loaded([]), undone"), "\(trace)")
  }

  @Test func `a search that was cut short says what it did not decide`() throws {
    let found = try findings(
      #"""
      { "state": "Rare", "format": 1,
        "inputs": { "patience": { "type": "duration", "default": "duration('30s')" } },
        "properties": { "code": { "type": "int", "initial": 0 }, "quotient": { "type": "int", "initial": 1 } },
        "events": { "typed": { "carries": { "number": "int" } } },
        "reducer": [
          { "on": "typed", "if": "event.number % 1000003 == 77 && event.number > 5000000", "set": { "code": "code + 1" } },
          { "on": "typed", "set": { "quotient": "100 / (code - 2)" } }],
        "outputs": { "quotient": { "kind": "ui", "type": "int", "value": "quotient" } } }
      """#, notes: true)
    let note = try #require(found.first { $0.hasPrefix("expr/may-fail") })
    #expect(note.contains("2 cells may fail for some data"), "\(note)")
    #expect(note.hasSuffix("steps found no failure, and not everything was tried"), "\(note)")
  }

  @Test func `a trace has no step that can be left out`() throws {
    let found = try findings(
      #"""
      { "state": "Bell", "format": 1, "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "rang": {}, "turned": { "carries": { "to": "int" } } },
        "reducer": [
          { "on": "turned", "if": "event.to == 977 && n % 2 == 0", "set": { "n": "n + 1" } },
          { "on": "turned", "if": "event.to == 3 && n % 2 == 1", "set": { "n": "n + 1" } },
          { "on": "rang", "if": "n > 24", "set": { "n": "10 / (n - n)" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#, notes: true)
    let trace = try #require(found.first { $0.hasPrefix("= ") })
    let steps = trace.split(separator: "turned(").count - 1
    #expect(steps == 25, "\(found)")
  }
}
