import CEL
import StateInterpreter
import StateLinking
package import StateModel
import StateSpecs

/// The first difference between two versions in a session.
package struct VersionDifference: Sendable {
  /// What differs: `commands`, `error`, `start`, or `output` and its name.
  package let kind: String
  /// A case that the old version passes and the new one fails, without a name.
  package let example: Spec.Case
}

/// A session as a case of a spec: its inputs, and what happened.
struct SessionScript {
  var given: [JSON.Member] = []
  var when: [Spec.Occurrence] = []
}

/// Two versions of a definition that run the same session, step by step.
struct VersionPair {
  /// The versions, and the outputs that both have with the same type.
  struct Versions {
    let old: CompiledDefinition
    let new: CompiledDefinition
    fileprivate let outputs: [String]
    let skippedOutputs: [String]

    init(_ old: CompiledDefinition, _ new: CompiledDefinition) {
      self.old = old
      self.new = new
      let types = Dictionary(
        old.source.outputs.map { ($0.name, $0.type.text(in: old.source.declarations)) },
        uniquingKeysWith: { first, _ in first })
      outputs = new.source.outputs.filter {
        types[$0.name] == $0.type.text(in: new.source.declarations)
      }.map(\.name)
      let (compared, names) = (Set(outputs), new.source.outputs.map(\.name))
      skippedOutputs =
        names.filter { !compared.contains($0) }
        + old.source.outputs.map(\.name).filter { !names.contains($0) }
    }
  }

  private struct Outcome {
    var commands: [Spec.Call] = []
    var failures: [String] = []
    /// The result of the last step.
    var result: Spec.Result?
    var stepCount = 0

    init() {}

    init(_ start: WireMachine.Step) {
      commands = start.commands
      result = start.result
    }
  }

  /// What the start of a session leads to.
  enum Start {
    /// Both versions can go on.
    case equal(VersionPair)
    case different(VersionDifference)
    /// Neither version can start it; it is a fault if the inputs fit neither.
    case failed(isFault: Bool)
  }

  private let versions: Versions
  private var old: WireMachine
  private var new: WireMachine
  /// The number of steps that the versions took after the start, together.
  private(set) var stepCount = 0

  /// Starts both versions.
  static func start(_ versions: Versions, _ given: [JSON.Member]) -> Start {
    let old = WireMachine.start(versions.old, inputs: given)
    let new = WireMachine.start(versions.new, inputs: given)
    switch (old, new) {
    case (.success(let before), .success(let after)):
      var pair = VersionPair(versions: versions, old: before.machine, new: after.machine)
      let difference = pair.difference(Outcome(before.step), Outcome(after.step))
      return difference.map { .different($0) } ?? .equal(pair)
    case (.failure(let before), .failure(let after)) where before.id == after.id:
      return .failed(isFault: before.id == "payload")
    case (.failure(let failure), _):
      var example = Spec.Case(name: nil)
      example.error = failure.id
      return .different(VersionDifference(kind: "start", example: example))
    case (.success(let start), .failure):
      var example = Spec.Case(name: nil)
      example.commands = start.step.commands
      return .different(VersionDifference(kind: "start", example: example))
    }
  }

  /// What something that happens does in two versions.
  enum Effect {
    /// It is an event that neither version has, or whose data fit neither.
    case fault
    /// It is time in which no timer fires.
    case nothing
    /// At least one version takes a step.
    case step
  }

  /// Lets something happen in both versions.
  mutating func take(
    _ occurrence: Spec.Occurrence
  ) -> (difference: VersionDifference?, effect: Effect) {
    let before = Self.take(occurrence, &old)
    let after = Self.take(occurrence, &new)
    stepCount += before.stepCount + after.stepCount
    let effect: Effect
    if case .event(let call) = occurrence {
      let isUnknown = old.event(named: call.name) == nil && new.event(named: call.name) == nil
      let fitsNeither = before.failures == ["payload"] && after.failures == ["payload"]
      effect = isUnknown || fitsNeither ? .fault : .step
    } else {
      let isStill = [before, after].allSatisfy { $0.result == nil && $0.failures.isEmpty }
      effect = isStill ? .nothing : .step
    }
    return (difference(before, after), effect)
  }

  private static func take(_ occurrence: Spec.Occurrence, _ machine: inout WireMachine) -> Outcome {
    var outcome = Outcome()
    func add(_ result: Result<WireMachine.Step, StepFailure>) {
      outcome.stepCount += 1
      switch result {
      case .success(let step):
        outcome.commands += step.commands
        outcome.result = step.result
      case .failure(let failure): outcome.failures.append(failure.id)
      }
    }
    switch occurrence {
    case .event(let call): add(machine.receive(call))
    case .repeated(let times, let call): for _ in 0..<times { add(machine.receive(call)) }
    case .wait(let time): _ = machine.wait(time) { _, firing in add(firing.result) }
    case .snapshot:
      if let failure = machine.saveAndRestore() { outcome.failures.append(failure.id) }
    }
    return outcome
  }

  private mutating func difference(_ before: Outcome, _ after: Outcome) -> VersionDifference? {
    var example = Spec.Case(name: nil)
    if before.failures != after.failures {
      if let id = before.failures.last {
        example.error = id
      } else {
        example.result = before.result
      }
      return VersionDifference(kind: "error", example: example)
    }
    if before.commands != after.commands {
      example.commands = before.commands
      return VersionDifference(kind: "commands", example: example)
    }
    for name in versions.outputs {
      let value = old.output(named: name)
      if value == new.output(named: name) { continue }
      example.then = [JSON.Member(key: name, value: value ?? .null)]
      return VersionDifference(kind: "output \(name)", example: example)
    }
    return nil
  }
}

extension SessionScript {
  /// Finds the first difference.
  ///
  /// - Parameters:
  ///   - versions: The versions to run.
  ///   - budget: How many occurrences and steps of both versions may be run. It is reduced by those
  ///     that were; once it is negative, no difference is found.
  /// - Returns: The difference, and the number of occurrences up to it; `nil` if there is none.
  func difference(
    _ versions: VersionPair.Versions, budget: inout Int
  ) -> (difference: VersionDifference, count: Int)? {
    switch VersionPair.start(versions, given) {
    case .failed: return nil
    case .different(let difference): return (difference, 0)
    case .equal(var pair):
      for (index, occurrence) in when.enumerated() {
        if budget < 0 { break }
        let before = pair.stepCount
        let difference = pair.take(occurrence).difference
        budget -= 1 + pair.stepCount - before
        if let difference { return (difference, index + 1) }
      }
      return nil
    }
  }

  /// The script without what a difference of the same kind does not need: each half, quarter, and so
  /// on is left out if it still differs, as long as the budget lasts.
  func shortened(
    _ versions: VersionPair.Versions, kind: String, budget: inout Int
  ) -> SessionScript {
    var script = self
    var size = max(1, script.when.count / 2)
    while true {
      var index = 0
      var hasChanged = false
      while index < script.when.count {
        if budget < 0 { return script }
        var fewer = script
        fewer.when.removeSubrange(index..<min(index + size, fewer.when.count))
        if let found = fewer.difference(versions, budget: &budget), found.difference.kind == kind {
          fewer.when.removeSubrange(found.count...)
          script = fewer
          hasChanged = true
        } else {
          index += size
        }
      }
      // At the end single occurrences are left out until all are needed.
      if size == 1, !hasChanged { return script }
      size = max(1, size / 2)
    }
  }
}
