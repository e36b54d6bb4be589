import CEL
import StateModel
import Testing

@testable import StateInterpreter

/// Reads outputs like a host, without a trace.
@Suite("Reading outputs") struct ReadingTests {
  private static let panel = #"""
    { "state": "Panel", "format": 1,
      "properties": {
        "count": { "type": "int", "initial": 3 }, "on": { "type": "bool", "initial": true },
        "name":  { "type": "string", "initial": "'Ann'" }, "rest": { "type": "int?", "initial": null } },
      "events": {
        "counted": { "carries": { "by": "int" } }, "switched": {},
        "named": { "carries": { "name": "string" } }, "rested": {} },
      "reducer": [
        { "on": "counted", "set": { "count": "count + event.by" } },
        { "on": "switched", "set": { "on": "!on" } },
        { "on": "named", "set": { "name": "event.name" } },
        { "on": "rested", "set": { "rest": "count % 7" } }
      ],
      "outputs": {
        "count":   { "kind": "ui", "type": "int", "value": "count" },
        "twice":   { "kind": "ui", "type": "int", "value": "count * 2" },
        "isOn":    { "kind": "ui", "type": "bool", "value": "on" },
        "isLarge": { "kind": "ui", "type": "bool", "value": "count > 9" },
        "share":   { "kind": "ui", "type": "double", "value": "double(count) / 2.0" },
        "label":   { "kind": "ui", "type": "string", "value": "on ? name : 'nobody'" },
        "size":    { "kind": "ui", "type": "string", "value": "count > 9 ? 'large' : count > 2 ? name : 'small'" },
        "rest":    { "kind": "ui", "type": "int?", "value": "rest" }
      } }
    """#

  private func panel() throws -> Machine {
    try Machine.start(Fixture(Self.panel).definition).machine
  }

  private func output(_ name: String, _ machine: Machine) throws -> OutputHandle {
    try #require(machine.definition.output(named: name))
  }

  @Test func `typed readings equal the values`() throws {
    var machine = try panel()
    #expect(try machine.int(output("count", machine)) == 3)
    #expect(try machine.int(output("twice", machine)) == 6)
    #expect(try machine.bool(output("isOn", machine)) == true)
    #expect(try machine.bool(output("isLarge", machine)) == false)
    #expect(try machine.double(output("share", machine)) == 1.5)
    #expect(try machine.string(output("label", machine)) == "Ann")
    #expect(try machine.int(output("rest", machine)) == nil)
    #expect(try machine.int(output("label", machine)) == nil)
    #expect(try machine.string(output("count", machine)) == nil)
    _ = try machine.receive(named: "rested")
    #expect(try machine.int(output("rest", machine)) == 3)
  }

  @Test func `a conditional output depends on its test and its branches`() throws {
    var machine = try panel()
    let (label, size) = (try output("label", machine), try output("size", machine))
    _ = try machine.receive(named: "named", [.string("Bob")])
    #expect(machine.string(label) == "Bob")
    #expect(machine.string(size) == "Bob")
    _ = try machine.receive(named: "switched")
    #expect(machine.string(label) == "nobody")
    _ = try machine.receive(named: "counted", [.int(90)])
    #expect(machine.string(size) == "large")
    _ = try machine.receive(named: "counted", [.int(-90)])
    #expect(machine.string(size) == "Bob")
    _ = try machine.receive(named: "counted", [.int(-1)])
    #expect(machine.string(size) == "small")
  }

  @Test func `reading a copy computes in the copy`() throws {
    let machine = try panel()
    var copy = machine
    #expect(try copy.int(output("twice", machine)) == 6)
    var other = machine
    #expect(try other.bool(output("isLarge", machine)) == false)
    var third = machine
    guard case .int(6) = try third.output(output("twice", machine)) else {
      Issue.record("the value of a copy")
      return
    }
    var fourth = machine
    _ = try fourth.receive(named: "counted", [.int(10)])
    #expect(try fourth.int(output("twice", machine)) == 26)
    #expect(try copy.int(output("twice", machine)) == 6)
  }

  @Test func `a handle of another definition reads nothing`() throws {
    let machine = try panel()
    var counter = try Machine.start(CompiledDefinition.underTest(HandMade.counter)).machine
    let far = try output("rest", machine)
    #expect(counter.int(far) == nil)
    guard case .null = counter.output(far) else {
      Issue.record("a value")
      return
    }
  }

  @Test func `names of any length are distinguished`() throws {
    let names = [
      "a", "b", "ab", "ba", "abc", "acb", "abcd", "abcde", "abcdefg", "abcdefgh", "hgfedcba",
      "abcdefghi", "aLongNameThatIsTheSameAtBothEnds", "aLongNameWhichIsTheSameAtBothEnds",
      "aLongNameThatXXTheSameAtBothEnds", "exactlySixteenAs", "exactlySixteenBs",
    ]
    let lookup = NameIndex(names + ["a"])
    for (index, name) in names.enumerated() { #expect(lookup[name] == index) }
    for name in ["", "c", "aa", "abcdef", "aLongNameThatYYTheSameAtBothEnds"] {
      #expect(lookup[name] == nil)
    }
  }

  @Test func `a name of other code points is unknown, even if it looks the same`() {
    #expect(NameIndex(["K"])["\u{212A}"] == nil)
  }

  @Test func `a name is found in any memory layout of its text`() throws {
    var machine = try panel()
    for name in ["count", "isLarge", "nothing", "", "ré", "aNameOfMoreThanSixteenBytes"] {
      var roomy = ""
      roomy.reserveCapacity(100)
      roomy += name
      let isOutput = name == "count" || name == "isLarge"
      for text in [name, roomy, String(Array(name)), String(("_" + name).dropFirst())] {
        #expect((machine.output(named: text) == nil) != isOutput)
        #expect(try machine.receive(named: text).result == .unhandled)
      }
    }
    var roomy = ""
    roomy.reserveCapacity(100)
    roomy += "counted"
    #expect(try machine.receive(named: roomy, [.int(4)]).result == .changed)
    #expect(machine.int(named: "count") == 7)
  }

  @Test func `typed readings by name equal those by handle`() throws {
    var machine = try panel()
    #expect(machine.int(named: "twice") == 6)
    #expect(machine.bool(named: "isLarge") == false)
    #expect(machine.double(named: "share") == 1.5)
    #expect(machine.string(named: "label") == "Ann")
    #expect(machine.int(named: "label") == nil)
    #expect(machine.string(named: "nothing") == nil)
  }

  @Test func `an ended machine can be read like any other`() throws {
    let end = try Fixture(
      #"""
      { "state": "End", "format": 1, "initial": "open",
        "properties": { "n": { "type": "int", "initial": 0 } }, "events": { "added": {}, "closed": {} },
        "states": [ { "state": "open" }, { "state": "shut", "final": true } ],
        "reducer": [
          { "in": "open", "on": "added", "set": { "n": "n + 1" } },
          { "in": "open", "on": "closed", "set": { "n": "n + 5" }, "goTo": "shut" } ],
        "outputs": {
          "next": { "kind": "ui", "type": "int", "value": "n + 1" },
          "n": { "kind": "ui", "type": "int", "value": "n" },
          "label": { "kind": "ui", "type": "string", "value": "n > 5 ? 'many' : 'few'" },
          "isOpen": { "kind": "ui", "type": "bool",
            "rows": [ { "in": "open", "value": "n > 0" }, { "value": false } ] } } }
      """#)
    var machine = try Machine.start(end.definition).machine
    let names = ["added", "closed", "added"]
    let seen = try names.map { name in
      _ = try machine.receive(named: name)
      let next = machine.int(named: "next") ?? -1
      let n = machine.int(named: "n") ?? -1
      let label = machine.string(named: "label") ?? ""
      let isOpen = machine.bool(named: "isOpen") ?? false
      return "\(next) \(n) \(label) \(isOpen)"
    }
    #expect(seen == ["2 1 few true", "7 6 many false", "7 6 many false"])
    #expect(machine.hasEnded)
  }

  @Test func `computed values that are shared call functions`() throws {
    let two = try Fixture(
      #"""
      { "state": "Two", "format": 1,
        "functions": { "next": { "takes": { "i": "int" }, "gives": "int", "value": "i + 1" } },
        "properties": { "n": { "type": "int", "initial": 5 } },
        "computed": {
          "a": { "type": "int", "value": "next(n)" }, "b": { "type": "int", "value": "a * 2" },
          "c": { "type": "bool",
            "value": "n + n + n + n + n + n + n + n + n + n > 0 && next(n) == 6" } },
        "events": { "ticked": {} }, "reducer": [ { "on": "ticked", "set": { "n": "b" } } ],
        "outputs": { "x": { "kind": "ui", "type": "int", "value": "b" },
          "isSix": { "kind": "ui", "type": "bool", "value": "c" } } }
      """#)
    var machine = try Machine.start(two.definition).machine
    #expect(machine.int(named: "x") == 12)
    #expect(machine.bool(named: "isSix") == true)
    _ = try machine.receive(named: "ticked")
    #expect(machine.int(named: "x") == 26)
    #expect(machine.bool(named: "isSix") == false)
  }

  @Test func `an error of a shared computed value names the cell that reads it`() throws {
    let at = try Fixture(
      #"""
      { "state": "At", "format": 1, "inputs": { "k": "int" },
        "functions": { "twice": { "takes": { "i": "int" }, "gives": "int", "value": "i * 2" } },
        "properties": { "n": { "type": "int", "initial": 0 } },
        "computed": {
          "sum": { "type": "int", "value": "k * 2 + n + n + n + n + n + n + n + n + n" },
          "more": { "type": "int", "value": "sum + twice(k)" } },
        "events": { "set": {}, "added": {}, "doubled": {} },
        "reducer": [
          { "on": "set", "set": { "n": "k" } },
          { "on": "added", "set": { "n": "sum * 3" } },
          { "on": "doubled", "set": { "n": "twice(twice(twice(k)))" } } ],
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "sum" },
          "p": { "kind": "ui", "type": "int", "value": "more" } } }
      """#)
    let quarter = Int64.max / 4
    for (event, pointer) in [
      ("set", "/outputs/o/value"), ("added", "/reducer/1/set/n"), ("doubled", "/reducer/2/set/n"),
    ] {
      var machine = try Machine.start(at.definition, inputs: ["k": .int(quarter)]).machine
      let error = #expect(throws: MachineError.self) { _ = try machine.receive(named: event) }
      #expect(error == MachineError(.overflow, at: pointer))
    }
    let error = #expect(throws: MachineError.self) {
      _ = try Machine.start(at.definition, inputs: ["k": .int(.max / 2)])
    }
    #expect(error == MachineError(.overflow, at: "/outputs/p/value"))
  }
}
