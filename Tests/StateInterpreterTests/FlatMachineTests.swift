import CEL
import StateModel
import Testing

@testable import StateInterpreter

/// Definitions without states.
@Suite("A flat machine") struct FlatMachineTests {
  private func counter() throws -> Machine {
    try Machine.start(CompiledDefinition.underTest(HandMade.counter)).machine
  }

  private func total(_ machine: inout Machine) throws -> Int64 {
    guard case .int(let number)? = machine.output(named: "total") else { return -1 }
    return number
  }

  @Test func `an event changes what its row sets`() throws {
    var machine = try counter()
    #expect(try machine.receive(named: "add", [.int(5)]).result == .changed)
    #expect(try machine.receive(named: "add", [.int(6)]).result == .changed)
    #expect(try total(&machine) == 11)
  }

  @Test func `a false guard denies and names its row`() throws {
    var machine = try counter()
    let step = try machine.receive(named: "add", [.int(0)])
    #expect(step.result == .denied)
    #expect(step.denied == ["/reducer/0"])
  }

  @Test func `a row that changes nothing leaves it unchanged`() throws {
    var machine = try counter()
    #expect(try machine.receive(named: "reset").result == .unchanged)
  }

  @Test func `an undeclared event is unhandled, and so is the name of a state`() throws {
    var machine = try counter()
    #expect(try machine.receive(named: "Counter").result == .unhandled)
    #expect(try machine.receive(named: "nothing").result == .unhandled)
  }

  @Test func `a failing cell undoes the step and is named`() throws {
    var machine = try counter()
    _ = try machine.receive(named: "add", [.int(5)])
    let before = machine.identity
    #expect(throws: MachineError(.divideByZero, at: "/reducer/2/set/total")) {
      try machine.receive(named: "fail")
    }
    #expect(machine.identity == before)
    #expect(try total(&machine) == 5)
  }

  @Test(arguments: [
    (#""list[5]": "1", "n": "1 / n""#, MachineError.ID.divideByZero, "n"),
    (#""list[5]": "1", "other[7]": "list[0]""#, .index, "list[5]"),
    (#""other[7]": "1", "list[5]": "other[0]", "n": "1""#, .index, "other[7]"),
  ])
  func `the cells of a set fail before its writes, and these in their order`(
    set: String, error: MachineError.ID, key: String
  ) throws {
    let definition = try Fixture(
      #"""
      { "state": "Lists", "format": 1,
        "properties": {
          "list": { "type": "[int]", "initial": [1] }, "other": { "type": "[int]", "initial": [1] },
          "n": { "type": "int", "initial": 0 } },
        "events": { "wrote": {} },
        "reducer": [{ "on": "wrote", "set": { \#(set) } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n + list[0] + other[0]" } } }
      """#
    ).definition
    var (machine, _) = try Machine.start(definition)
    #expect(throws: MachineError(error, at: "/reducer/0/set/\(key)")) {
      try machine.receive(named: "wrote")
    }
  }

  @Test func `a copy is independent`() throws {
    var machine = try counter()
    var copy = machine
    _ = try copy.receive(named: "add", [.int(5)])
    #expect(try total(&machine) == 0)
    #expect(try total(&copy) == 5)
  }

  @Test func `a payload of another type is refused`() throws {
    var machine = try counter()
    #expect(throws: MachineError(.payload, at: "/add/by")) {
      try machine.receive(named: "add", [.string("5")])
    }
    #expect(throws: MachineError(.payload, at: "/add")) { try machine.receive(named: "add") }
  }

  @Test func `an output is computed again after a change`() throws {
    var machine = try counter()
    guard case .bool(true)? = machine.output(named: "isZero") else {
      Issue.record("zero at the start")
      return
    }
    _ = try machine.receive(named: "add", [.int(1)])
    guard case .bool(false)? = machine.output(named: "isZero") else {
      Issue.record("not zero any more")
      return
    }
  }

  @Test func `broken invariants are named`() throws {
    var machine = try counter()
    #expect(try machine.brokenInvariants() == [])
    _ = try machine.receive(named: "add", [.int(100)])
    #expect(try machine.brokenInvariants() == ["small"])
  }

  @Test func `doubles are compared by their bits and restored after a failed step`() throws {
    let definition = try Fixture(
      #"""
      { "state": "Scale", "format": 1,
        "properties": {
          "a": { "type": "double", "initial": 1.5 }, "b": { "type": "double", "initial": 0.0 },
          "n": { "type": "int", "initial": 0 } },
        "events": { "moved": { "carries": { "by": "double" } }, "turned": {}, "kept": {}, "failed": {}, "swapped": {} },
        "reducer": [
          { "on": "moved", "set": { "a": "a + event.by", "b": "b - event.by" } },
          { "on": "turned", "set": { "b": "-b" } },
          { "on": "kept", "set": { "a": "a * 1.0", "b": "b" } },
          { "on": "failed", "set": { "a": "a + 1.0", "b": "7.0", "n": "1 / n" } },
          { "on": "swapped", "set": { "a": "b", "b": "a" } }
        ],
        "outputs": {
          "a": { "kind": "ui", "type": "double", "value": "a" }, "b": { "kind": "ui", "type": "double", "value": "b" } } }
      """#
    ).definition
    var (machine, _) = try Machine.start(definition)
    #expect(try machine.receive(named: "turned").result == .changed)
    #expect(machine.double(named: "b")?.sign == .minus)
    #expect(try machine.receive(named: "kept").result == .unchanged)
    #expect(throws: MachineError(.divideByZero, at: "/reducer/3/set/n")) {
      try machine.receive(named: "failed")
    }
    #expect(machine.double(named: "a") == 1.5)
    #expect(machine.double(named: "b")?.sign == .minus)
    #expect(try machine.receive(named: "moved", [.double(0.25)]).result == .changed)
    #expect(try machine.receive(named: "swapped").result == .changed)
    #expect(machine.double(named: "a") == -0.25)
    #expect(machine.double(named: "b") == 1.75)
    #expect(try machine.receive(named: "moved", [.double(0)]).result == .unchanged)
  }
}
