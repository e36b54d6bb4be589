import DiagnosticTexts
import StateChecks
import StateFiles
import StateLinking
import StateModel
import Testing

@testable import StateExploration

/// The findings of the exploring checks, with exact words and columns.
@Suite struct `Semantic checks` {
  /// The findings as `rule line:column-column message | label`, with notes and help.
  private func findings(
    _ text: String, spec: Spec? = nil, notes: Bool = false
  ) throws -> [String] {
    let document = JSONDocument([UInt8](text.utf8))
    let json = try #require(document.json)
    let content = try #require(DefinitionReader.read(json, fileName: nil).content)
    let result = content.checked()
    let checked = try #require(result.checked, "\(result.diagnostics)")
    var limits = SemanticChecks.Limits()
    limits.hasNotes = notes
    let found = SemanticChecks.diagnostics(
      of: checked, spec: spec, path: "\(content.name).state.json", limits: limits)
    let words = DiagnosticRenderer.english
    return found.flatMap { diagnostic in
      let range = document.map.range(of: diagnostic.location)
      let start = document.map.position(of: range.lowerBound)
      let head =
        "\(diagnostic.rule.rawValue) \(start.line):\(start.column)+\(range.count) \(words.message(diagnostic))"
        + (words.label(diagnostic).map { " | \($0)" } ?? "")
      return [head] + diagnostic.notes.map { "= \(words.message($0))" }
        + (words.help(diagnostic).map { ["? \($0)"] } ?? [])
    }
  }

  @Test func `an invariant that a row breaks`() throws {
    let found = try findings(
      #"""
      {
        "state": "Cart",
        "format": 1,
        "properties": {
          "count": { "type": "int", "initial": 0 }
        },
        "events": {
          "tappedPlus": {}, "tappedMinus": {}
        },
        "reducer": [
          { "on": "tappedPlus", "set": { "count": "count + 1" } },
          { "on": "tappedMinus", "set": { "count": "count - 1" } }
        ],
        "invariants": { "neverNegative": "count >= 0" }
      }
      """#)
    #expect(
      found == [
        "invariant/broken 12:47+9 `tappedMinus` can break the invariant `neverNegative` (count >= 0) | -1 when count is 0",
        "= one event is enough: count = 0, tappedMinus -> count = -1  (replay: states run Cart.state.json --events tappedMinus)",
        "? guard the row with \"if\": \"count > 0\"",
      ])
  }

  @Test func `a screen that stays set`() throws {
    let found = try findings(
      #"""
      { "state": "Nearby", "format": 1,
        "types": { "Stop": { "record": { "id": "string" } } },
        "properties": { "selectedStop": { "type": "Stop?", "initial": null }, "isLoaded": { "type": "bool", "initial": false } },
        "events": { "tappedStop": { "carries": { "stop": "Stop" } }, "loadedMapData": {}, "lostMapData": {} },
        "reducer": [
          { "on": "tappedStop", "set": { "selectedStop": "event.stop" } },
          { "on": "loadedMapData", "set": { "isLoaded": true } },
          { "on": "lostMapData", "set": { "isLoaded": false } }],
        "outputs": {
          "isLoaded": { "kind": "ui", "type": "bool", "value": "isLoaded" },
          "showStop": { "kind": "navigation", "type": "Stop?", "value": "selectedStop" } } }
      """#)
    #expect(
      found == [
        "output/sticky 11:68+12 `showStop` stays set after the screen was shown, so it would be shown again | set by `tappedStop`, cleared by no row",
        "= shortest trace: tappedStop({id: 'a'}), loadedMapData: `showStop` is still set",
        "? add { \"on\": \"stopShown\", \"set\": { \"selectedStop\": null } }, or make it a command",
      ])
  }

  static let player = #"""
    { "state": "Player", "format": 1,
      "properties": { "isBuffered": { "type": "bool", "initial": false } },
      "events": { "tappedPlay": {}, "filledBuffer": {}, "tappedStop": {} },
      "initial": "stopped",
      "states": [{ "state": "stopped" },
                 { "state": "buffering", "enter": [{ "set": { "isBuffered": false } }] },
                 { "state": "playing" }],
      "reducer": [
        { "in": "stopped", "on": "tappedPlay", "goTo": "buffering" },
        { "in": "buffering", "goTo": "playing" },
        { "in": "playing", "if": "!isBuffered", "goTo": "buffering" },
        { "in": "playing", "on": "filledBuffer", "set": { "isBuffered": true } },
        { "on": "tappedStop", "goTo": "stopped" }],
      "outputs": { "isPlaying": { "kind": "ui", "type": "bool", "value": "isIn('playing')" } } }
    """#

  @Test func `a cycle whose guard always holds again`() throws {
    let found = try findings(Self.player)
    #expect(
      found.filter { !$0.hasPrefix("state/unreachable") }.prefix(5) == [
        "state/eventless-loop 10:26+17 these states lead to each other without any event, so the step never comes to rest | buffering -> playing",
        "= playing -> buffering",
        "= entering `buffering` sets isBuffered = false, so the guard holds again",
        "= shortest trace: tappedPlay  (replay: states run Player.state.json --events tappedPlay)",
        "? let an event (for example `tappedPlay`) leave `buffering`",
      ])
  }

  @Test func `a countdown that takes longer than the limit is not a cycle`() throws {
    let found = try findings(
      #"""
      { "state": "Count", "format": 1, "limits": { "microsteps": 3 },
        "properties": { "left": { "type": "int", "initial": 0 } },
        "events": { "started": { "carries": { "left": "int" } } },
        "reducer": [
          { "on": "started", "set": { "left": "event.left" } },
          { "if": "left > 0 && left < 100", "set": { "left": "left - 1" } }],
        "outputs": { "isOver": { "kind": "ui", "type": "bool", "value": "left == 0" } } }
      """#)
    #expect(found == [])
  }

  @Test func `a finding after a timer can be replayed by waiting`() throws {
    let found = try findings(
      #"""
      { "state": "Timed", "format": 1,
        "inputs": { "span": { "type": "duration", "default": 2 } },
        "properties": { "n": { "type": "int", "initial": 1 } },
        "events": { "started": {}, "typed": { "carries": { "text": "string" } } },
        "initial": "idle",
        "states": [{ "state": "idle" }, { "state": "waiting" }],
        "reducer": [
          { "in": "idle", "on": "started", "goTo": "waiting" },
          { "in": "waiting", "after": "span", "set": { "n": "100 / (n - 1)" } },
          { "in": "waiting", "on": "typed", "if": "event.text == \"it's\"", "goTo": "idle" }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#)
    #expect(
      found.prefix(2) == [
        "expr/may-fail 9:56+13 `100 / (n - 1)` can fail: it divides by zero | when n is 1",
        "= shortest trace: started, timer waiting.1  (replay: printf '%s\\n' '\"started\"' '{\"wait\": \"2s\"}' | states run Timed.state.json)",
      ])
  }

  @Test(arguments: [
    (emits: "", output: "a ? 10 / n : 0", place: "13:"),
    (emits: #", "emit": [{ "log": { "v": "10 / n" } }]"#, output: "0", place: "11:"),
  ])
  func `a failure of what is only shown is found`(
    emits: String, output: String, place: String
  ) throws {
    let found = try findings(
      #"""
      { "state": "Shown", "format": 1,
        "properties": {
          "n": { "type": "int", "initial": 1 },
          "a": { "type": "bool", "initial": true } },
        "events": { "toggled": {}, "cleared": {} },
        "commands": { "log": { "carries": { "v": "int" } } },
        "reducer": [
          { "on": "toggled", "if": "a", "set": { "a": "false" } },
          { "on": "cleared", "if": "!a", "set": { "n": "0" } },
          { "on": "cleared" },
          { "on": "toggled", "set": { "a": "true" }\#(emits) }],
        "outputs": {
          "v": { "kind": "ui", "type": "int", "value": "\#(output)" } } }
      """#)
    #expect(found.contains { $0.hasPrefix("expr/may-fail \(place)") })
  }

  /// Makes a definition of two pages; a row with a guard enters the second one.
  private func pages(_ guarding: String, _ carried: String = "{}") -> String {
    #"""
    { "state": "Pages", "format": 1,
      "properties": { "count": { "type": "int", "initial": 0 } },
      "events": { "tapped": \#(carried), "leapt": {} },
      "initial": "first",
      "states": [{ "state": "first" }, { "state": "second" }],
      "reducer": [
        { "in": "first", "on": "tapped", "if": "count < 3", "set": { "count": "count + 1" } },
        { "in": "first", "on": "leapt", "if": "\#(guarding)", "goTo": "second" },
        { "in": "second", "on": "tapped", "goTo": "first" },
        { "on": "*" }],
      "outputs": {
        "count": { "kind": "ui", "type": "int", "value": "count" },
        "isSecond": { "kind": "ui", "type": "bool", "value": "isIn('second')" } } }
    """#
  }

  @Test func `a state behind a guard that never holds is reported by the guard`() throws {
    let found = try findings(pages("count > 3")).filter {
      $0.contains("expr/") || $0.contains("state/")
    }
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix(
        "expr/constant-guard 8:44+9 this guard is always false in every state that was explored (`count > 3`)"
      )
        == true, "\(found)")
  }

  @Test(arguments: ["count > 2", "count == 0"])
  func `a state behind a guard that may hold is not reported`(guarding: String) throws {
    #expect(try findings(pages(guarding)) == [])
  }

  /// `first` and its `inner` both handle `leapt`; the argument sets the actions of the row of
  /// `inner`.
  private func leaps(_ inner: String) -> String {
    #"""
    { "state": "Pages", "format": 1,
      "properties": { "isReady": { "type": "bool", "initial": false } },
      "events": { "tapped": {}, "leapt": {}, "readied": {} },
      "initial": "first",
      "states": [{ "state": "first", "initial": "inner", "states": [{ "state": "inner" }] },
                 { "state": "middle" }, { "state": "second" }],
      "reducer": [
        { "in": "inner", "on": "leapt"\#(inner) },
        { "in": "first", "on": "leapt", "goTo": "middle" },
        { "in": "middle", "on": "leapt", "goTo": "second" },
        { "in": ["middle", "second"], "on": "tapped", "goTo": "first" },
        { "on": "readied", "set": { "isReady": "!isReady" } }],
      "outputs": { "isReady": { "kind": "ui", "type": "bool", "value": "isReady" } } }
    """#
  }

  @Test func `a state behind a row that is never reached is reported, and not those behind it`()
    throws
  {
    #expect(
      try findings(leaps("")) == [
        "state/unreachable 6:26+6 no events lead to `middle`: every possible sequence was tried"
      ])
  }

  @Test func `a state behind a row that is sometimes reached is not reported`() throws {
    #expect(try findings(leaps(#", "if": "isReady""#)) == [])
  }

  @Test func `always and never are not reported if the exploration is incomplete`() throws {
    let text = #"""
      { "state": "Gate", "format": 1,
        "properties": { "isOpen": { "type": "bool", "initial": false } },
        "events": { "knocked": { "carries": { TYPE } }, "left": {} },
        "reducer": [
          { "on": "knocked", "if": "GUARD", "set": { "isOpen": true } },
          { "on": "left", "set": { "isOpen": false } }],
        "outputs": { "isOpen": { "kind": "ui", "type": "bool", "value": "isOpen" } } }
      """#
    func gate(_ type: String, _ condition: String) throws -> [String] {
      try findings(
        text.split(separator: "TYPE").joined(separator: type).split(separator: "GUARD")
          .joined(separator: condition))
    }
    #expect(
      try gate(#""word": "string""#, "event.word.startsWith('sesa') && event.word.endsWith('me')")
        == [])
    #expect(
      try gate(#""isLoud": "bool""#, "event.isLoud && isOpen") == [
        "expr/constant-guard 5:31+22 this guard is always false in every state that was explored (`event.isLoud && isOpen`)",
        "? the row never runs; write the condition that was meant",
      ])
  }

  @Test func `a guard that protects a cell of its row is not reported`() throws {
    let found = try findings(
      #"""
      { "state": "Note", "format": 1,
        "properties": { "text": { "type": "string?", "initial": null }, "count": { "type": "int", "initial": 0 } },
        "events": { "typed": { "carries": { "text": "string?" } }, "sent": {} },
        "reducer": [
          { "on": "typed", "set": { "text": "event.text" } },
          { "on": "sent", "if": "text == null", "set": { "count": 0 } },
          { "on": "sent", "if": "text != null", "set": { "count": "size(text)" } }],
        "outputs": { "count": { "kind": "ui", "type": "int", "value": "count" } } }
      """#)
    #expect(!found.contains { $0.hasPrefix("expr/constant-guard") })
  }

  @Test func `data that is only passed on does not prevent a proof`() throws {
    let found = try findings(
      #"""
      { "state": "Form", "format": 1,
        "properties": { "text": { "type": "string", "initial": "''" }, "isSent": { "type": "bool", "initial": false } },
        "events": { "typed": { "carries": { "text": "string" } }, "sent": {} },
        "reducer": [
          { "on": "typed", "set": { "text": "event.text" } },
          { "on": "sent", "if": "isSent", "set": { "isSent": true } }],
        "outputs": { "text": { "kind": "ui", "type": "string", "value": "text" },
                     "isSent": { "kind": "ui", "type": "bool", "value": "isSent" } } }
      """#)
    #expect(found.map { $0.prefix(25) }.contains("expr/constant-guard 6:28+"))
  }

  @Test func `irrelevant events are not tried, so the search goes deeper`() throws {
    let fields = ["street", "town", "country"]
    let properties = fields.map { #""\#($0)": { "type": "string", "initial": "''" }"# }
    let events = fields.map { #""\#($0)Typed": { "carries": { "text": "string" } }"# }
    let rows = fields.map {
      #"{ "on": "\#($0)Typed", "if": "event.text != \#($0) + '!'", "set": { "\#($0)": "event.text" } }"#
    }
    let found = try findings(
      #"""
      { "state": "Form", "format": 1,
        "properties": { "count": { "type": "int", "initial": 0 }, \#(properties.joined(separator: ", ")) },
        "events": { "added": {}, \#(events.joined(separator: ", ")) },
        "reducer": [ { "on": "added", "set": { "count": "count + 1" } }, \#(rows.joined(separator: ", ")) ],
        "invariants": { "fewEnough": "count < 9" },
        "outputs": { "address": { "kind": "ui", "type": "string", "value": "street + town + country" } } }
      """#)
    #expect(found.map { $0.prefix(17) }.contains("invariant/broken "))
    #expect(found.contains { $0.contains("shortest trace: added (9 times) ->") })
  }

  @Test(arguments: [
    (cell: "n + 1", fails: false), (cell: "n - 1000", fails: false),
    (cell: "n * 4611686018427387904", fails: true), (cell: "n + 9223372036854775800", fails: true),
    (cell: "10 / (n - 4)", fails: true),
  ])
  func `sums of small numbers do not overflow 64 bits`(cell: String, fails: Bool) throws {
    let found = try findings(
      #"""
      { "state": "Sum", "format": 1,
        "properties": { "n": { "type": "int", "initial": 1 }, "seen": { "type": "int", "initial": 0 } },
        "events": { "went": {}, "added": { "carries": { "by": "int" } } },
        "reducer": [ { "on": "went", "set": { "n": "n + 1" } }, { "on": "added", "set": { "n": "\#(cell)", "seen": "event.by" } } ],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" }, "seen": { "kind": "ui", "type": "int", "value": "seen" } } }
      """#)
    #expect(found.map { $0.prefix(13) }.contains("expr/may-fail") == fails)
  }

  @Test func `a guard that tests whether a text is empty may have either result`() throws {
    let found = try findings(
      #"""
      {
        "state": "Search", "format": 1,
        "properties": { "isOpen": { "type": "bool", "initial": false } },
        "events": { "typed": { "carries": { "text": "string" } }, "closed": {} },
        "reducer": [
          { "on": "typed", "if": "event.text.size() > 0", "set": { "isOpen": true } },
          { "on": "closed", "set": { "isOpen": false } }
        ],
        "outputs": { "isOpen": { "kind": "ui", "type": "bool", "value": "isOpen" } }
      }
      """#)
    #expect(found == [])
  }

  private func payments(_ row: String, _ slow: String = "true") throws -> [String] {
    try findings(
      #"""
      { "state": "Pay", "format": 1,
        "properties": { "isSlow": { "type": "bool", "initial": false }, "count": { "type": "int", "initial": 0 } },
        "events": { "tappedPay": {}, "ticked": {} },
        "reducer": [
          \#(row),
          { "on": "ticked", "if": "count == 5000", "set": { "isSlow": \#(slow) } },
          { "on": "ticked", "set": { "count": "count + 1" } }],
        "outputs": { "isSlow": { "kind": "ui", "type": "bool", "value": "isSlow" } } }
      """#, notes: true)
  }

  @Test func `a gap behind one boolean guard is found without the search`() throws {
    #expect(
      try payments(#"{ "on": "tappedPay", "if": "!isSlow", "set": { "count": 0 } }"#) == [
        "row/gap 5:26+15 `tappedPay` is denied when `isSlow`",
        "? end with a row without `if` to mean it",
      ])
  }

  @Test(arguments: [
    (
      "another row takes it then",
      #"{ "on": "tappedPay", "if": "!isSlow" }, { "on": "*", "if": "isSlow" }"#, "true"
    ),
    (
      "a guard that may always hold", #"{ "on": "tappedPay", "if": "count >= 0 || isSlow" }"#,
      "true"
    ),
    ("a value that never is so", #"{ "on": "tappedPay", "if": "!isSlow" }"#, "false"),
  ])
  func `an event that may never be denied is not reported`(
    _ name: String, _ row: String, _ slow: String
  ) throws {
    #expect(try payments(row, slow).filter { $0.hasPrefix("row/gap") } == [], "\(name)")
  }
}
