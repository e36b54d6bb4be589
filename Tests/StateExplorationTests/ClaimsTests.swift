import CEL
import Foundation
import RandomDefinitions
import StateChecks
import StateFiles
import StateInterpreter
import StateLinking
import StateModel
import Testing

@testable import StateExploration

/// What validation says can never happen, or always does, is compared with random walks over random
/// definitions. `STATES_SEED=1 swift test --filter ClaimsTests` tries 2,000 definitions, with other
/// ones for another seed.
@Suite struct ClaimsTests {
  private static let seed = ProcessInfo.processInfo.environment["STATES_SEED"].flatMap {
    UInt64($0)
  }

  @Test func `no random walk contradicts what validation claims`() throws {
    let count = Self.seed == nil ? 40 : 2_000
    let steps = Self.seed == nil ? 1_500 : 10_000
    var total = Claims.Counts()
    // Some have errors.
    for number in 0..<UInt64(2 * count) where total.definitions < count {
      let seed = (Self.seed ?? 7) &* 1_000_003 &+ number
      let text = RandomDefinition.text(seed: seed)
      guard var claims = try Claims(text, seed: seed) else { continue }
      claims.walk(steps: steps, seed: seed)
      #expect(claims.contradictions.isEmpty, "seed \(seed): \(claims.contradictions)\n\(text)")
      total.add(claims.counts)
    }
    print("\(total)")
    // The test would say nothing if little were claimed, or little happened.
    #expect(total.definitions == count)
    #expect(total.claims > count / 2)
    #expect(total.failures > count / 4)
  }
}

/// A definition, what validation says about it, and what contradicts it.
private struct Claims {
  struct Counts {
    var definitions = 0
    var claims = 0
    var steps = 0
    var failures = 0

    mutating func add(_ other: Counts) {
      definitions += 1
      claims += other.claims
      steps += other.steps
      failures += other.failures
    }
  }

  private(set) var contradictions: [String] = []
  private(set) var counts = Counts()
  private let checked: CheckedDefinition
  private let compiled: CompiledDefinition
  private let hashes: Fingerprint
  private let diagnostics: [Diagnostic]
  private var failed: Set<String> = []
  private var values: [String: Set<String>] = [:]

  /// Reads a definition. Snapshots do not hold some of its properties. Returns `nil` if it has errors.
  init?(_ text: String, seed: UInt64) throws {
    let json = try #require(JSONDocument([UInt8](text.utf8)).json)
    var content = try #require(DefinitionReader.read(json, fileName: nil).content)
    for index in content.properties.indices where (seed &+ UInt64(index)).isMultiple(of: 4) {
      content.properties[index].isStored = false
    }
    let result = content.checked()
    guard let checked = result.checked else { return nil }
    self.checked = checked
    compiled = try CompiledDefinition(checked)
    hashes = compiled.fingerprint
    var limits = SemanticChecks.Limits()
    limits.hasNotes = true
    diagnostics =
      result.diagnostics
      + SemanticChecks.diagnostics(of: checked, path: "Random.state.json", limits: limits)
  }

  mutating func walk(steps: Int, seed: UInt64) {
    var dice = Dice(seed)
    guard
      var (machine, _) = try? Machine.start(
        compiled, inputs: [:], isTracing: false, isMeasuring: true)
    else { return }
    let start = machine.currentState
    note(&machine)
    for number in 0..<steps {
      if number % 150 == 149 { machine.jump(to: start) }
      if dice.isHit(3) { restore(&machine) }
      let event = compiled.events[dice.below(compiled.events.count)]
      let values = checked.events[event.index].fields.map { Self.value(of: $0.type, &dice) }
      do throws(MachineError) {
        if try machine.receive(event, values).result == .changed { note(&machine) }
      } catch {
        counts.failures += 1
        fail(error)
      }
      counts.steps += 1
    }
    guard let coverage = machine.coverage else { return }
    for diagnostic in diagnostics { compare(diagnostic, coverage) }
  }

  /// Saves and restores the machine. A snapshot gives the same state.
  private mutating func restore(_ machine: inout Machine) {
    let snapshot = machine.snapshot(fingerprint: hashes) { _ in nil }
    let saved = machine.currentState
    do throws(MachineError) {
      _ = try machine.restoreInPlace()
      note(&machine)
    } catch {
      fail(error)
    }
    let restored = try? Machine.restore(compiled, from: snapshot, fingerprint: hashes).machine
    if restored.map(identity) ?? identity(saved, machine) != identity(machine) {
      contradictions.append("a snapshot is restored as another state")
    }
  }

  private func identity(_ machine: Machine) -> [UInt8] {
    var writer = IdentityWriter()
    machine.writeIdentity(to: &writer)
    return writer.bytes
  }

  private func identity(_ state: MachineState, _ machine: Machine) -> [UInt8] {
    var copy = machine
    copy.jump(to: state)
    return identity(copy)
  }

  private static func value(of type: ValueType, _ dice: inout Dice) -> Value {
    switch type {
    case .bool: .bool(dice.isHit(50))
    case .list: .list((0..<dice.below(4)).map { _ in .int(Int64(dice.below(8))) })
    default: .int(Int64(dice.below(12)) - 2)
    }
  }

  /// A failure needs a finding about its cell, or a note that not everything was tried.
  private mutating func fail(_ error: MachineError) {
    guard failed.insert(error.at).inserted else { return }
    let isKnown = diagnostics.contains { diagnostic in
      switch diagnostic.problem {
      case .cell(.mayFailUnseen): true
      case .cell(.mayFail), .cell(.alwaysFails), .cell(.failsOutOfTime):
        diagnostic.location.pointer.text.hasPrefix(error.at)
      default: false
      }
    }
    if !isKnown { contradictions.append("`\(error.at)` fails with \(error.id)") }
  }

  private mutating func note(_ machine: inout Machine) {
    for output in compiled.outputs {
      let name = checked.outputs[output.index].name
      values["output \(name)", default: []].insert("\(machine.output(output))")
    }
    for property in checked.properties {
      guard let value = machine.property(named: property.name) else { continue }
      values["property \(property.name)", default: []].insert("\(value)")
    }
    for case .declaration(.derivedProperty(let name, let source, let isOpposite)) in problems {
      let pair = (machine.property(named: name), machine.property(named: source))
      if case (.bool(let one)?, .bool(let other)?) = pair, (one == other) == isOpposite {
        contradictions.append("`\(name)` does not follow `\(source)`")
      }
    }
    for (index, invariant) in checked.invariants.enumerated()
    where (try? machine.holds(index)) == false {
      let isKnown = problems.contains { problem in
        if case .invariant(let fact) = problem { fact != .constant } else { false }
      }
      if !isKnown { contradictions.append("`\(invariant.name)` is broken") }
    }
  }

  private var problems: [Problem] { diagnostics.map(\.problem) }

  private mutating func compare(_ diagnostic: Diagnostic, _ coverage: Coverage) {
    let steps = diagnostic.location.pointer.text.split(separator: "/")
    let row = steps.first == "reducer" && steps.count > 1 ? Int(steps[1]) : nil
    func state(_ name: String) -> Int? { checked.states.firstIndex { $0.name == name } }
    let isWrong: Bool
    switch diagnostic.problem {
    case .cell(.constantGuard(let truth, _, _)):
      guard let row else { return }
      isWrong = truth ? coverage.rows[row].wasFalse : coverage.rows[row].wasTrue
    case .row where diagnostic.rule == .rowUnreachable:
      guard let row else { return }
      isWrong = coverage.rows[row].hasRun
    case .state(.unreachable(let name)), .state(.neverEntered(let name)):
      isWrong = state(name).map { coverage.states[$0] } ?? false
    case .state(.deadEnd(let name)):
      isWrong = state(name).map { coverage.exits[$0] } ?? false
    case .declaration(.constantOutput(let name, _)):
      isWrong = (values["output \(name)"]?.count ?? 0) > 1
    case .declaration(.unwrittenProperty(let name)):
      isWrong = (values["property \(name)"]?.count ?? 0) > 1
    default: return
    }
    counts.claims += 1
    if isWrong { contradictions.append("\(diagnostic.problem)") }
  }
}
