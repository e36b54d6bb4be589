import CEL
import StateModel
import Testing

@testable import StateInterpreter

/// A machine jumps to the state of another one.
@Suite("Machine states") struct MachineStateTests {
  /// On random charts, one machine jumps to each state of another one, and must behave like a copy
  /// of that one.
  @Test func `a machine that jumps to a state continues like the original`() throws {
    var steps = 0
    for seed in UInt64(1)...60 {
      let definition = try CompiledDefinition.underTest(RandomChart.definition(seed: seed))
      guard var walker = try? Machine.start(definition).machine,
        var guest = try? Machine.start(definition).machine
      else { continue }
      var random = SeededGenerator(seed &+ 17)
      for _ in 0..<60 {
        let state = walker.currentState
        guest.jump(to: state)
        #expect(guest.identity == walker.identity, "seed \(seed)")
        #expect(guest.configuration == walker.configuration)
        for number in 0..<3 {
          let (event, value) = (EventHandle(index: number), Value.int(Int64(random.below(20)) - 5))
          var one = walker
          guest.jump(to: state)
          let first = outcome { () throws(MachineError) in try one.receive(event, [value]) }
          let second = outcome { () throws(MachineError) in try guest.receive(event, [value]) }
          #expect(first == second, "seed \(seed)")
          #expect(one.identity == guest.identity, "seed \(seed)")
          steps += 1
        }
        _ = try? walker.receive(
          EventHandle(index: random.below(3)), [.int(Int64(random.below(20)) - 5)])
      }
    }
    #expect(steps > 1_000)
  }

  /// Inactive data must never make a step count as a change.
  @Test func `inactive states have no data after any step`() throws {
    var carried = 0
    for seed in UInt64(1)...60 {
      let definition = try CompiledDefinition.underTest(RandomChart.definition(seed: seed))
      guard var machine = try? Machine.start(definition).machine else { continue }
      var random = SeededGenerator(seed &+ 5)
      for _ in 0..<60 {
        let event = EventHandle(index: random.below(3))
        _ = try? machine.receive(event, [.int(Int64(random.below(20)) - 5)])
        let core = machine.storage
        for (index, state) in core.tables.states.enumerated() where !state.carried.isEmpty {
          if core.active.contains(index) {
            carried += 1
            continue
          }
          for slot in state.carried {
            let value = core.registers.value(of: Slot(register: slot.register, type: .int))
            #expect(value.isIdentical(to: slot.nothing), "seed \(seed), \(state.name)")
          }
        }
      }
    }
    #expect(carried > 500)
  }

  @Test func `a jump leaves no old data behind`() throws {
    let definition = try Fixture(
      #"""
      { "state": "Bouncing", "format": 1,
        "events": { "filled": { "carries": { "n": "int" } }, "bounced": {} },
        "initial": "idle",
        "states": [ { "state": "idle" }, { "state": "full", "carries": { "n": "int" } }, { "state": "passing", "carries": { "n": "int" } } ],
        "reducer": [
          { "in": "idle", "on": "filled", "goTo": { "passing": { "n": "event.n" } } },
          { "in": "idle", "on": "bounced", "goTo": { "full": { "n": 7 } } },
          { "in": "passing", "goTo": "idle" }
        ],
        "outputs": {} }
      """#
    ).definition
    var (machine, _) = try Machine.start(definition)
    let idle = machine.currentState
    _ = try machine.receive(named: "bounced")
    machine.jump(to: idle)
    let start = try Machine.start(definition).machine
    #expect(machine.identity == start.identity)
    let core = machine.storage
    for slot in core.tables.states.flatMap(\.carried) {
      #expect(core.registers.value(of: slot).isIdentical(to: slot.nothing))
    }
    #expect(try machine.receive(named: "filled", [.int(7)]).result == .unchanged)
  }

  private func outcome(_ body: () throws(MachineError) -> Step) -> String {
    do throws(MachineError) {
      let step = try body()
      return "\(step.result) \(step.commands.map(\.name)) \(step.timers) \(step.denied)"
    } catch {
      return error.description
    }
  }
}
