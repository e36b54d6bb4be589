import DiagnosticTexts
import StateChecks
import StateLinking
import StateModel
import Testing

@testable import StateExploration

/// The reported differences of timers.
@Suite("Differences of timers") struct TimerDifferencesTests {
  private func lamp(_ rows: String) throws -> CheckedDefinition {
    try DifferencesTests.checked(
      #"""
      { "state": "Lamp", "format": 1, "initial": "a", "events": { "went": {}, "left": {} },
        "properties": { "n": { "type": "int", "initial": 0 } },
        "commands": { "ping": {}, "pong": {} }, "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [\#(rows), { "in": "a", "on": "went", "goTo": "b" }, { "in": "b", "on": "left", "goTo": "a" }],
        "outputs": { "isOn": { "kind": "ui", "type": "bool", "value": "isIn('b')" }, "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#)
  }

  private func reported(_ old: String, _ new: String) throws -> [String] {
    Differences(
      from: try lamp(old), to: try lamp(new), oldName: "main", newPath: "Lamp.state.json"
    ).changes.map { DiagnosticRenderer.english.message($0.diagnostic) }
  }

  private static let untried = "pairs of states were compared: not all were tried"

  private static let minute = #"{ "in": "b", "every": 60, "emit": ["ping"] }"#
  private static let pong = #"{ "in": "b", "after": 5, "emit": ["pong"] }"#

  @Test(arguments: [
    (
      "another period", minute, #"{ "in": "b", "every": 90, "emit": ["ping"] }"#,
      ["`every` in `b` is `90s`, and was `60s` in main"]
    ),
    (
      "another period in two states", #"{ "in": ["a", "b"], "every": 60, "emit": ["ping"] }"#,
      #"{ "in": ["a", "b"], "every": 90, "emit": ["ping"] }"#,
      ["`every` in `a` and `b` is `90s`, and was `60s` in main"]
    ),
    (
      "once instead of again and again", minute,
      #"{ "in": "b", "after": 60, "emit": ["ping"] }"#,
      ["`after` in `b` is `60s`, and was `every` `60s` in main"]
    ),
    (
      "no timer", minute, #"{ "in": "a", "on": "left", "emit": ["ping"] }"#,
      ["`every` `60s` in `b` was removed", "`left` emits `ping`, and emitted nothing in main"]
    ),
    (
      "one more, which counts before the other", minute,
      #"{ "in": "b", "every": 7, "set": { "n": "n + 1" } }, \#(minute)"#,
      ["`every` `7s` in `b` is new"]
    ),
    (
      "one less, which counted before the other", "\(pong), \(minute)", minute,
      ["`after` `5s` in `b` was removed"]
    ),
    (
      "in another order", "\(pong), \(minute)", "\(minute), \(pong)",
      [
        "`every` `60s` in `b` is timer 1 of its state, and was timer 2 in main: stored snapshots and recordings name it by that number",
        "`after` `5s` in `b` is timer 2 of its state, and was timer 1 in main: stored snapshots and recordings name it by that number",
        "`went` starts the timers `b.1`, `b.2` in this order, and started `b.2`, `b.1` in main",
      ]
    ),
    (
      "another effect", minute, #"{ "in": "b", "every": 60, "emit": ["pong"] }"#,
      [
        "the timer `b.1` emits `pong`, and emitted nothing in main",
        "the timer `b.1` emits nothing, and emitted `ping` in main",
      ]
    ),
    (
      "another time that fails", minute,
      #"{ "in": "b", "every": "duration(string(n) + 'x')", "emit": ["ping"] }"#,
      [
        "`every` in `b` is `duration(string(n) + 'x')`, and was `60s` in main",
        "`went` fails with `conversion`, and did not in main",
      ]
    ),
    (
      "a time that failed",
      #"{ "in": "b", "every": "duration(string(n) + 'x')", "emit": ["ping"] }"#,
      minute,
      [
        "`every` in `b` is `60s`, and was `duration(string(n) + 'x')` in main",
        "`went` no longer fails with `conversion`, as in main",
      ]
    ),
    (
      "a time that fails at the start", #"{ "in": "a", "every": 60, "emit": ["ping"] }"#,
      #"{ "in": "a", "every": "duration(string(n) + 'x')", "emit": ["ping"] }"#,
      [
        "`every` in `a` is `duration(string(n) + 'x')`, and was `60s` in main",
        "the start fails with `conversion`, and did not in main",
      ]
    ),
  ])
  func `each change is reported once`(
    name: String, old: String, new: String, expected: [String]
  ) throws {
    let messages = try reported(old, new).filter { !$0.hasSuffix(Self.untried) }
    #expect(messages.count == expected.count, "\(messages)")
    for words in expected { #expect(messages.contains { $0.contains(words) }, "\(messages)") }
  }

  @Test(arguments: [
    (#""after": 5"#, #""after": 9"#), (#""every": 5"#, #""every": 9"#),
  ])
  func `a row that changes to another timer of its state is another behavior`(
    time: String, other: String
  ) throws {
    let first = #"{ "in": "a", \#(time), "if": "n > 0", "emit": ["ping"] }"#
    let second = #"{ "in": "a", \#(other), "if": "n > 0", "emit": ["pong"] }"#
    func rows(_ time: String) -> String {
      "\(first), \(second), " + #"{ "in": "a", \#(time), "goTo": "b" }"#
    }
    #expect(try reported(rows(time), rows(time)).isEmpty)
    #expect(
      try reported(rows(time), rows(other)).contains(
        "the timer `a.1` makes `isOn` false, and made it true in main"))
  }

  @Test func `renaming a state keeps its timers matched`() throws {
    let new = try lamp(Self.minute)
    let old = try DifferencesTests.checked(
      #"""
      { "state": "Lamp", "format": 1, "initial": "a", "events": { "went": {}, "left": {} },
        "properties": { "n": { "type": "int", "initial": 0 } },
        "commands": { "ping": {}, "pong": {} }, "states": [{ "state": "a" }, { "state": "c" }],
        "reducer": [{ "in": "c", "every": 60, "emit": ["ping"] }, { "in": "a", "on": "went", "goTo": "c" }, { "in": "c", "on": "left", "goTo": "a" }],
        "outputs": { "isOn": { "kind": "ui", "type": "bool", "value": "isIn('c')" }, "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#)
    let changes = Differences(from: old, to: new, oldName: "main", newPath: "Lamp.state.json")
      .changes
    #expect(changes.map(\.fact) == [.renamed(.state, "c", to: "b")])
  }

  @Test func `a removed timer is reported in the old file`() throws {
    let changes = Differences(
      from: try lamp("\(Self.pong), \(Self.minute)"), to: try lamp(Self.minute), oldName: "main",
      newPath: "Lamp.state.json"
    ).changes
    let errors = changes.filter { $0.diagnostic.severity != .note }
    #expect(errors.map(\.isInOld) == [true])
    #expect(errors.map(\.diagnostic.location) == [.init("/reducer/0/after")])
  }

  @Test(arguments: [
    (minute, #"{ "in": "b", "after": 60, "emit": ["ping"] }"#), ("\(pong), \(minute)", minute),
    (minute, "\(pong), \(minute)"),
  ])
  func `a timer that only one version runs is not tried, and that is said`(
    old: String, new: String
  ) throws {
    #expect(try reported(old, new).contains { $0.hasSuffix(Self.untried) })
  }

  @Test(arguments: [
    (
      #""initial": "home", "states": [{ "state": "home" }, { "state": "settings" }, { "state": "toast" }]"#,
      #"{ "in": "settings", "on": "saved", "goTo": "toast" }, { "in": "toast", "after": 3, "goTo": "settings" },"#,
      "`saved` starts the timer `toast.1` (after 3s), and did not in main"
    ),
    (
      #""initial": "splash", "states": [{ "state": "home" }, { "state": "settings" }, { "state": "splash" }]"#,
      #"{ "in": "settings", "on": "saved", "goTo": "home" }, { "in": "splash", "every": 2, "goTo": "home" },"#,
      "the start starts the timer `splash.1` (every 2s), and did not in main"
    ),
  ])
  func `a timer of a new state is a difference when it starts`(
    states: String, rows: String, message: String
  ) throws {
    func screen(_ states: String, _ rows: String) throws -> CheckedDefinition {
      try DifferencesTests.checked(
        #"""
        { "state": "Save", "format": 1, "events": { "saved": {}, "opened": {} }, \#(states),
          "reducer": [\#(rows) { "on": "opened", "goTo": "settings" }],
          "outputs": { "isHome": { "kind": "ui", "type": "bool", "value": "!isIn('settings')" } } }
        """#)
    }
    let old = try screen(
      #""initial": "home", "states": [{ "state": "home" }, { "state": "settings" }]"#,
      #"{ "in": "settings", "on": "saved", "goTo": "home" },"#)
    let changes = Differences(
      from: old, to: try screen(states, rows), oldName: "main", newPath: "Save.state.json"
    ).changes.map(\.diagnostic)
    let messages = changes.map { DiagnosticRenderer.english.message($0) }
    #expect(messages.contains(message), "\(messages)")
    #expect(changes.first { $0.severity == .error } != nil)
  }

  private func race(_ value: Int, _ rows: String) throws -> CheckedDefinition {
    try DifferencesTests.checked(
      #"""
      { "state": "Race", "format": 1, "properties": { "n": { "type": "int", "initial": 0 } }, "events": { "again": {}, "reset": {} },
        "initial": "p", "states": [{ "state": "p", "parallel": true, "states": [
          { "state": "l", "initial": "l1", "states": [{ "state": "l1" }, { "state": "l2" }] },
          { "state": "r", "initial": "r1", "states": [{ "state": "r1" }, { "state": "r2" }] }] }],
        "reducer": [\#(rows){ "on": "reset", "set": { "n": 0 } }, { "in": "l1", "after": 6, "goTo": "l2" },
          { "in": "r1", "after": 10, "set": { "n": "isIn('l1') ? \#(value) : 1" }, "goTo": "r2" }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#)
  }

  private func raced(_ rows: String) throws -> [String] {
    Differences(
      from: try race(7, rows), to: try race(8, rows), oldName: "main", newPath: "S.state.json"
    ).changes.map {
      "\($0.diagnostic.severity): \(DiagnosticRenderer.english.message($0.diagnostic))"
    }
  }

  @Test func `a difference behind timers for which no times are found is a note`() throws {
    #expect(
      try raced("") == [
        "note: the timer `r1.1` makes `n` 8, and made it 7 in main",
        "note: `Race` has another meaning than in main, and 7 \(Self.untried)",
      ])
  }

  @Test func `a difference behind timers is found at a time that is possible`() throws {
    #expect(
      try raced(#"{ "in": "l", "on": "again", "goTo": "l1", "reenter": true }, "#) == [
        "error: the timer `r1.1` makes `n` 8, and made it 7 in main"
      ])
  }
}
