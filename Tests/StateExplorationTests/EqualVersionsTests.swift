import CEL
import Foundation
import RandomDefinitions
import StateInterpreter
import StateLinking
import StateModel
import Testing

@testable import StateExploration

/// Versions that a complete comparison finds equal are equal in random walks, also when timers fire and
/// machines are restored. `STATES_SEED=1 swift test --filter EqualVersionsTests` tries 4,000 pairs of
/// random definitions, with other ones for another seed.
@Suite struct EqualVersionsTests {
  private static let seed = ProcessInfo.processInfo.environment["STATES_SEED"].flatMap {
    UInt64($0)
  }

  @Test func `no random walk shows a difference between equal versions`() throws {
    let count = Self.seed == nil ? 60 : 4_000
    var verdicts = ["different": 0, "equal": 0, "not all tried": 0]
    for number in 0..<UInt64(count) {
      let seed = (Self.seed ?? 5) &* 1_000_003 &+ number
      let texts = SmallDefinition.versions(seed: seed)
      let old = try DifferencesTests.checked(texts.old)
      let new = try DifferencesTests.checked(texts.new)
      let found = Differences(from: old, to: new, oldName: "main", newPath: "Small.state.json")
      let verdict = Self.verdict(found)
      verdicts[verdict, default: 0] += 1
      if verdict != "equal" { continue }
      let pair = try VersionWalk(old, new)
      #expect(
        pair?.firstDifference(steps: 2_000, seed: seed) == nil,
        "seed \(seed)\n\(texts.old)\n\(texts.new)")
    }
    print("\(verdicts.sorted { $0.key < $1.key })")
    // The test would prove nothing if no versions were equal.
    #expect(verdicts["equal", default: 0] > count / 20)
  }

  private static func verdict(_ found: Differences) -> String {
    var verdict = "equal"
    for fact in found.changes.map(\.fact) {
      guard case .compared(_, _, let isComplete, _, let hasDifferences, _) = fact else {
        return "different"
      }
      if hasDifferences { return "different" }
      if !isComplete { verdict = "not all tried" }
    }
    return verdict
  }
}

/// Two versions with the same declarations, that take the same random steps.
private struct VersionWalk {
  private struct Side {
    let compiled: CompiledDefinition
    var machine: Machine
    var clock = VirtualTime()

    init?(_ checked: CheckedDefinition) throws {
      compiled = try CompiledDefinition(checked)
      guard let start = try? Machine.start(compiled) else { return nil }
      machine = start.machine
      clock.follow(start.step.timers)
    }

    mutating func receive(_ event: Int, _ values: [Value]) -> String {
      do throws(MachineError) {
        let step = try machine.receive(compiled.events[event], values)
        clock.follow(step.timers)
        return words(step)
      } catch {
        return "\(error.id)"
      }
    }

    mutating func restore() -> String {
      do throws(MachineError) { return words(try machine.restoreInPlace()) } catch {
        return "\(error.id)"
      }
    }

    mutating func wait(_ span: Value.Duration) -> String {
      clock.advance(by: span, &machine).map { firing in
        switch firing.result {
        case .success(let step): "\(firing.time) \(words(step))"
        case .failure(let error): "\(firing.time) \(error.id)"
        }
      }.joined(separator: "\n")
    }

    private func words(_ step: Step) -> String {
      "\(step.commands.map { "\($0.name) \($0.values)" }) \(step.timers.map { "\($0)" }.sorted())"
    }

    mutating func outputs() -> [String] {
      compiled.outputs.map { "\(compiled.source.outputs[$0.index].name): \(machine.output($0))" }
    }
  }

  private let events: [CheckedEvent]
  private let values: FiniteValues
  private var old: Side
  private var new: Side

  /// Returns `nil` if a version cannot start.
  init?(_ before: CheckedDefinition, _ after: CheckedDefinition) throws {
    events = before.events
    values = FiniteValues(declarations: before.declarations, limit: 64)
    guard let old = try Side(before), let new = try Side(after) else { return nil }
    (self.old, self.new) = (old, new)
  }

  /// What differs first.
  func firstDifference(steps: Int, seed: UInt64) -> String? {
    var (old, new) = (old, new)
    var dice = Dice(seed)
    var last = "start"
    for number in 0..<steps {
      let (was, now) = (old.outputs(), new.outputs())
      if was != now { return "after \(last): \(was) and \(now)" }
      if number % 100 == 99 { (old, new) = (self.old, self.new) }
      let before: String
      let after: String
      switch dice.below(10) {
      case 0:
        last = "restore"
        (before, after) = (old.restore(), new.restore())
      case 1, 2, 3:
        let span = Value.Duration(nanoseconds: Int64(dice.below(8)) * 500_000_000)
        last = "wait \(span)"
        (before, after) = (old.wait(span), new.wait(span))
      default:
        let event = events[dice.below(events.count)]
        let data = dice.pick(values.combinations(event.fields.map(\.type)) ?? [[]])
        last = "\(event.name) \(data)"
        let index = events.firstIndex { $0.name == event.name } ?? 0
        (before, after) = (old.receive(index, data), new.receive(index, data))
      }
      if before != after { return "\(last): \(before) and \(after)" }
    }
    return nil
  }
}
