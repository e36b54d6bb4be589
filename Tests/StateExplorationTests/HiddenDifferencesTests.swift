import DiagnosticTexts
import StateChecks
import StateLinking
import StateModel
import Testing

@testable import StateExploration

/// Differences that stand behind a name, or beside another difference.
@Suite struct `Hidden differences` {
  private func changes(_ text: String, _ from: String, _ to: String) throws -> [String] {
    try #require(text.contains(from))
    return Differences(
      from: try DifferencesTests.checked(text),
      to: try DifferencesTests.checked(text.replacing(from, with: to)),
      oldName: "main", newPath: "S.state.json"
    ).changes.filter { $0.diagnostic.severity == .error }.map {
      "\($0.diagnostic.rule.rawValue): \(DiagnosticRenderer.english.message($0.diagnostic))"
    }
  }

  private static let counter = #"""
    { "state": "Counter", "format": 1,
      "types": { "Mode": { "enum": ["off", "on"] } },
      "functions": { "isFine": { "takes": { "x": "int" }, "gives": "bool", "value": "x >= 0" } },
      "properties": { "n": { "type": "int", "initial": 20 }, "mode": { "type": "Mode", "initial": "Mode.off" } },
      "events": { "digit": { "carries": { "value": "int" } }, "digit1": {}, "moded": { "carries": { "mode": "Mode" } } },
      "computed": { "isHigh": { "type": "bool", "value": "n >= 10" } },
      "reducer": [
        { "on": "digit", "if": "event.value == 1", "set": { "n": "20 / 1" } },
        { "on": "digit1", "set": { "n": "100 / 1" } },
        { "on": "moded", "set": { "mode": "event.mode" } } ],
      "outputs": { "shown": { "kind": "ui", "type": "int", "value": "n" }, "mode": { "kind": "ui", "type": "Mode", "value": "mode" } },
      "invariants": { "high": "isHigh", "fine": "isFine(n)", "calm": "mode != Mode.on || n < 200" } }
    """#

  /// The changes of a definition in which one member alone uses the type `Mode`.
  private func changesOfMode(
    in member: String, _ from: String, _ to: String
  ) throws -> [String] {
    try changes(
      #"""
      { "state": "S", "format": 1, "types": { "Mode": { "enum": ["off", "on"] } }, \#(member),
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "1" } } }
      """#, from, to)
  }

  @Test(arguments: [
    #""properties": { "m": { "type": "Mode", "initial": "Mode.on" } }"#,
    #""inputs": { "m": "Mode" }"#,
    #""initial": { "a": { "m": "Mode.on" } }, "states": [{ "state": "a", "carries": { "m": "Mode" } }]"#,
  ])
  func `a new case of a type that only snapshots hold`(member: String) throws {
    let user = member.contains("carries") ? "a" : "m"
    #expect(
      try changesOfMode(in: member, #""off", "on""#, #""off", "on", "auto""#) == [
        "breaking/snapshot: `Mode`, which `\(user)` uses, differs from main: `auto` was added"
      ])
  }

  @Test func `a new case of a type that only events carry breaks nothing`() throws {
    let events = #""events": { "moded": { "carries": { "m": "Mode" } } }, "reducer": []"#
    #expect(try changesOfMode(in: events, #""off", "on""#, #""off", "on", "auto""#).isEmpty)
  }

  @Test(arguments: [
    (#""off", "on", "auto""#, #""off", "on""#, "Mode", "`auto` was removed"),
    (#""n": "int""#, #""n": "double""#, "Size", "its fields differ"),
  ])
  func `a changed type under the rule of each who uses it`(
    from: String, to: String, type: String, words: String
  ) throws {
    let other = type == "Mode" ? "Size" : "Mode"
    let found = try changes(
      #"""
      { "state": "S", "format": 1,
        "types": { "Mode": { "enum": ["off", "on", "auto"] }, "Size": { "record": { "n": "int" } } },
        "inputs": { "first": "\#(type)" }, "properties": { "t": { "type": "\#(type)", "initial": "first" } },
        "events": { "went": { "carries": { "t": "\#(type)" } } }, "commands": { "save": { "carries": { "t": "\#(type)" } } },
        "reducer": [{ "on": "went", "set": { "t": "event.t" }, "emit": [{ "save": { "t": "t" } }] }],
        "outputs": { "out": { "kind": "ui", "type": "\#(type)", "value": "t" }, "other": { "kind": "ui", "type": "\#(other)?", "value": null } } }
      """#, from, to)
    let expected = [
      ("output", "out"), ("command", "save"), ("event-carries", "went"), ("input", "first"),
      ("snapshot", "t"),
    ].map { "breaking/\($0): `\(type)`, which `\($1)` uses, differs from main: \(words)" }
    #expect(found.filter { !$0.hasPrefix("behavior/") } == expected)
  }

  @Test func `another name for the type of a stored value breaks no snapshot`() throws {
    let property = #""properties": { "m": { "type": "Mode", "initial": "Mode.on" } }"#
    #expect(try changesOfMode(in: property, "Mode", "Power").isEmpty)
  }

  @Test func `another name for the type of a list is another initial value for none`() throws {
    func list(of type: String) throws -> CheckedDefinition {
      try DifferencesTests.checked(
        #"""
        { "state": "S", "format": 1, "types": { "\#(type)": { "enum": ["a"] } },
          "properties": { "l": { "type": "[\#(type)]", "initial": [] } },
          "outputs": { "n": { "kind": "ui", "type": "int", "value": "size(l)" } } }
        """#)
    }
    let found = Differences(
      from: try list(of: "A"), to: try list(of: "B"), oldName: "main", newPath: "S.state.json")
    #expect(found.changes.allSatisfy { $0.diagnostic.rule != .breakingInitial })
  }

  @Test func `an event whose name and data together are like another event`() throws {
    #expect(
      try changes(Self.counter, "100 / 1", "200 / 1") == [
        "behavior/changed: `digit1` makes `shown` 200, and made it 100 in main"
      ])
  }

  @Test func `two events that fail for different reasons`() throws {
    let found = try changes(
      Self.counter, #""n": "20 / 1" } },"#,
      #""n": "[1][n]" } }, { "on": "digit1", "if": "n > 0", "set": { "n": "1 / (n - n)" } },"#)
    #expect(
      found == [
        "behavior/changed: `digit` fails with `index`, and did not in main",
        "behavior/changed: `digit1` fails with `divideByZero`, and did not in main",
      ])
  }

  @Test(arguments: [
    ("n >= 10", "n >= 15", "high", "isHigh"), ("x >= 0", "x >= 5", "fine", "isFine(n)"),
  ])
  func `an invariant whose computed value or function is stricter`(
    _ from: String, _ to: String, _ name: String, _ condition: String
  ) throws {
    #expect(
      try changes(Self.counter, from, to) == [
        "breaking/invariant: invariant `\(name)` was `\(condition)` in main: an old snapshot may break the new condition"
      ])
  }

  @Test(arguments: [
    (
      #""low": { "type": "bool", "value": "n > 3" }, "high": { "type": "bool", "value": "n > 7" }"#,
      #""low": { "type": "bool", "value": "n > 7" }, "high": { "type": "bool", "value": "n > 3" }"#
    ),
    ("x >= 0", "x >= 5"),
  ])
  func `an invariant behind values that are computed in another manner`(
    _ from: String, _ to: String
  ) throws {
    let text = #"""
      { "state": "Counter", "format": 1, "properties": { "n": { "type": "int", "initial": 20 } },
        "functions": { "isFine": { "takes": { "x": "int" }, "gives": "bool", "value": "x >= 0" } },
        "computed": { "ok": { "type": "bool", "value": "isFine(n)" },
          "low": { "type": "bool", "value": "n > 3" }, "high": { "type": "bool", "value": "n > 7" } },
        "events": { "tapped": {} }, "reducer": [{ "on": "tapped", "set": { "n": "n + 1" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } },
        "invariants": { "fine": "(ok && n > -5) && (low || high && n == 0)" } }
      """#
    #expect(try changes(text, from, to).map { $0.prefix(18) } == ["breaking/invariant"])
  }

  @Test func `an invariant whose enum has another order and another name`() throws {
    let changed = Self.counter.replacing(#"["off", "on"]"#, with: #"["on", "off"]"#)
    let found = Differences(
      from: try DifferencesTests.checked(Self.counter),
      to: try DifferencesTests.checked(
        changed.replacing("mode != Mode.on", with: "mode != Mode.off")),
      oldName: "main", newPath: "S.state.json"
    ).changes.map(\.diagnostic).filter { $0.rule == .breakingInvariant }
    #expect(found.map(\.location.pointer.text) == ["/invariants/calm"])
  }

  @Test func `a function whose parameter has the old name of a property`() throws {
    let old = #"""
      { "state": "Bill", "format": 1,
        "properties": { "used": { "type": "int", "initial": 1, "stored": false } },
        "functions": { "left": { "takes": { "total": "int", "used": "int" }, "gives": "int", "value": "total - used" } },
        "events": { "added": {} }, "reducer": [{ "on": "added", "set": { "used": "used + 1" } }],
        "outputs": { "left": { "kind": "ui", "type": "int", "value": "left(10, used)" } } }
      """#
    let new = old.replacing(#""used": { "type""#, with: #""total": { "type""#)
      .replacing(#""used": "used + 1""#, with: #""total": "total + 1""#)
      .replacing("left(10, used)", with: "left(10, total)")
    func changes(_ new: String) throws -> [String] {
      Differences(
        from: try DifferencesTests.checked(old), to: try DifferencesTests.checked(new),
        oldName: "main", newPath: "S.state.json"
      ).changes.filter { $0.diagnostic.severity == .error }.map {
        DiagnosticRenderer.english.message($0.diagnostic)
      }
    }
    #expect(try changes(new) == [])
    #expect(
      try changes(new.replacing("total - used", with: "total - total")) == [
        "the start makes `left` 0, and made it 9 in main"
      ])
  }

  @Test func `a removed input, by each of its values`() throws {
    let old = #"""
      { "state": "Card", "format": 1, "inputs": { "isPremium": { "type": "bool", "default": false } },
        "properties": { "isOn": { "type": "bool", "initial": false } },
        "events": { "flipped": {} }, "reducer": [{ "on": "flipped", "set": { "isOn": "!isOn" } }],
        "outputs": { "title": { "kind": "ui", "type": "string", "value": "isOn ? (isPremium ? 'gold' : 'on') : 'off'" } } }
      """#
    let new = old.replacing(
      #" "inputs": { "isPremium": { "type": "bool", "default": false } },"#, with: ""
    ).replacing("(isPremium ? 'gold' : 'on')", with: "'on'")
    let messages = Differences(
      from: try DifferencesTests.checked(old), to: try DifferencesTests.checked(new),
      oldName: "main", newPath: "S.state.json"
    ).changes.map { DiagnosticRenderer.english.message($0.diagnostic) }
    #expect(messages.contains(#"`flipped` makes `title` "on", and made it "gold" in main"#))
  }

  @Test(arguments: [
    (
      "duration(isFast ? '0s' : '5s')",
      "a restore fails with `argument`, and did not in main"
    ),
    (
      "duration(isFast ? '3s' : '5s')",
      "a restore starts the timer `on.1` (every 3s), and did not in main"
    ),
  ])
  func `a period that only a restore computes again`(_ period: String, _ message: String) throws {
    let text = #"""
      { "state": "Poll", "format": 1,
        "properties": { "isFast": { "type": "bool", "initial": false }, "isEven": { "type": "bool", "initial": true } },
        "computed": { "period": { "type": "duration", "value": "duration(isFast ? '5s' : '5s')" } },
        "events": { "hurried": {} }, "initial": "on", "states": [{ "state": "on" }],
        "reducer": [{ "in": "on", "every": "period", "set": { "isEven": "!isEven" } }, { "on": "hurried", "set": { "isFast": true } }],
        "outputs": { "isEven": { "kind": "ui", "type": "bool", "value": "isEven" } } }
      """#
    #expect(
      try changes(text, "duration(isFast ? '5s' : '5s')", period) == [
        "behavior/changed: \(message)"
      ])
  }

  @Test func `two regions in another order, whose timers may be due together`() throws {
    func duo(_ regions: String, _ time: Int = 5) throws -> CheckedDefinition {
      try DifferencesTests.checked(
        #"""
        { "state": "Duo", "format": 1, "properties": { "x": { "type": "int", "initial": 1 } },
          "initial": "both", "states": [{ "state": "both", "parallel": true, "states": [\#(regions)] }],
          "reducer": [{ "in": "l1", "after": 5, "set": { "x": "x * 2" } }, { "in": "r1", "after": \#(time), "set": { "x": "x + 1" } }],
          "outputs": { "x": { "kind": "ui", "type": "int", "value": "x" } } }
        """#)
    }
    let left = #"{ "state": "l", "initial": "l1", "states": [{ "state": "l1" }] }"#
    let right = #"{ "state": "r", "initial": "r1", "states": [{ "state": "r1" }] }"#
    let messages = Differences(
      from: try duo("\(left), \(right)"), to: try duo("\(right), \(left)"), oldName: "main",
      newPath: "S.state.json"
    ).changes.map { DiagnosticRenderer.english.message($0.diagnostic) }
    #expect(
      messages.contains(
        "the start starts the timers `r1.1`, `l1.1` in this order, and started `l1.1`, `r1.1` in main"
      ), "\(messages)")
    // Timers of 5 and 8 seconds that start together are never due together.
    let apart = Differences(
      from: try duo("\(left), \(right)", 8), to: try duo("\(right), \(left)", 8), oldName: "main",
      newPath: "S.state.json"
    ).changes.filter { $0.diagnostic.severity == .error }
    #expect(apart.isEmpty)
  }

  @Test func `a renamed field of a command or an event`() throws {
    let text = #"""
      { "state": "Lock", "format": 1,
        "properties": { "fails": { "type": "int", "initial": 0 }, "name": { "type": "string", "initial": "''" } },
        "events": { "failed": {}, "typed": { "carries": { "text": "string" } } },
        "commands": { "log": { "carries": { "count": "int", "hint": "string" } } },
        "reducer": [
          { "on": "failed", "if": "fails >= 2", "emit": [{ "log": { "count": "fails", "hint": "name" } }] },
          { "on": "failed", "set": { "fails": "fails + 1" } }, { "on": "typed", "set": { "name": "event.text" } }],
        "outputs": { "name": { "kind": "ui", "type": "string", "value": "name" } } }
      """#
    func behavior(_ from: String, _ to: String) throws -> [String] {
      let renamed = text.replacing(#""count":"#, with: #""number":"#)
        .replacing(#""text": "string""#, with: #""words": "string""#)
        .replacing("event.text", with: "event.words")
      try #require(renamed.contains(from))
      return Differences(
        from: try DifferencesTests.checked(text),
        to: try DifferencesTests.checked(renamed.replacing(from, with: to)),
        oldName: "main", newPath: "S.state.json"
      ).changes.filter {
        $0.diagnostic.severity == .error && $0.diagnostic.rule == .behaviorChanged
      }
      .map { DiagnosticRenderer.english.message($0.diagnostic) }
    }
    #expect(try behavior("fails >= 2", "fails >= 2") == [])
    #expect(
      try behavior("fails >= 2", "fails > 2") == [
        #"`failed` emits nothing, and emitted `log {"number": 2, "hint": ""}` in main"#
      ])
    #expect(
      try behavior("event.words", "event.words + '!'").contains {
        $0.hasPrefix("`typed` makes `name`")
      })
  }
}
