import CEL
import StateModel
import Testing

@testable import StateInterpreter

/// Random charts with random events.
@Suite("Random charts") struct RandomChartTests {
  /// After every step the configuration is valid, `isIn` agrees with it, and a failed step has no
  /// effect.
  @Test func `a failing step leaves an equal machine`() throws {
    var counts = (steps: 0, failures: 0, changes: 0, microsteps: 0)
    var seed: UInt64 = 0
    while counts.steps < 100_000 {
      seed += 1
      let definition = try CompiledDefinition.underTest(RandomChart.definition(seed: seed))
      guard var machine = try? Machine.start(definition).machine else { continue }
      var random = SeededGenerator(seed &+ 7_919)
      for _ in 0..<250 where !machine.hasEnded {
        counts.steps += 1
        let before = machine.identity
        do throws(MachineError) {
          if try step(&machine, &random).result == .changed { counts.changes += 1 }
        } catch {
          counts.failures += 1
          if error.id == .microsteps { counts.microsteps += 1 }
          #expect(machine.identity == before, "seed \(seed)")
        }
        if counts.steps % 4 == 0 { examine(&machine, seed) }
      }
    }
    #expect(counts.failures > 5_000)
    #expect(counts.changes > 15_000)
    #expect(counts.microsteps > 100)
  }

  /// The fast path and the general algorithm must perform the same step.
  @Test func `a traced machine does the same as an untraced one`() throws {
    for seed in UInt64(1)...150 {
      let definition = try CompiledDefinition.underTest(RandomChart.definition(seed: seed))
      guard var plain = try? Machine.start(definition).machine else { continue }
      var traced = plain
      traced.isTracing = true
      var random = SeededGenerator(seed)
      var sameLot = random
      for _ in 0..<60 where !plain.hasEnded {
        let one = Result { () throws(MachineError) in try step(&plain, &random) }
        let other = Result { () throws(MachineError) in try step(&traced, &sameLot) }
        #expect(text(one) == text(other), "seed \(seed)")
        #expect(plain.identity == traced.identity, "seed \(seed)")
        for output in definition.outputs {
          let value = plain.output(output)
          let same = traced.output(output)
          #expect(value.isIdentical(to: same), "seed \(seed)")
        }
      }
    }
  }

  private func text(_ result: Result<Step, MachineError>) -> String {
    switch result {
    case .failure(let error): return "\(error)"
    case .success(let step):
      let commands = step.commands.map { "\($0.name)\($0.values)" }
      return "\(step.result) \(step.deniedRows) \(commands) \(step.timers)"
    }
  }

  private func step(_ machine: inout Machine, _ random: inout SeededGenerator) throws(MachineError)
    -> Step
  {
    let timers = machine.timers
    if !timers.isEmpty, random.isHit(20) {
      let index = random.below(timers.count)
      if case .start(let id, _, _) = timers[index] { return try machine.fire(timer: id) }
    }
    let number = Int64(random.below(20)) - 5
    return try machine.receive(EventHandle(index: random.below(3)), [.int(number)])
  }

  private func examine(_ machine: inout Machine, _ seed: UInt64) {
    let tables = machine.definition.tables
    let core = machine.storage
    guard tables.tree.isConfiguration(core.active) else {
      Issue.record("seed \(seed): no configuration: \(Array(core.active))")
      return
    }
    for (index, state) in tables.states.enumerated() {
      guard let flag = state.flag else { continue }
      if (core.registers.int(flag) == 1) != core.active.contains(index) {
        Issue.record("seed \(seed): isIn('\(state.name)') disagrees")
      }
    }
  }
}
