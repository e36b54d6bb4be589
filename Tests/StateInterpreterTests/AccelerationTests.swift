import CEL
import Foundation
import StateFiles
import StateLinking
import StateModel
import Testing

@testable import StateInterpreter

/// The accelerated interpreter beside the plain one.
@Suite("Acceleration") struct AccelerationTests {
  /// A plain and an accelerated machine of one definition.
  private struct Pair {
    let definition: CompiledDefinition
    var plain: Machine
    var fast: Machine
    /// The number of steps before which the accelerator knew the configuration.
    var knownSteps = 0

    /// `nil` if the definition does not start.
    init?(_ checked: CheckedDefinition, isExplaining: Bool = false) throws {
      definition =
        isExplaining
        ? try CompiledDefinition(explaining: checked)
        : try CompiledDefinition(checked, isAccelerated: true)
      let plainDefinition = try CompiledDefinition(checked, isAccelerated: false)
      guard let plain = try? Machine.start(plainDefinition).machine else { return nil }
      self.plain = plain
      fast = try Machine.start(definition).machine
      if isExplaining { fast.isTracing = true }
    }

    /// Performs a step in both machines, and compares everything that a host can see.
    mutating func compare(
      _ name: String, _ step: (inout Machine) throws(MachineError) -> Step
    ) {
      if fast.storage.knownActive != nil { knownSteps += 1 }
      #expect(Self.text(&plain, step) == Self.text(&fast, step), "\(name)")
      #expect(plain.identity == fast.identity, "\(name)")
      #expect(plain.configuration == fast.configuration, "\(name)")
      for output in definition.outputs {
        #expect(Self.value(&plain, output) == Self.value(&fast, output), "\(name)")
      }
    }

    private static func text(
      _ machine: inout Machine, _ step: (inout Machine) throws(MachineError) -> Step
    ) -> String {
      do throws(MachineError) {
        let step = try step(&machine)
        let commands = step.commands.map { "\($0.name)\($0.values)" }
        return "\(step.result) \(step.deniedRows) \(commands) \(step.timers)"
      } catch {
        return "\(error)"
      }
    }

    private static func value(_ machine: inout Machine, _ output: OutputHandle) -> String {
      "\(machine.output(output))"
    }
  }

  /// A random timer that is due, or a random event with random data.
  private func step(
    _ pair: inout Pair, _ name: String, _ random: inout SeededGenerator
  ) {
    let timers = pair.plain.timers
    if !timers.isEmpty, random.isHit(20),
      case .start(let id, _, _) = timers[random.below(timers.count)]
    {
      return pair.compare(name) { machine throws(MachineError) in try machine.fire(timer: id) }
    }
    let events = pair.definition.events
    guard !events.isEmpty else { return }
    let event = events[random.below(events.count)]
    let fields = pair.definition.source.events[event.index].fields
    let values = fields.map { value(of: $0.type, &random) }
    pair.compare("\(name), \(pair.definition.name(of: event))") {
      machine throws(MachineError) in try machine.receive(event, values)
    }
  }

  /// A value of one of the simple types; null for the others, which most fields refuse.
  private func value(of type: ValueType, _ random: inout SeededGenerator) -> Value {
    switch type {
    case .int: .int(Int64(random.below(20)) - 5)
    case .bool: .bool(random.isHit(50))
    case .double: .double(Double(random.below(9)) / 2)
    case .string: .string(["", "a", "1234", "Your code is 5678"][random.below(4)])
    case .list: .list([])
    default: .null
    }
  }

  @Test func `random charts do the same with and without it`() throws {
    var (steps, known) = (0, 0)
    for seed in UInt64(1)...400 {
      guard var pair = try Pair(RandomChart.definition(seed: seed)) else { continue }
      var random = SeededGenerator(seed &+ 31)
      for _ in 0..<60 where !pair.plain.hasEnded {
        step(&pair, "seed \(seed)", &random)
        steps += 1
      }
      known += pair.knownSteps
    }
    #expect(steps > 10_000)
    #expect(known > steps / 4, "\(known) of \(steps)")
  }

  @Test func `the definitions of this repository do the same with and without it`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Definitions").standardizedFileURL.path()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    var known = 0
    for file in files where file.hasSuffix(".state.json") {
      guard let checked = try? DefinitionFile.load("\(folder)/\(file)") else { continue }
      for seed in UInt64(1)...20 {
        guard var pair = try Pair(checked) else { break }
        var random = SeededGenerator(seed)
        for _ in 0..<50 { step(&pair, "\(file), seed \(seed)", &random) }
        known += pair.knownSteps
      }
    }
    #expect(known > 5_000, "\(known)")
  }

  @Test func `a machine that explains its steps does the same as one that does not`() throws {
    var (rows, changes) = (0, 0)
    for seed in UInt64(1)...100 {
      let checked = RandomChart.definition(seed: seed)
      guard var pair = try Pair(checked, isExplaining: true) else { continue }
      var random = SeededGenerator(seed)
      for turn in 0..<40 where !pair.plain.hasEnded {
        step(&pair, "seed \(seed), turn \(turn)", &random)
        let microsteps = pair.fast.trace?.microsteps ?? []
        for microstep in microsteps {
          let taken = microstep.considered.filter { $0.verdict == .taken }.map(\.pointer)
          #expect(Set(taken) == Set(microstep.pointers), "seed \(seed), turn \(turn)")
          changes += microstep.changes.count
        }
        rows += microsteps.flatMap(\.considered).count
      }
    }
    #expect(rows > 1_000 && changes > 100, "\(rows) rows, \(changes) changes")
  }

  @Test func `a copy, a traced machine and one that jumped back go on the same`() throws {
    for seed in UInt64(1)...60 {
      guard var pair = try Pair(RandomChart.definition(seed: seed)) else { continue }
      var random = SeededGenerator(seed)
      let (plainStart, fastStart) = (pair.plain.currentState, pair.fast.currentState)
      for turn in 0..<60 {
        step(&pair, "seed \(seed), turn \(turn)", &random)
        switch random.below(12) {
        case 0: (pair.plain, pair.fast) = ({ $0 }(pair.plain), { $0 }(pair.fast))
        case 1: pair.fast.isTracing.toggle()
        case 2:
          pair.plain.jump(to: plainStart)
          pair.fast.jump(to: fastStart)
        case 3:
          var other = pair.fast
          _ = try? other.receive(EventHandle(index: 0), [.int(1)])
        default: break
        }
      }
    }
  }
}
