import CEL
import StateFiles
import StateModel
import Testing

@testable import StateInterpreter

/// Outputs that can fail belong to the step.
@Suite("Outputs that can fail") struct OutputTests {
  private let list = #"""
    { "state": "List", "format": 1, "inputs": { "items": "[string]" },
      "properties": { "at": { "type": "int", "initial": 0 }, "count": { "type": "int", "initial": 0 } },
      "events": { "moved": { "carries": { "to": "int" } }, "removed": {}, "closed": {}, "waited": {} },
      "commands": { "log": {} },
      "initial": "open",
      "states": [
        { "state": "open", "exit": [{ "emit": ["log"] }] },
        { "state": "late" },
        { "state": "closed" } ],
      "reducer": [
        { "on": "moved", "set": { "at": "event.to", "count": "count + 1" }, "emit": ["log"] },
        { "on": "removed", "goTo": "late" },
        { "in": "late", "after": 5, "set": { "at": "99" } },
        { "on": "closed", "goTo": "closed", "set": { "at": "-1" } } ],
      "outputs": {
        "item": { "kind": "ui", "type": "string?",
          "rows": [{ "in": "open", "value": "items[at]" }, { "in": "late", "value": "items[at]" }] },
        "count": { "kind": "ui", "type": "int", "value": "count" } } }
    """#

  private func start(_ items: String = #"["a", "b"]"#) throws -> Run {
    try Fixture(list).start(#"{ "items": \#(items) }"#)
  }

  @Test func `a failing output fails the step, and nothing has happened`() throws {
    var run = try start()
    #expect(run.send(#"moved {"to": 1}"#) == "!log()")
    #expect(run.output("item") == #""b""#)
    let before = run.machine.identity
    #expect(run.send(#"moved {"to": 2}"#) == "index at /outputs/item/rows/0/value")
    #expect(run.machine.identity == before)
    #expect(run.output("item") == #""b""#)
    #expect(run.output("count") == "1")
    #expect(run.send(#"moved {"to": 0}"#) == "!log()")
    #expect(run.output("item") == #""a""#)
  }

  @Test func `an output fails only in a state whose rows give its value`() throws {
    var run = try start()
    #expect(run.send("closed") == "-open +closed !log()")
    #expect(run.output("item") == "null")
    #expect(run.send(#"moved {"to": 7}"#) == "!log()")
  }

  @Test func `a timer whose step fails by an output leaves everything as it was`() throws {
    var run = try start()
    _ = run.send("removed")
    #expect(run.wait(5) == ["late.1: index at /outputs/item/rows/1/value"])
    #expect(run.output("item") == #""a""#)
    #expect(run.leaves == "late")
  }

  @Test func `a start with a failing output fails`() throws {
    #expect(throws: MachineError(.index, at: "/outputs/item/rows/0/value")) {
      _ = try start("[]")
    }
  }

  @Test func `a snapshot in whose state an output fails is refused`() throws {
    let run = try start()
    let text = run.machine.snapshot().json.text
    let broken = text.replacing(#""at": 0"#, with: #""at": 2"#)
    #expect(broken != text)
    let json = try #require(JSONDocument(Array(broken.utf8)).json)
    let error = #expect(throws: SnapshotError.self) {
      _ = try Machine.restore(run.machine.definition, from: Snapshot(json))
    }
    #expect(
      error?.reason == .cell(MachineError(.index, at: "/outputs/item/rows/0/value")))
  }

  @Test func `the work of the outputs belongs to the work of the step`() throws {
    let heavy = (0..<20).map { number in
      #""o\#(number)": { "kind": "ui", "type": "bool", "value": "all.exists(a, all.exists(b, a + b == \#(number - 5)))" }"#
    }
    let fixture = try Fixture(
      #"""
      { "state": "Heavy", "format": 1, "properties": { "all": { "type": "[int]", "initial": [] } },
        "events": { "filled": { "carries": { "numbers": "[int]" } } },
        "reducer": [{ "on": "filled", "set": { "all": "event.numbers" } }],
        "outputs": { \#(heavy.joined(separator: ", ")) } }
      """#)
    var run = try fixture.start()
    let numbers = { (count: Int) in "[\((1...count).map(String.init).joined(separator: ", "))]" }
    #expect(run.send(#"filled {"numbers": \#(numbers(50))}"#) == "")
    #expect(run.send(#"filled {"numbers": \#(numbers(400))}"#).hasPrefix("budget at /outputs/o"))
    #expect(run.output("o0") == "false")
  }

  @Test(arguments: [
    ("n % 2 == 0", true), ("'(' + string(n) + ')' == ''", true),
    ("xs.filter(x, x > n).size() > 0", true),
    ("isIn('S')", true), ("n + 1 > 0", false), ("n % n == 0", false), ("xs[n] == 0", false),
    ("name + '!' == ''", false), ("xs.exists(x, xs.exists(y, x == y))", false),
  ])
  func `only what cannot fail and takes little work is computed when it is read`(
    cell: String, isLazy: Bool
  ) throws {
    let fixture = try Fixture(
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 }, "xs": { "type": "[int]", "initial": [] },
          "name": { "type": "string", "initial": "''" } },
        "outputs": { "o": { "kind": "ui", "type": "bool", "value": "\#(cell)" } } }
      """#)
    #expect(fixture.definition.tables.eagerOutputs.isEmpty == isLazy)
  }

  @Test func `a loop over a computed value lets its body compute the value again`() throws {
    var run = try Fixture(
      #"""
      { "state": "Again", "format": 1,
        "types": {
          "Item": { "record": { "id": "string", "n": "uint" } },
          "Load": { "union": { "idle": {}, "loaded": { "items": "[Item]" } } } },
        "properties": {
          "load": { "type": "Load", "initial": { "loaded":
            { "items": ["Item{id: 'a', n: 1u}", "Item{id: 'b', n: 2u}"] } } },
          "hidden": { "type": "[string: bool]?", "initial": null } },
        "computed": { "shown": { "type": "[Item]", "value":
          "(has(load.loaded) ? load.loaded.items : []).filter(z, hidden == null || !(z.id in hidden))" } },
        "outputs": { "out": { "kind": "ui", "type": "[uint]", "value":
          "shown.map(p, shown.slice(0, 1).exists(q, q.n > 0u), p.n)" } } }
      """#
    ).start()
    #expect(run.output("out") == "[1, 2]")
  }

  @Test func `a part is changed to what an optional index reads`() throws {
    var run = try Fixture(
      #"""
      { "state": "Found", "format": 1, "types": { "Item": { "record": { "n": "int" } } },
        "properties": { "items": { "type": "[Item]", "initial": ["Item{n: 5}"] } },
        "events": { "hit": {} },
        "reducer": [{ "on": "hit", "let": { "found": "optional.of(0)" },
          "set": { "items[0].n": "items[found.value()].n + 1" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "items[0].n" } } }
      """#
    ).start()
    #expect(run.send("hit") == "")
    #expect(run.output("n") == "6")
  }
}
