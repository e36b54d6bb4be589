import DiagnosticTexts
import StateChecks
import StateModel
import Testing

@testable import StateExploration

/// Cells that look protected, and failures that the shortest path does not show.
@Suite struct `Hidden failures` {
  private func findings(_ text: String) throws -> [Diagnostic] {
    SemanticChecks.diagnostics(of: try DifferencesTests.checked(text), path: "S.state.json").filter
    {
      [.exprMayFail, .stateEventlessLoop, .invariantBroken].contains($0.rule)
    }
  }

  private func failures(_ text: String) throws -> [String] {
    try findings(text).map { DiagnosticRenderer.english.message($0) }
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
      #""if": "n != 0", "set": { "n": 0 }, "emit": [{ "log": { "x": "10 / n" } }]"#,
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
    (
      #""if": "positive != 0", "set": [{ "l": [] }, { "x": "10 / positive" }]"#,
      "`10 / positive` can fail: it divides by zero"
    ),
  ])
  func `of a cell whose guard the row itself makes false`(row: String, message: String) throws {
    // The text of an event keeps the exploration from being a proof.
    let found = try failures(
      #"""
      { "state": "Neg", "format": 1,
        "properties": { "n": { "type": "int", "initial": 1 }, "x": { "type": "int", "initial": 0 }, "l": { "type": "[int]", "initial": [1] }, "typed": { "type": "string", "initial": "''" } },
        "computed": { "isAny": { "type": "bool", "value": "size(l) > 0" }, "positive": { "type": "int", "value": "size(l.filter(i, i > 0))" } },
        "commands": { "log": { "carries": { "x": "int" } } },
        "events": { "entered": { "carries": { "text": "string" } }, "went": {} },
        "reducer": [{ "on": "entered", "if": "event.text < 'm'", "set": { "typed": "event.text" } }, { "on": "went", \#(row) }],
        "outputs": { "x": { "kind": "ui", "type": "int", "value": "x + size(l)" }, "typed": { "kind": "ui", "type": "string", "value": "typed" } } }
      """#)
    #expect(found == [message])
  }

  @Test(arguments: [
    (#""l[n]": "5""#, "`l[n]` can fail: there is no such index", true),
    (#""m[n]": "l[n]""#, "`l[n]` can fail: there is no such index", false),
    (#""m[n + n]": "l[n]""#, "`l[n]` can fail: there is no such index", false),
    (#""n": "l[n]""#, "`l[n]` can fail: there is no such index", false),
  ])
  func `of a path or of the value that is written to it`(
    set: String, message: String, isKey: Bool
  ) throws {
    let found = try findings(
      #"""
      { "state": "Paths", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 }, "l": { "type": "[int]", "initial": [1] }, "m": { "type": "[int: int]", "initial": "{}" } },
        "events": { "counted": {}, "went": {}, "turned": {} },
        "initial": "a", "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "on": "counted", "if": "n < 3", "set": { "n": "n + 1" } },
          { "in": ["a", "b"], "on": "went", "set": { \#(set) } },
          { "in": "a", "on": "turned", "goTo": "b" }, { "in": "b", "on": "turned", "goTo": "a" }],
        "outputs": { "x": { "kind": "ui", "type": "int", "value": "n + size(l) + size(m)" } } }
      """#)
    #expect(found.map { DiagnosticRenderer.english.message($0) } == [message])
    #expect(found.map(\.location.isKey) == [isKey])
  }

  /// A union whose first case has more values than are tried.
  @Test(arguments: ["event.reply.failure.isFatal", "!event.reply.failure.isFatal"])
  func `of the data of a later case of a union`(condition: String) throws {
    let found = try failures(
      #"""
      { "state": "Asks", "format": 1,
        "types": { "Reply": { "union": { "done": { "a": "int", "b": "int" }, "failure": { "isFatal": "bool" } } } },
        "properties": { "n": { "type": "int", "initial": 1 }, "sum": { "type": "int", "initial": 1 } },
        "events": { "answered": { "carries": { "reply": "Reply" } }, "left": {} },
        "reducer": [{ "on": "answered", "if": "has(event.reply.failure) && \#(condition)", "set": { "n": 0 } },
          { "on": "answered", "if": "has(event.reply.done) && event.reply.done.a < event.reply.done.b", "set": { "sum": "event.reply.done.a" } },
          { "on": "left", "set": { "sum": "6 / n" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n + sum" } } }
      """#)
    #expect(found == ["`6 / n` can fail: it divides by zero"])
  }

  @Test(arguments: [
    (#""if": "10 / n > 0""#, "when n is 0"),
    (#""let": { "k": "10 / n" }, "set": { "x": "k" }"#, "when n is 0"),
    (#""set": { "x": "10 / n" }"#, "when n is 0"),
    (#""set": [{ "x": "10 / n" }, { "n": 1 }]"#, "when n is 0"),
    (#""set": [{ "n": "n - 1" }, { "x": "10 / n" }]"#, "when n is 1 before the step"),
    (
      #""set": { "n": "n - 1" }, "emit": [{ "log": { "x": "10 / n" } }]"#,
      "when n is 1 before the step"
    ),
  ])
  func `show the values that the cell reads, or say that they are those of before`(
    row: String, label: String
  ) throws {
    let found = try findings(
      #"""
      { "state": "Neg", "format": 1, "inputs": { "isOne": { "type": "bool" } },
        "properties": { "n": { "type": "int", "initial": "isOne ? 1 : 0" }, "x": { "type": "int", "initial": 0 } },
        "commands": { "log": { "carries": { "x": "int" } } }, "events": { "went": {} },
        "reducer": [{ "on": "went", \#(row) }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n + x" } } }
      """#)
    #expect(found.map(DiagnosticRenderer.english.label) == [label])
  }

  @Test(arguments: [
    #""if": "n != 0", "set": [{ "x": 0 }, { "x": "10 / n" }]"#,
    #""if": "n != 0", "set": { "x": "10 / n", "n": 0 }"#,
    #""if": "size(l) > 0", "set": [{ "l[0]": 5 }, { "x": "1" }], "emit": [{ "log": { "x": "x" } }]"#,
  ])
  func `are no findings where the guard still holds`(row: String) throws {
    let found = try failures(
      #"""
      { "state": "Neg", "format": 1,
        "properties": { "n": { "type": "int", "initial": 1 }, "x": { "type": "int", "initial": 0 }, "l": { "type": "[int]", "initial": [1] }, "typed": { "type": "string", "initial": "''" } },
        "commands": { "log": { "carries": { "x": "int" } } },
        "events": { "entered": { "carries": { "text": "string" } }, "went": {} },
        "reducer": [{ "on": "entered", "set": { "typed": "event.text" } }, { "on": "went", \#(row) }],
        "outputs": { "x": { "kind": "ui", "type": "int", "value": "x + size(l)" }, "typed": { "kind": "ui", "type": "string", "value": "typed" } } }
      """#)
    #expect(found == [])
  }

  /// Two timers: the shortest path to (a2, b1) fires the later one first.
  private func race(_ row: String, _ after: Int = 8) -> String {
    #"""
    { "state": "Race", "format": 1,
      "properties": { "n": { "type": "int", "initial": 0 } }, "events": { "undone": {}, "split": {}, "again": { "from": "self" } },
      "initial": "both", "states": [{ "state": "both", "parallel": true, "states": [
        { "state": "left", "initial": "a1", "states": [{ "state": "a1" }, { "state": "a2" }] },
        { "state": "right", "initial": "b1", "states": [{ "state": "b1" }, { "state": "b2" }] } ] }],
      "reducer": [
        { "in": "a1", "after": \#(after), "goTo": "a2" }, { "in": "b1", "after": 5, "goTo": "b2" },
        { "in": "b2", "on": "undone", "goTo": "b1" }, { "in": "a2", "on": "undone", "goTo": "a1" }, \#(row)],
      "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
    """#
  }

  @Test(arguments: [
    (
      #"{ "in": "a2", "on": "split", "if": "isIn('b1')", "set": { "n": "10 / n" } }"#,
      "`10 / n` can fail: it divides by zero"
    ),
    (
      #"{ "in": "a2", "on": "split", "if": "isIn('b1')", "set": { "n": 1 }, "raise": ["again"] }, { "on": "again", "if": "n > 0", "raise": ["again"] }"#,
      "this row runs again and again without any event, so the step never comes to rest"
    ),
  ])
  func `behind timers that cannot fire in the order of the shortest path`(
    row: String, message: String
  ) throws {
    #expect(try failures(race(row)) == [message])
  }

  @Test func `behind an event between two timers`() throws {
    let text = #"""
      { "state": "Race", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } }, "events": { "went": {}, "hit": {} },
        "initial": "both", "states": [{ "state": "both", "parallel": true, "states": [
          { "state": "left", "initial": "a1", "states": [{ "state": "a1" }, { "state": "a2" }] },
          { "state": "right", "initial": "b1", "states": [{ "state": "b1" }, { "state": "b2" }, { "state": "b3" }] } ] }],
        "reducer": [
          { "in": "a1", "after": 5, "goTo": "a2" }, { "in": "b1", "on": "went", "if": "isIn('a1')", "goTo": "b2" },
          { "in": "b2", "after": 3, "goTo": "b3" }, { "in": "b2", "on": "hit", "if": "isIn('a2')", "set": { "n": "1 / n" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#
    let found = SemanticChecks.diagnostics(
      of: try DifferencesTests.checked(text), path: "S.state.json"
    ).filter { $0.rule == .exprMayFail }
    let notes = found.flatMap(\.notes).compactMap { note -> String? in
      if case .text(let text) = note.fact { text } else { nil }
    }
    #expect(
      notes == [
        #"trace: went, timer a1.1, hit  (replay: printf '%s\n' '{"wait": "4s"}' '"went"' '{"wait": "1s"}' '"hit"' | states run S.state.json)"#
      ])
  }

  @Test func `behind two timers that are due together`() throws {
    let row =
      #"{ "in": "b2", "on": "split", "if": "isIn('a2')", "set": { "n": "10 / n" } }"#
    let found = SemanticChecks.diagnostics(
      of: try DifferencesTests.checked(race(row, 5)), path: "S.state.json"
    ).filter { $0.rule == .exprMayFail }
    #expect(found.map(\.severity) == [.warning])
    let notes = found.flatMap(\.notes).compactMap { note -> String? in
      if case .text(let text) = note.fact { text } else { nil }
    }
    #expect(
      notes == [
        #"shortest trace: timer a1.1, timer b1.1, split  (replay: printf '%s\n' '{"wait": "5s"}' '"split"' | states run S.state.json)"#
      ])
  }

  @Test func `behind timers for which no times are found are notes`() throws {
    // The timer of a1 is always due before that of b1, which starts with it.
    let text = race(
      #"{ "in": "b2", "on": "split", "if": "isIn('a1')", "set": { "n": "10 / n" } }"#, 3
    ).replacing(#", { "in": "a2", "on": "undone", "goTo": "a1" }"#, with: "")
    var limits = SemanticChecks.Limits()
    limits.hasNotes = true
    let found = SemanticChecks.diagnostics(
      of: try DifferencesTests.checked(text), path: "S.state.json", limits: limits
    ).filter { $0.rule == .exprMayFail }
    #expect(found.map(\.severity) == [.note])
    #expect(
      found.map { DiagnosticRenderer.english.message($0) } == [
        "this fails after timers in an order for which no times were found"
      ])
  }

  @Test func `of an invariant name the last step of the path that is possible`() throws {
    let text = race("").replacing(#"{ "in": "a2", "on": "undone", "goTo": "a1" }, "#, with: "")
      .replacing(
        #""on": "undone", "goTo": "b1" }, ]"#,
        with: #""on": "undone", "if": "isIn('a2')", "goTo": "b1" }]"#
      )
      .replacing(
        "\"outputs\"", with: #""invariants": { "never": "!(isIn('a2') && isIn('b1'))" }, "outputs""#
      )
    let found = SemanticChecks.diagnostics(
      of: try DifferencesTests.checked(text), path: "S.state.json"
    ).filter { $0.rule == .invariantBroken }
    #expect(
      found.map { DiagnosticRenderer.english.message($0) } == [
        "`undone` can break the invariant `never` (!(isIn('a2') && isIn('b1')))"
      ])
  }

  @Test(arguments: [
    ("xs[level].charAt(1)", "`xs[level].charAt(1)` can fail: there is no such index"),
    ("xs[0].substring(1 + level)", "`xs[0].substring(1 + level)` can fail: there is no such index"),
    ("string(part(level) + 10 / (level + 2))", "it divides by zero"),
    ("string(price + prices['a'])", "there is no such key"),
  ])
  func `are blamed on a part only if no other part can fail alike`(
    cell: String, words: String
  ) throws {
    let found = try failures(
      #"""
      { "state": "S", "format": 1,
        "functions": { "part": { "takes": { "of": "int" }, "gives": "int", "value": "20 / of" } },
        "properties": {
          "level": { "type": "int", "initial": 0 }, "xs": { "type": "[string]", "initial": ["''", "'b'"] },
          "prices": { "type": "[string: int]", "initial": "{'a': 1}" }, "key": { "type": "string", "initial": "'b'" },
          "shown": { "type": "string", "initial": "''" } },
        "computed": { "price": { "type": "int", "value": "prices[key]" } },
        "events": { "pressed": {}, "swapped": {}, "changed": {}, "paid": {} },
        "reducer": [
          { "on": "swapped", "set": { "level": "1 - level" } }, { "on": "changed", "set": { "key": "'a'" } },
          { "on": "paid", "set": { "xs": ["'a'", "'c'"], "prices": "{'a': 2}" } },
          { "on": "pressed", "set": { "shown": "\#(cell)" } }],
        "outputs": { "shown": { "kind": "ui", "type": "string", "value": "shown" } } }
      """#)
    let whole = words.hasPrefix("`") ? words : "`\(cell)` can fail: \(words)"
    #expect(found == [whole])
  }

  @Test func `when two timers are due together`() throws {
    let found = try failures(
      #"""
      { "state": "Egg", "format": 1, "properties": { "blinks": { "type": "int", "initial": 0 } },
        "events": { "started": {} }, "commands": { "ring": { "carries": { "pitch": "int" } } },
        "initial": "setting", "states": [{ "state": "setting" }, { "state": "running" }],
        "reducer": [
          { "in": "setting", "on": "started", "set": { "blinks": 0 }, "goTo": "running" },
          { "in": "running", "after": 60, "emit": [{ "ring": { "pitch": "10 / blinks" } }], "goTo": "setting" },
          { "in": "running", "every": 20, "set": { "blinks": "(blinks + 1) % 2" } }],
        "outputs": { "blinks": { "kind": "ui", "type": "int", "value": "blinks" } } }
      """#)
    #expect(found == ["`10 / blinks` can fail: it divides by zero"])
  }

  @Test func `by the limit of microsteps are no loop if the step ends with a higher limit`() throws
  {
    func chain(_ limit: Int) -> String {
      #"""
      { "state": "Chain", "format": 1, "limits": { "microsteps": \#(limit) },
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "went": {}, "again": { "from": "self" } },
        "reducer": [
          { "on": "went", "raise": ["again", "again", "again", "again", "again"] },
          { "on": "*", "set": { "n": 1 } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#
    }
    #expect(try failures(chain(9)) == [])
    let found = SemanticChecks.diagnostics(
      of: try DifferencesTests.checked(chain(4)), path: "S.state.json"
    ).filter { $0.severity >= .warning }
    #expect(found.map(\.rule) == [.exprMayFail])
  }
}
