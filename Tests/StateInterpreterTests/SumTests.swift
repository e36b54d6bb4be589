import CEL
import Testing

@testable import StateInterpreter

/// Steps that only assign and add ints, and so need no program.
@Suite("Steps that are sums") struct SumTests {
  private static let counter = #"""
    { "state": "Counter", "format": 1,
      "properties": {
        "n": { "type": "int", "initial": 9223372036854775805 }, "a": { "type": "int", "initial": 0 },
        "on": { "type": "bool", "initial": false } },
      "events": {
        "grown": {}, "shrunk": {}, "zeroed": {}, "switched": {}, "kept": {}, "copied": {}, "swapped": {},
        "paid": { "carries": { "amount": "int" } } },
      "reducer": [
        { "on": "grown", "set": { "a": "a + 1", "n": "n + 1" } },
        { "on": "shrunk", "set": { "n": "n - 2" } },
        { "on": "zeroed", "set": { "n": 0, "a": 0 } },
        { "on": "switched", "set": { "on": true, "a": 5 } },
        { "on": "kept", "set": { "n": "n" } },
        { "on": "copied", "set": { "a": "n" } },
        { "on": "swapped", "set": { "a": "n", "n": "a" } },
        { "on": "paid", "set": { "a": "a + event.amount", "n": "event.amount" } }
      ],
      "outputs": {
        "n": { "kind": "ui", "type": "int", "value": "n" },
        "sign": { "kind": "ui", "type": "string", "value": "a < 0 ? 'minus' : on ? 'on' : 'plus'" },
        "twice": { "kind": "ui", "type": "int", "value": "a % 1000 * 2" }
      } }
    """#

  /// A chart whose entries and exits count, in two regions.
  private static let chart = #"""
    { "state": "Chart", "format": 1,
      "properties": { "n": { "type": "int", "initial": 9223372036854775799 }, "m": { "type": "int", "initial": 0 } },
      "events": { "went": {}, "cleared": {}, "rose": {}, "reset": {} },
      "initial": "both",
      "states": [ { "state": "both", "parallel": true, "states": [
        { "state": "one", "initial": "a", "states": [
          { "state": "a", "enter": [{ "set": { "n": "n + 1" } }] },
          { "state": "b", "enter": [{ "set": { "n": "n + 2" } }], "exit": [{ "set": { "m": "m + 1" } }] } ] },
        { "state": "two", "initial": "c", "states": [
          { "state": "c", "enter": [{ "set": { "m": "m - 1" } }] },
          { "state": "d", "enter": [{ "set": { "n": 0 } }] },
          { "state": "e", "enter": [{ "set": { "n": "n + 1" } }], "exit": [{ "set": { "n": "n - 1" } }] } ] } ] } ],
      "reducer": [
        { "on": "reset", "set": { "n": 0 } },
        { "in": "a", "on": "went", "goTo": "b" }, { "in": "b", "on": "went", "goTo": "a" },
        { "in": "b", "on": "cleared", "goTo": "a" }, { "in": "a", "on": "cleared", "goTo": "b" },
        { "in": "c", "on": "cleared", "goTo": "d" }, { "in": "d", "on": "cleared", "goTo": "e" },
        { "in": "e", "on": "cleared", "goTo": "c" },
        { "in": "e", "on": "rose", "goTo": "c" }, { "in": "c", "on": "rose", "goTo": "e" }, { "in": "d", "on": "rose" }
      ],
      "outputs": {
        "n": { "kind": "ui", "type": "int", "value": "n" },
        "inB": { "kind": "ui", "type": "bool", "value": "isIn('b')" },
        "spot": { "kind": "ui", "type": "int", "rows": [ { "in": "c", "value": 1 }, { "in": "d", "value": "m" }, { "value": 3 } ] }
      } }
    """#

  /// Sends the events to a machine on the fast path, and to a traced one, which always uses the
  /// general algorithm.
  private func check(_ text: String, _ events: [(name: String, values: [Value])]) throws -> Int {
    let definition = try Fixture(text).definition
    var (plain, _) = try Machine.start(definition)
    var traced = plain
    traced.isTracing = true
    var failures = 0
    for (name, values) in events {
      let event = try #require(definition.event(named: name))
      let one = Result { () throws(MachineError) in try plain.receive(event, values).result }
      let other = Result { () throws(MachineError) in try traced.receive(event, values).result }
      #expect(one == other, "\(name)")
      if case .failure = one { failures += 1 }
      #expect(plain.identity == traced.identity, "\(name)")
      for output in definition.outputs {
        let (value, same) = (plain.output(output), traced.output(output))
        #expect(value.isIdentical(to: same), "\(name)")
      }
    }
    return failures
  }

  @Test func `they do the same as the program, including overflows`() throws {
    let names = ["grown", "shrunk", "zeroed", "switched", "kept", "copied", "swapped"]
    var events: [(name: String, values: [Value])] = []
    for round in 0..<60 {
      events += [("grown", []), ("grown", []), ("grown", []), ("kept", [])]
      events.append((names[round * 5 % 7], []))
      events.append(("paid", [.int(round % 3 == 0 ? .max - 1 : Int64(round) - 20)]))
      events.append((names[round % 7], []))
    }
    #expect(try check(Self.counter, events) > 20)
  }

  @Test func `entries and exits add up as if one were run after another`() throws {
    let names = ["went", "cleared", "rose", "went", "went", "rose", "cleared"]
    let mixed = (0..<100).map { names[$0 * $0 % 7] }
    let full = Array(repeating: "went", count: 20) + mixed + ["reset"] + mixed + mixed.reversed()
    #expect(try check(Self.chart, full.map { (name: $0, values: []) }) > 10)
  }

  @Test func `a definition may divide by more constants than an instruction counts`() throws {
    let divisors = 2...400
    let events = divisors.map { #""e\#($0)": {}"# }.joined(separator: ", ")
    let rows = divisors.map {
      #"{ "on": "e\#($0)", "if": "x % \#($0) == 3", "set": { "hits": "hits + 1" } }"#
    }
    let definition = try Fixture(
      """
      { "state": "Wide", "format": 1,
        "properties": { "x": { "type": "int", "initial": 1000007 }, "hits": { "type": "int", "initial": 0 } },
        "events": { \(events) }, "reducer": [ \(rows.joined(separator: ",\n")) ],
        "outputs": { "hits": { "kind": "ui", "type": "int", "value": "hits" } } }
      """
    ).definition
    var (machine, _) = try Machine.start(definition)
    for divisor in divisors {
      let step = try machine.receive(named: "e\(divisor)")
      #expect((step.result == .changed) == (1_000_007 % divisor == 3), "\(divisor)")
      if step.result == .denied { #expect(step.denied == ["/reducer/\(divisor - 2)"]) }
    }
    #expect(machine.int(named: "hits") == Int64(divisors.count { 1_000_007 % $0 == 3 }))
  }

  @Test func `an overflow changes nothing and names its cell`() throws {
    let definition = try Fixture(Self.counter).definition
    var (machine, _) = try Machine.start(definition)
    for _ in 0..<2 { #expect(try machine.receive(named: "grown").result == .changed) }
    #expect(throws: MachineError(.overflow, at: "/reducer/0/set/n")) {
      try machine.receive(named: "grown")
    }
    #expect(machine.int(named: "twice") == 4)
    #expect(machine.int(named: "n") == .max)
    #expect(try machine.receive(named: "kept").result == .unchanged)
  }
}
