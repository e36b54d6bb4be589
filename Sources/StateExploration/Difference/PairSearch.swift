import CEL
import StateChecks
import StateInterpreter
import StateLinking
import StateModel

/// Searches the pairs of states that both versions reach together.
struct PairSearch {
  let before: CompiledDefinition
  let after: CompiledDefinition
  let shared: SharedInterface
  let alphabet: SharedAlphabet
  let oldName: Problem.Change.VersionName
  /// The path of the new file.
  let path: String

  private struct Node {
    var old: MachineState
    var new: MachineState
    var start: Int
    /// The previous node, and the cause that was sent there.
    var origin: (node: Int, cause: SharedAlphabet.Cause)?
  }

  private var nodes: [Node] = []
  private var known: Set<NodeKey> = []
  private var changes: [VersionChange] = []
  private var reported: Set<ChangeSubject> = []
  /// Whether a limit ended the search early.
  private(set) var isCut = false
  /// Whether a timer runs in only one version of a pair, so that it cannot fire in both.
  private(set) var hasUnpairedTimers = false
  /// The maximum number of reported changes.
  private static let changeLimit = 20

  init(
    before: CompiledDefinition, after: CompiledDefinition, shared: SharedInterface,
    alphabet: SharedAlphabet, oldName: Problem.Change.VersionName, path: String
  ) {
    self.before = before
    self.after = after
    self.shared = shared
    self.alphabet = alphabet
    self.oldName = oldName
    self.path = path
  }

  /// The number of pairs found.
  var pairCount: Int { nodes.count }

  /// Searches until everything is tried or a limit is reached.
  ///
  /// - Parameters:
  ///   - nodeLimit: The maximum number of pairs of states.
  ///   - stepLimit: The maximum number of steps of each version.
  ///   - workLimit: The most that all steps may take from their budgets together.
  /// - Returns: The differences. Each output, command and timer is reported once, with the shortest
  ///   sequence that shows it.
  mutating func run(nodeLimit: Int, stepLimit: Int, workLimit: Int64) -> [VersionChange] {
    var machines: (old: Machine, new: Machine)?
    for (number, start) in alphabet.starts.enumerated() {
      let ends = (started(before, start.old), started(after, start.new))
      guard case (.success(let old), .success(let new)) = ends else {
        if let effect = otherFailure(ends.0, ends.1), reported.insert(effect.subject).inserted {
          add([effect], at: nil, start: number, causes: [])
        }
        continue
      }
      var pair = (old: old.machine, new: new.machine)
      let effects = newDifferences(.success(old.step), .success(new.step), &pair)
      if !effects.isEmpty { add(effects, at: nil, start: number, causes: []) }
      add(pair, start: number, origin: nil)
      if machines == nil { machines = pair }
    }
    guard var pair = machines else { return changes }
    var steps = 0
    var next = 0
    while next < nodes.count {
      guard nodes.count <= nodeLimit, changes.count < Self.changeLimit else {
        isCut = true
        break
      }
      let node = nodes[next]
      pair.old.jump(to: node.old)
      pair.new.jump(to: node.new)
      for cause in alphabet.causes + timers(pair) {
        steps += 1
        if steps > stepLimit || pair.old.work + pair.new.work > workLimit {
          isCut = true
          return changes
        }
        pair.old.jump(to: node.old)
        pair.new.jump(to: node.new)
        let (old, new) = take(cause, &pair)
        let effects = newDifferences(old, new, &pair)
        if !effects.isEmpty {
          add(effects, at: cause, start: node.start, causes: path(to: next) + [cause])
        }
        if haveEqualEnds(old, new) { add(pair, start: node.start, origin: (next, cause)) }
      }
      next += 1
    }
    return changes
  }

  private typealias Start = Result<(machine: Machine, step: Step), MachineError>

  private func started(_ definition: CompiledDefinition, _ inputs: [String: Value]) -> Start {
    do throws(MachineError) {
      return .success(try Machine.start(definition, inputs: inputs))
    } catch {
      return .failure(error)
    }
  }

  /// The differences of a step that have not been reported yet.
  private mutating func newDifferences(
    _ old: Outcome, _ new: Outcome, _ pair: inout (old: Machine, new: Machine)
  ) -> [Effect] {
    differences(old, new, &pair).filter { reported.insert($0.subject).inserted }
  }

  /// Adds the pair of states unless it is known.
  private mutating func add(
    _ pair: (old: Machine, new: Machine), start: Int,
    origin: (node: Int, cause: SharedAlphabet.Cause)?
  ) {
    var writer = IdentityWriter()
    pair.old.writeIdentity(to: &writer)
    pair.new.writeIdentity(to: &writer)
    if known.insert(NodeKey(bytes: writer.bytes)).inserted {
      nodes.append(
        Node(old: pair.old.currentState, new: pair.new.currentState, start: start, origin: origin))
    }
  }

  private func path(to node: Int) -> [SharedAlphabet.Cause] {
    var causes: [SharedAlphabet.Cause] = []
    var index = node
    while let origin = nodes[index].origin {
      causes.append(origin.cause)
      index = origin.node
    }
    return causes.reversed()
  }

  /// The timers that run in both versions. A timer that runs in only one was reported when it
  /// started, or as a declaration.
  private mutating func timers(_ pair: (old: Machine, new: Machine)) -> [SharedAlphabet.Cause] {
    func running(_ machine: Machine) -> Set<String> { Set(machine.timers.map(\.id)) }
    let (old, new) = (running(pair.old), running(pair.new))
    let both = shared.timers.filter { old.contains($0.old) && new.contains($0.new) }
    if both.count < max(old.count, new.count) { hasUnpairedTimers = true }
    return both.map { .timer(old: $0.old, new: $0.new) }
  }

  /// Whether the step succeeded in both versions, or failed in both. After a step in only one
  /// version, all later differences would be caused by that.
  private func haveEqualEnds(_ old: Outcome, _ new: Outcome) -> Bool {
    switch (old, new) {
    case (.success, .success), (.failure, .failure): true
    case (.success, .failure), (.failure, .success): false
    }
  }

  private typealias Outcome = Result<Step, MachineError>

  private func take(
    _ cause: SharedAlphabet.Cause, _ pair: inout (old: Machine, new: Machine)
  ) -> (Outcome, Outcome) {
    func outcome(_ body: () throws(MachineError) -> Step) -> Outcome {
      do throws(MachineError) { return .success(try body()) } catch { return .failure(error) }
    }
    switch cause {
    case .event(let old, let new):
      return (
        outcome { () throws(MachineError) in try pair.old.receive(old.0, old.1) },
        outcome { () throws(MachineError) in try pair.new.receive(new.0, new.1) }
      )
    case .timer(let old, let new):
      return (
        outcome { () throws(MachineError) in try pair.old.fire(timer: old) },
        outcome { () throws(MachineError) in try pair.new.fire(timer: new) }
      )
    case .restore:
      return (
        outcome { () throws(MachineError) in try pair.old.restoreInPlace() },
        outcome { () throws(MachineError) in try pair.new.restoreInPlace() }
      )
    }
  }

  private typealias Effect = Problem.Change.Effect

  /// The differences after a step.
  private func differences(
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
  private func otherFailure<Success>(
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

  /// Adds the changes that a step, or a start without a cause, shows.
  private mutating func add(
    _ effects: [Effect], at cause: SharedAlphabet.Cause?, start: Int,
    causes: [SharedAlphabet.Cause]
  ) {
    let replay = Replay(
      after, path: path, inputs: alphabet.starts[start].new,
      causes: causes.map { cause in
        switch cause {
        case .event(_, let new): .event(new.0, new.1)
        case .timer(_, let new): .timer(new)
        case .restore: .restore
        }
      })
    let subject: Problem.Change.Cause
    let location: Diagnostic.Location
    switch cause {
    case nil:
      subject = .start
      location = .init("/state", range: 0..<after.name.utf8.count)
    case .event(_, let new):
      subject = .event(after.name(of: new.0))
      location = row(of: replay) ?? .init("/events/\(after.name(of: new.0))", isKey: true)
    case .timer(_, let new):
      subject = .timer(new)
      location = row(of: replay) ?? .init("/state", range: 0..<after.name.utf8.count)
    case .restore:
      subject = .restore
      location = .init("/state", range: 0..<after.name.utf8.count)
    }
    let sequence =
      replay.words.isEmpty ? "the start is enough" : "shortest sequence: \(replay.words)"
    let suffix = replay.command.map { "  (replay: \($0))" } ?? ""
    changes += effects.map { effect in
      VersionChange(
        .behavior(subject, effect, since: oldName), at: location,
        notes: [.init(sequence + suffix)])
    }
  }

  /// The location of the last row that ran in the new version.
  private func row(of replay: Replay) -> Diagnostic.Location? {
    guard let index = replay.lastRow,
      let row = after.source.rows.first(where: { $0.index == index })
    else { return nil }
    let key =
      switch row.trigger {
      case .events, .any: "on"
      case .timer(let timer): after.source.timers[timer].isRepeating ? "every" : "after"
      case .eventless: "goTo"
      }
    return .init("\(row.pointer)/\(key)", isMember: true)
  }
}

/// What a difference is about: each subject is reported once.
private enum ChangeSubject: Hashable {
  case failure(from: String?, to: String?)
  case commandOrder
  case output(String)
  case command(String)
  case timer(String)
  case timerOrder
}

extension Problem.Change.Effect {
  fileprivate var subject: ChangeSubject {
    switch self {
    case .failure(let from, let to): .failure(from: from, to: to)
    case .output(let name, _, _): .output(name)
    case .commands(nil, _, _): .commandOrder
    case .commands(let name?, _, _): .command(name)
    case .timer(let id, _, _): .timer(id)
    case .timerOrder: .timerOrder
    }
  }
}

extension TimerRequest {
  var id: String {
    switch self {
    case .start(let id, _, _), .cancel(let id): id
    }
  }

  var isStart: Bool { if case .start = self { true } else { false } }

  fileprivate var action: Problem.Change.TimerAction {
    switch self {
    case .start(_, let duration, let isRepeating):
      .start(.init(isRepeating: isRepeating, duration: duration.text))
    case .cancel: .cancel
    }
  }
}

extension [String] {
  /// The elements, each at its first index only.
  fileprivate var withoutRepetitions: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
