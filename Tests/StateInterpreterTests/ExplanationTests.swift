import CEL
import StateModel
import Testing

@testable import StateInterpreter

/// Why rows ran or did not, in the words of `states run --explain`.
@Suite struct `Explanations` {
  private func machine(_ text: String) throws -> Machine {
    let definition = try CompiledDefinition(explaining: try Fixture(text).definition.source)
    return try Machine.start(definition, inputs: [:], isTracing: true, isMeasuring: false).machine
  }

  /// The reasons of each row that was tried: `0 denied: n < 3 is 4 < 3 (n is 4)`.
  private func rows(_ machine: Machine) -> [String] {
    let trace = machine.trace ?? Trace()
    return (trace.microsteps.flatMap(\.considered) + trace.considered).map { row in
      let reasons = row.reasons.map { reason in
        let reads = reason.reads.map { "\($0.name) is \($0.value)" }.joined(separator: ", ")
        return "\(reason.part) is \(reason.result)" + (reads.isEmpty ? "" : " (\(reads))")
      }
      return row.pointer.dropFirst("/reducer/".count) + " \(row.verdict)"
        + (reasons.isEmpty ? "" : ": " + reasons.joined(separator: "; "))
    }
  }

  private func flat(_ guardText: String) -> String {
    #"""
    { "state": "S", "format": 1,
      "types": { "User": { "record": { "name": "string" } } },
      "properties": { "n": { "type": "int", "initial": 4 }, "isOn": { "type": "bool", "initial": false },
                      "user": { "type": "User?", "initial": null }, "xs": { "type": "[int]", "initial": [1, 2] } },
      "computed": { "isMany": { "type": "bool", "value": "n > 3" } },
      "events": { "went": { "carries": { "text": "string" } } },
      "reducer": [{ "on": "went", "if": "\#(guardText)", "set": { "n": "n + 1" } }],
      "outputs": { "all": { "kind": "ui", "type": "string", "value": "string(n) + string(isOn) + (user == null ? '' : user.name) + string(size(xs))" } } }
    """#
  }

  @Test(arguments: [
    ("n < 3", "n < 3 is 4 < 3 (n is 4)"),
    ("size(event.text) < 4", "size(event.text) < 4 is 5 < 4 (event.text is 'hello')"),
    ("isOn", "isOn is false (isOn is false)"),
    // A computed value is explained by its parts.
    ("!isMany", "n > 3 is 4 > 3 (n is 4)"),
    // Only the side that is false.
    ("n > 3 && isOn && n < 0", "isOn is false (isOn is false)"),
    // Both sides of `||` are needed.
    ("n < 3 || isOn", "n < 3 is 4 < 3 (n is 4); isOn is false (isOn is false)"),
    ("!(n > 3 || isOn)", "n > 3 is 4 > 3 (n is 4)"),
    // What the guard does not evaluate is not evaluated here.
    ("user != null && user.name == 'a'", "user != null is false (user is null)"),
    ("xs[n % 2] == 2 && xs[5] == 0", "xs[n % 2] == 2 is 1 == 2 (xs is [1, 2], n is 4)"),
    ("n > 3 ? isOn : xs[9] == 0", "n > 3 is 4 > 3 (n is 4); isOn is false (isOn is false)"),
    ("xs.exists(x, x > 2)", "xs.exists(x, x > 2) is false (xs is [1, 2])"),
    // What the body of a macro reads from outside of it is read too.
    ("xs.exists(x, x > n)", "xs.exists(x, x > n) is false (xs is [1, 2], n is 4)"),
    ("n < 3 || n < 3 && isOn", "n < 3 is 4 < 3 (n is 4)"),
    ("event.text.startsWith('x')", "event.text.startsWith('x') is false (event.text is 'hello')"),
  ])
  func `name the smallest part that made a guard false`(_ cell: String, _ reason: String) throws {
    var machine = try machine(flat(cell))
    #expect(try machine.receive(named: "went", [.string("hello")]).result == .denied)
    #expect(rows(machine) == ["0 denied: " + reason])
  }

  @Test func `name a row whose guard fails`() throws {
    var machine = try machine(flat("xs[5] == 0"))
    #expect(throws: MachineError.self) { try machine.receive(named: "went", [.string("")]) }
    #expect(rows(machine) == ["0 failed: xs[5] == 0 is error (xs is [1, 2])"])
  }

  private static let chart = #"""
    { "state": "Chart", "format": 1,
      "properties": { "n": { "type": "int", "initial": 0 }, "log": { "type": "[string]", "initial": [] } },
      "events": { "went": {}, "checked": { "from": "self" } },
      "initial": "outer",
      "states": [{ "state": "outer", "initial": "inner", "states": [
                   { "state": "inner" },
                   { "state": "other", "carries": { "since": "int" }, "enter": [{ "set": { "log": "log + ['in']" } }] }] }],
      "reducer": [
        { "in": "inner", "on": "went", "let": { "next": "n + 1" }, "if": "next > 1", "goTo": { "other": { "since": "n" } }, "raise": ["checked"] },
        { "in": "outer", "on": "went", "set": { "n": "n + 1" } },
        { "in": "outer", "on": "checked", "if": "n > 5" },
        { "in": "other", "after": 2, "if": "n == 0", "goTo": "inner" }],
      "outputs": {
        "title": { "kind": "ui", "type": "string", "rows": [
          { "in": "other", "value": "'since ' + string(since)" }, { "if": "n > 3", "value": "'many'" }, { "value": "n == 0 ? 'none' : 'some'" }] },
        "log": { "kind": "ui", "type": "[string]", "value": "log" } } }
    """#

  @Test func `follow an event from the inner state to the outer, and into raised events`() throws {
    var machine = try machine(Self.chart)
    _ = try machine.receive(named: "went")
    #expect(rows(machine) == ["0 denied: next > 1 is 1 > 1 (next is 1)", "1 taken"])
    _ = try machine.receive(named: "went")
    #expect(rows(machine) == ["0 taken", "2 denied: n > 5 is 1 > 5 (n is 1)"])
    let events = (machine.trace?.microsteps ?? []).flatMap(\.considered).map(\.event)
    #expect(events == ["went"] && machine.trace?.considered.map(\.event) == ["checked"])
    _ = try machine.fire(timer: "other.1")
    #expect(rows(machine) == ["3 denied: n == 0 is 1 == 0 (n is 1)"])
  }

  @Test func `say what was set, and by which cell`() throws {
    var machine = try machine(Self.chart)
    _ = try machine.receive(named: "went")
    _ = try machine.receive(named: "went")
    let changes = (machine.trace?.microsteps ?? []).flatMap(\.changes)
    #expect(
      changes.map { "\($0.name) \($0.old ?? "none") -> \($0.new ?? "none") \($0.pointer ?? "-")" }
        == [
          "log [] -> ['in'] /states/0/states/1/enter/0/set/log",
          "since none -> 1 /reducer/0/goTo/other/since",
        ])
  }

  @Test func `name no cell that may not have run`() throws {
    var machine = try machine(
      #"""
      { "state": "M", "format": 1, "properties": { "y": { "type": "int", "initial": 1 } },
        "events": { "went": {}, "returned": {} }, "initial": "a",
        "states": [{ "state": "a" },
                   { "state": "b", "carries": { "v": "int" }, "enter": [{ "if": "y > 100", "set": { "y": "0" } }],
                     "exit": [{ "set": { "v": "9" } }] }],
        "reducer": [{ "in": "a", "on": "went", "set": { "y": "y + 1" }, "goTo": { "b": { "v": "y * 7" } } },
                    { "in": "b", "on": "returned", "set": { "y": "y + 50" }, "goTo": "a" }],
        "outputs": { "y": { "kind": "ui", "type": "int", "value": "y" } } }
      """#)
    func changes() -> [String] {
      (machine.trace?.microsteps ?? []).flatMap(\.changes).map {
        "\($0.name) \($0.old ?? "none") -> \($0.new ?? "none") \($0.pointer ?? "-")"
      }
    }
    _ = try machine.receive(named: "went")
    #expect(changes() == ["y 1 -> 2 -", "v none -> 7 /reducer/0/goTo/b/v"])
    _ = try machine.receive(named: "returned")
    #expect(changes() == ["y 2 -> 52 /reducer/1/set/y", "v 7 -> none -"])
  }

  @Test func `of a step that fails are the rows, and no change`() throws {
    var machine = try machine(
      flat("n < 9").replacing(#""set": { "n": "n + 1" }"#, with: #""set": { "n": "xs[n]" }"#))
    #expect(throws: MachineError.self) { try machine.receive(named: "went", [.string("")]) }
    #expect(rows(machine) == ["0 taken"])
    #expect(machine.trace?.microsteps.flatMap(\.changes) == [])
  }

  @Test func `say which row and which branch gave an output`() throws {
    var machine = try machine(Self.chart)
    let title = try #require(machine.definition.output(named: "title"))
    let log = try #require(machine.definition.output(named: "log"))
    var explained = machine.explanation(of: title)
    var found = try #require(explained)
    #expect(found.pointer == "/outputs/title/rows/2/value" && found.branch == "'none'")
    #expect(found.reasons.map(\.result) == ["0 == 0"])
    #expect(found.denied.map(\.pointer) == ["/outputs/title/rows/1"])
    #expect(found.denied.first?.reasons.map(\.result) == ["0 > 3"])
    let none = machine.explanation(of: log)
    #expect(none == nil)
    _ = try machine.receive(named: "went")
    _ = try machine.receive(named: "went")
    explained = machine.explanation(of: title)
    found = try #require(explained)
    #expect(found.pointer == "/outputs/title/rows/0/value" && found.branch == nil)
  }

  @Test func `name output rows as they are written, also rows with several states`() throws {
    var machine = try machine(
      #"""
      { "state": "M", "format": 1, "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "went": {} }, "initial": { "a": { "v": 1 } },
        "states": [{ "state": "a", "carries": { "v": "int" } }, { "state": "b", "carries": { "w": "int" } }],
        "reducer": [{ "on": "went", "set": { "n": "n + 1" } }],
        "outputs": { "x": { "kind": "ui", "type": "int?", "rows": [
          { "in": ["a", "b"], "if": "n > 1", "value": "n" }, { "if": "n > 0", "value": 7 }] } } }
      """#)
    let x = try #require(machine.definition.output(named: "x"))
    let found = machine.explanation(of: x)
    #expect(found?.denied.map(\.pointer) == ["/outputs/x/rows/0", "/outputs/x/rows/1"])
    #expect(found?.pointer == nil)
  }

  @Test func `are not there unless the definition was compiled for them`() throws {
    var machine = try Fixture(Self.chart).start().machine
    _ = try machine.receive(named: "went")
    #expect(rows(machine) == [])
    let title = try #require(machine.definition.output(named: "title"))
    let found = machine.explanation(of: title)
    #expect(found == nil)
  }
}
