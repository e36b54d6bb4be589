import CEL
import StateTables
import Testing

@testable import StateInterpreter

/// A machine that goes to where another was.
@Suite("Moments") struct MomentTests {
  /// Over random charts: one machine goes from moment to moment of another, and does there what a
  /// copy of that one does.
  @Test func `a machine that goes to a moment goes on as the one that was there`() throws {
    var steps = 0
    for seed in UInt64(1)...60 {
      let definition = try CompiledDefinition(RandomChart.definition(seed: seed))
      guard var walker = try? Machine.start(definition).machine,
        var guest = try? Machine.start(definition).machine
      else { continue }
      var lot = Lot(seed &+ 17)
      for _ in 0..<60 {
        let moment = walker.moment
        guest.go(to: moment)
        #expect(guest.identity == walker.identity, "seed \(seed)")
        #expect(guest.configuration == walker.configuration)
        for number in 0..<3 {
          let (event, value) = (EventHandle(index: number), Value.int(Int64(lot.below(20)) - 5))
          var one = walker
          guest.go(to: moment)
          let first = outcome { () throws(MachineError) in try one.receive(event, [value]) }
          let second = outcome { () throws(MachineError) in try guest.receive(event, [value]) }
          #expect(first == second, "seed \(seed)")
          #expect(one.identity == guest.identity, "seed \(seed)")
          steps += 1
        }
        _ = try? walker.receive(EventHandle(index: lot.below(3)), [.int(Int64(lot.below(20)) - 5)])
      }
    }
    #expect(steps > 1_000)
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
