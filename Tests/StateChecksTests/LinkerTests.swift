import CEL
import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

/// What a checked definition holds: the contract with those that run, draw and generate.
@Suite struct LinkerTests {
  private func linked(_ parts: String) throws -> CheckedDefinition {
    let text = #"{ "state": "S", "format": 1, \#(parts) }"#
    return try #require(checked(text).checked, "\(findings(text))")
  }

  private static let chart = #"""
    "events": { "go": { "carries": { "n": "int" } }, "back": { "carries": { "n": "int", "m": "string" } } },
    "initial": "a",
    "states": [
      { "state": "a" },
      { "state": "b", "carries": { "n": "int", "m": { "type": "int", "default": 2 } }, "initial": "c",
        "states": [{ "state": "c" }, { "state": "end", "final": true, "carries": { "r": "int" } }] },
      { "state": "p", "parallel": true, "states": [
        { "state": "x", "initial": "x1", "states": [{ "state": "x1" }, { "state": "x2", "final": true }] },
        { "state": "y", "initial": "y1", "states": [{ "state": "y1", "final": true }] },
        { "state": "h", "history": "deep", "default": "x2" }] }],
    """#

  @Test func `states are in document order with their kinds, parents and ends`() throws {
    let checked = try linked(
      Self.chart + #"""
        "reducer": [
          { "in": "a", "on": "go", "goTo": { "b": { "n": "event.n" } } },
          { "in": "c", "on": "go", "goTo": { "end": { "r": "n + event.n" } } },
          { "in": "b", "on": "done.b", "if": "event.r > 1", "goTo": "h" },
          { "in": "x1", "on": ["go", "back"], "if": "event.n > 1", "goTo": "x2" },
          { "on": ["done.p", "done.x", "done.y", "back"], "goTo": "S" },
          { "in": "p", "on": "back", "goTo": ["x1", "y"] }]
        """#)
    #expect(
      checked.states.map(\.name)
        == ["S", "a", "b", "c", "end", "p", "x", "x1", "x2", "y", "y1", "h"])
    #expect(checked.states.map(\.end) == [12, 2, 5, 4, 5, 12, 9, 8, 9, 11, 11, 12])
    #expect(checked.states.map(\.parent) == [nil, 0, 0, 2, 2, 0, 5, 6, 6, 5, 9, 5])
    #expect(
      checked.states.map(\.kind) == [
        .composite, .leaf, .composite, .leaf, .final, .parallel, .composite, .leaf, .final,
        .composite, .final, .history(.deep),
      ])
    #expect(checked.states[11].initial.map(\.state) == [8])
    #expect(
      checked.events.map(\.name) == ["go", "back", "done.b", "done.p", "done.x", "done.y"])
    #expect(checked.events.map(\.doneState) == [nil, nil, 2, 5, 6, 9])
    #expect(checked.events[2].fields.map(\.name) == ["r"])
    #expect(checked.events[0].variables == [checked.events[1].variables[0]])
    #expect(checked.rows.map(\.state) == [1, 3, 2, 7, 0, 5])
    #expect(checked.rows[5].targets?.map(\.state) == [7, 9])
    #expect(checked.rows[0].targets?.first?.data.map(\.field) == [0])
  }

  @Test func `a row is repeated for each state of its list, in order`() throws {
    let checked = try linked(
      Self.chart + #"""
        "reducer": [
          { "in": ["c", "a", "x1", "p"], "on": "go", "goTo": { "b": { "n": 1 } } },
          { "in": "c", "on": "back", "goTo": { "end": { "r": 1 } } },
          { "in": "a", "on": "back", "goTo": "p" },
          { "in": "x1", "on": "back", "goTo": "x2" }]
        """#)
    #expect(checked.rows.map(\.state) == [3, 1, 7, 5, 3, 1, 7])
    #expect(checked.rows.map(\.index) == [0, 0, 0, 0, 1, 2, 3])
  }

  @Test func `rows with equal cells share a timer, numbered by state`() throws {
    let checked = try linked(
      #"""
      "inputs": { "timeout": "duration" },
      "properties": { "n": { "type": "int", "initial": 0 } },
      "initial": "a", "states": [{ "state": "a" }, { "state": "b" }],
      "reducer": [
        { "in": "a", "after": 10, "if": "n > 1", "goTo": "b" },
        { "in": "a", "every": 10, "set": { "n": "n + 1" } },
        { "in": "a", "after": 10, "goTo": "b" },
        { "in": ["a", "b"], "after": "timeout", "goTo": "a", "reenter": true },
        { "every": "timeout", "set": { "n": 0 } }]
      """#)
    #expect(checked.timers.map(\.id) == ["a.1", "a.2", "a.3", "b.1", "S.1"])
    #expect(checked.timers.map(\.isRepeating) == [false, true, false, false, true])
    #expect(
      checked.rows.map(\.trigger)
        == [.timer(0), .timer(1), .timer(0), .timer(2), .timer(3), .timer(4)])
  }

  @Test func `rows share a timer however its cell is written`() throws {
    let checked = try linked(
      #"""
      "inputs": { "timeout": "duration" }, "initial": "a", "states": [{ "state": "a" }],
      "reducer": [
        { "in": "a", "after": "timeout", "if": "isIn('a')", "goTo": "a" },
        { "in": "a", "after": " (timeout) ", "if": "isIn('a')", "goTo": "a" },
        { "in": "a", "after": "timeout // from outside", "goTo": "a" },
        { "in": "a", "after": "timeout + timeout", "goTo": "a" },
        { "in": "a", "after": "timeout+timeout", "goTo": "a" }]
      """#)
    #expect(checked.timers.map(\.id) == ["a.1", "a.2"])
    #expect(checked.rows.map(\.trigger) == [0, 0, 0, 1, 1].map { .timer($0) })
  }

  @Test func `lets come in the order of their needs, first those of the guard`() throws {
    let checked = try linked(
      #"""
      "properties": { "n": { "type": "int", "initial": 0 } },
      "events": { "go": { "carries": { "n": "int?" } } },
      "reducer": [{ "on": "go",
        "let": { "last": "middle + 1", "sure": "event.n + 1", "middle": "first + 1", "first": "n + 1" },
        "if": "middle > 1 && event.n != null", "set": { "n": "last + sure" } }],
      "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } }
      """#)
    let row = try #require(checked.rows.first)
    let names = row.lets.map { checked.declarations.variables[Int($0.variable)].name }
    #expect(names == ["first", "middle", "last", "sure"])
    #expect(row.letsBeforeCondition == 2)
    #expect(checked.roles[Int(row.lets[0].variable)] == .let(row: 0))
  }

  @Test func `computed values come in the order of their needs`() throws {
    let checked = try linked(
      #"""
      "inputs": { "n": "int" },
      "computed": { "c": { "type": "int", "value": "b + 1" }, "b": { "type": "int", "value": "a + n" },
                    "a": { "type": "int", "value": 1 } },
      "outputs": { "c": { "kind": "ui", "type": "int", "value": "c" } }
      """#)
    #expect(checked.computed.map(\.name) == ["a", "b", "c"])
  }

  @Test func `a path leads through fields, indices and keys`() throws {
    let checked = try linked(
      #"""
      "types": { "Item": { "record": { "name": "string", "isDone": "bool", "tags": "[string: int]" } } },
      "inputs": { "all": "[Item]" },
      "properties": { "items": { "type": "[Item]", "initial": "all" } },
      "events": { "go": { "carries": { "index": "int", "tag": "string" } } },
      "reducer": [{ "on": "go", "set": [
        { "items[event.index].isDone": "!items[event.index].isDone" },
        { "items[0].tags[event.tag]": 1 }, { "items[0].tags.home": 2 }] }],
      "outputs": { "items": { "kind": "ui", "type": "[Item]", "value": "items" } }
      """#)
    let paths = try #require(checked.rows.first).assignments.map { $0.flatMap(\.path) }
    #expect(paths.map(\.count) == [2, 3, 3])
    guard case .field(1) = paths[0][1], case .key(let tag) = paths[1][2],
      case .key(let home) = paths[2][2]
    else {
      Issue.record("\(paths)")
      return
    }
    #expect(tag.syntax.type == .string)
    #expect(home.constantValue?.isIdentical(to: .string("home")) == true)
    #expect(tag.pointer == "/reducer/0/set/1/items[0].tags[event.tag]")
  }

  @Test func `what is left out of something sent is null`() throws {
    let checked = try linked(
      #"""
      "events": { "go": {} }, "commands": { "log": { "carries": { "a": "int?", "b": "int" } } },
      "reducer": [{ "on": "go", "emit": [{ "log": { "b": 1 } }] }]
      """#)
    let values = try #require(checked.rows.first?.emits.first).values
    #expect(values.count == 2)
    #expect(values[0].pointer == "/reducer/0/emit/0/log/a")
    #expect(values[1].pointer == "/reducer/0/emit/0/log/b")
  }

  @Test func `an output row whose states carry data is repeated for each`() throws {
    let checked = try linked(
      Self.chart + #"""
        "reducer": [
          { "in": "a", "on": "go", "goTo": { "b": { "n": "event.n" } } },
          { "in": "c", "on": "go", "goTo": { "end": { "r": "n + event.n" } } },
          { "on": "back", "goTo": "p" }, { "in": "x1", "on": "go", "goTo": "x2" }],
        "outputs": { "o": { "kind": "data", "type": "int?", "rows": [
          { "in": ["c", "b"], "value": "n" }, { "in": ["a", "p"], "value": 1 }] } }
        """#)
    #expect(try #require(checked.outputs.first).rows.map(\.states) == [[3], [2], [1, 5]])
  }

  @Test func `a draft is checked as far as it goes and cannot run`() {
    let draft = """
      { "state": "S", "format": 1,
        "events": { "go": {} }, "commands": { "beep": {} },
        "properties": { "n": { "type": "int", "initial": 0 } },
        "outputs": { "n": { "kind": "ui", "type": "int" } } }
      """
    #expect(findings(draft).map(\.rule) == ["shape/draft"])
    #expect(checked(draft).checked == nil)
    #expect(
      findings(draft.replacing("\"int\" }", with: "\"itn\" }")).map(\.rule)
        == ["shape/draft", "name/unknown"])
  }
}
