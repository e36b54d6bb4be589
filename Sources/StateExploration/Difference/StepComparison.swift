import CEL
import StateInterpreter
import StateModel

/// Compares what a step does in two versions.
struct StepComparison {
  typealias Outcome = Result<Step, MachineError>
  typealias Effect = Problem.Change.Effect

  let shared: SharedInterface

  /// The differences after a step.
  func differences(
    _ old: Outcome, _ new: Outcome, _ pair: inout (old: Machine, new: Machine)
  ) -> [Effect] {
    var found: [Effect] = []
    if let effect = otherFailure(old, new) { found.append(effect) }
    switch (old, new) {
    case (.failure, .failure): break
    case (.success, .failure), (.failure, .success): return found
    case (.success(let one), .success(let other)): found += requests(one, other)
    }
    for output in shared.outputs {
      let was = shared.value(of: output.old, &pair.old, isOld: true)
      let now = shared.value(of: output.new, &pair.new, isOld: false)
      if !CodePoints.equal(was, now) { found.append(.output(output.name, from: was, to: now)) }
    }
    return found
  }

  /// A failure of only one version, or two different failures.
  func otherFailure<Success>(
    _ old: Result<Success, MachineError>, _ new: Result<Success, MachineError>
  ) -> Effect? {
    let (was, now) = (Self.failure(of: old), Self.failure(of: new))
    return was == now ? nil : .failure(from: was?.rawValue, to: now?.rawValue)
  }

  private static func failure<Success>(
    of result: Result<Success, MachineError>
  ) -> MachineError.ID? {
    if case .failure(let error) = result { error.id } else { nil }
  }

  /// Compares the commands by name, then their order, then the timers.
  private func requests(_ old: Step, _ new: Step) -> [Effect] {
    let (was, now) = (shared.requests(old, isOld: true), shared.requests(new, isOld: false))
    var found: [Effect] = []
    for name in (now.commands + was.commands).map(\.name).withoutRepetitions {
      let before = was.commands.filter { $0.name == name }.map(\.text)
      let after = now.commands.filter { $0.name == name }.map(\.text)
      if !CodePoints.equal(before, after) {
        found.append(.commands(name, from: before, to: after))
      }
    }
    let (before, after) = (was.commands.map(\.text), now.commands.map(\.text))
    if found.isEmpty, !CodePoints.equal(before, after) {
      found.append(.commands(nil, from: before, to: after))
    }
    var areSameTimers = true
    for id in (now.timers + was.timers).map(\.id).withoutRepetitions {
      let before = was.timers.first { $0.id == id }
      let after = now.timers.first { $0.id == id }
      if before != after {
        found.append(.timer(id, from: before?.action, to: after?.action))
        areSameTimers = false
      }
    }
    if areSameTimers, mayFireInAnotherOrder(was.timers, now.timers) {
      let (before, after) = (was.timers.filter(\.isStart), now.timers.filter(\.isStart))
      found.append(.timerOrder(from: before.map(\.id), to: after.map(\.id)))
    }
    return found
  }

  /// Whether two timers start in another order and may be due together: then the one that was started
  /// first fires first. Both take the same time, or one repeats.
  private func mayFireInAnotherOrder(_ old: [TimerRequest], _ new: [TimerRequest]) -> Bool {
    let ranks = Dictionary(new.filter(\.isStart).enumerated().map { ($1.id, $0) }) { first, _ in
      first
    }
    var starts: [(rank: Int, time: Int64, isRepeating: Bool)] = []
    for case .start(let id, let time, let isRepeating) in old {
      guard let rank = ranks[id] else { continue }
      let later = starts.contains { other in
        other.rank > rank && (other.time == time.nanoseconds || other.isRepeating || isRepeating)
      }
      if later { return true }
      starts.append((rank, time.nanoseconds, isRepeating))
    }
    return false
  }
}

extension [String] {
  /// The elements, each at its first index only.
  fileprivate var withoutRepetitions: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
