import DiagnosticTexts
import StateChecks
import StateFiles
import StateModel
import Testing

@testable import StateExploration

/// A restore gives properties that snapshots do not hold their initial values again. It is one more
/// step that can come at any moment.
@Suite struct Restores {
  private func findings(_ text: String) throws -> [String] {
    SemanticChecks.diagnostics(of: try DifferencesTests.checked(text), path: "S.state.json").map {
      "\($0.rule.rawValue): \(DiagnosticRenderer.english.message($0))"
    }
  }

  @Test func `end the proof that an output is constant`() throws {
    func form(_ stored: String) -> String {
      #"""
      { "state": "Form", "format": 1,
        "properties": { "draft": { "type": "string?", "initial": null\#(stored) }, "isSaved": { "type": "bool", "initial": false } },
        "events": { "typed": {} }, "reducer": [{ "on": "typed", "set": { "draft": "'x'", "isSaved": true } }],
        "outputs": { "isLost": { "kind": "ui", "type": "bool", "value": "isSaved && draft == null" } } }
      """#
    }
    #expect(
      try findings(form("")) == [
        "output/constant: `isLost` is false in every reachable state"
      ])
    #expect(try findings(form(#", "stored": false"#)).isEmpty)
  }

  @Test func `break an invariant that all rows keep`() throws {
    let pair = #"""
      { "state": "Pair", "format": 1,
        "properties": { "a": { "type": "int", "initial": 0, "stored": false }, "b": { "type": "int", "initial": 0 } },
        "events": { "tapped": {} }, "reducer": [{ "on": "tapped", "set": { "a": "1", "b": "1" } }],
        "outputs": { "a": { "kind": "ui", "type": "int", "value": "a" }, "b": { "kind": "ui", "type": "int", "value": "b" } },
        "invariants": { "aFirst": "a >= b" } }
      """#
    #expect(
      try findings(pair) == [
        "invariant/broken: a restore can break the invariant `aFirst` (a >= b)"
      ])
    let found = SemanticChecks.diagnostics(
      of: try DifferencesTests.checked(pair), path: "S.state.json")
    #expect(
      found.first?.notes.compactMap { note -> String? in
        if case .text(let text) = note.fact { text } else { nil }
      } == [
        "shortest trace: tapped, restore -> a = 0, b = 1"
          + #"  (replay: printf '%s\n' '"tapped"' '{"snapshot": true}' | states run S.state.json)"#
      ])
  }

  @Test func `use the inputs that the initial value reads`() throws {
    let found = try findings(
      #"""
      { "state": "Lamp", "format": 1, "inputs": { "isLit": "bool" },
        "properties": {
          "isOn": { "type": "bool", "initial": "!isLit", "stored": false }, "wasOn": { "type": "bool", "initial": false },
          "level": { "type": "int", "initial": 0 } },
        "events": { "tapped": {}, "dimmed": { "carries": { "by": "int" } } },
        "reducer": [
          { "on": "tapped", "set": { "isOn": true, "wasOn": true } },
          { "on": "dimmed", "if": "event.by > 3", "set": { "level": "event.by" } }, { "on": "dimmed" } ],
        "outputs": { "isOn": { "kind": "ui", "type": "bool", "value": "isOn" }, "wasOn": { "kind": "ui", "type": "bool", "value": "wasOn" } },
        "invariants": { "staysOn": "isOn || !wasOn" } }
      """#)
    #expect(
      found == ["invariant/broken: a restore can break the invariant `staysOn` (isOn || !wasOn)"])
  }

  @Test func `lead to cells that fail`() throws {
    let found = try findings(
      #"""
      { "state": "List", "format": 1,
        "properties": { "items": { "type": "[int]", "initial": [], "stored": false }, "selected": { "type": "int?", "initial": null }, "picked": { "type": "int", "initial": 0 } },
        "events": { "loaded": {}, "tapped": {} },
        "reducer": [
          { "on": "loaded", "set": { "items": [7], "selected": 0 } },
          { "on": "tapped", "if": "selected != null", "set": { "picked": "items[selected]" } }, { "on": "tapped" } ],
        "outputs": { "picked": { "kind": "ui", "type": "int", "value": "picked" } } }
      """#)
    #expect(found == ["expr/may-fail: `items[selected]` can fail: there is no such index"])
  }

  /// The finding would show the values of before the restore.
  @Test func `show no values of a cell that fails with them`() throws {
    let found = SemanticChecks.diagnostics(
      of: try DifferencesTests.checked(
        #"""
        { "state": "Share", "format": 1,
          "properties": { "n": { "type": "int", "initial": 0, "stored": false }, "isOn": { "type": "bool", "initial": false } },
          "events": { "loaded": {} }, "reducer": [{ "on": "loaded", "set": { "n": "4", "isOn": true } }],
          "outputs": { "share": { "kind": "ui", "type": "int", "value": "isOn ? 100 / n : 0" } } }
        """#), path: "S.state.json")
    #expect(found.map(\.rule) == [.exprMayFail])
    #expect(found.map(DiagnosticRenderer.english.label) == [nil])
  }

  /// The period of the timer is 5 s, and 2 s after a restore.
  @Test func `change the periods of repeating timers`() throws {
    func clock(_ initial: Int) -> String {
      #"""
      { "state": "Clock", "format": 1,
        "properties": { "step": { "type": "duration", "initial": "duration('\#(initial)s')", "stored": false }, "ticks": { "type": "int", "initial": 0 } },
        "events": { "slowed": {} }, "initial": "still", "states": [{ "state": "still" }, { "state": "running" }],
        "reducer": [
          { "in": "still", "on": "slowed", "set": { "step": "duration('5s')" }, "goTo": "running" },
          { "in": "running", "every": "step", "if": "ticks < 3", "set": { "ticks": "ticks + 1" } } ],
        "outputs": { "ticks": { "kind": "ui", "type": "int", "value": "ticks" } },
        "invariants": { "few": "ticks < 2 || step != duration('\#(initial)s')" } }
      """#
    }
    let found = SemanticChecks.diagnostics(
      of: try DifferencesTests.checked(clock(2)), path: "S.state.json")
    #expect(found.map(\.rule) == [.invariantBroken])
    let traces = found.flatMap(\.notes).compactMap { note -> String? in
      if case .text(let text) = note.fact { text } else { nil }
    }
    #expect(traces.contains { $0.contains("restore") && $0.contains("states run") })
    // A period of zero is refused, by a snapshot too.
    #expect(
      try findings(clock(0)) == [
        "expr/may-fail: `step` can fail: an argument is out of range"
      ])
  }

  @Test func `clear no output that stays set`() throws {
    let found = try findings(
      #"""
      { "state": "Door", "format": 1,
        "properties": { "next": { "type": "string?", "initial": null, "stored": false } },
        "events": { "tapped": {} }, "reducer": [{ "on": "tapped", "set": { "next": "'cellar'" } }],
        "outputs": { "next": { "kind": "navigation", "type": "string?", "value": "next" } } }
      """#)
    #expect(found.map { $0.prefix(13) } == ["output/sticky"])
  }

  @Test func `show differences between versions`() throws {
    func form(_ commands: String) -> String {
      #"""
      { "state": "Form", "format": 1,
        "properties": { "text": { "type": "string?", "initial": null, "stored": false }, "isSent": { "type": "bool", "initial": false } },
        "events": { "sent": {}, "checked": {} }, "commands": { "fetch": {}, "warn": {} },
        "reducer": [
          { "on": "sent", "set": { "text": "'x'", "isSent": true } },
          { "on": "checked", "if": "isSent && text == null", "emit": [\#(commands)] },
          { "on": "checked", "emit": ["warn"] } ],
        "outputs": { "hasText": { "kind": "ui", "type": "bool", "value": "text != null" } } }
      """#
    }
    let found = Differences(
      from: try DifferencesTests.checked(form(#""fetch""#)),
      to: try DifferencesTests.checked(form(#""warn", "fetch""#)), oldName: "main",
      newPath: "Form.state.json"
    ).changes
    #expect(
      found.map { DiagnosticRenderer.english.message($0.diagnostic) }.first
        == "`checked` emits `warn`, and emitted nothing in main")
  }
}
