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
    /// The time in the new version; `nil` in a search in which a timer may fire at any time.
    var clock: VirtualTime?
    /// The previous node, and what was sent there.
    var origin: (node: Int, move: Move)?
  }

  /// A cause, and the clock when it happens.
  fileprivate struct Move {
    let cause: SharedAlphabet.Cause
    var clock: VirtualTime?
    /// The time to wait before it, if it is no timer.
    var wait: Value.Duration?
  }

  private struct Key: Hashable {
    let pair: NodeKey
    let future: AnyHashable?
  }

  private var nodes: [Node] = []
  private var known: Set<Key> = []
  private var changes: [VersionChange] = []
  private var reported: Set<ChangeSubject> = []
  /// The differences that were found only where timers cannot fire in that order, and how often.
  private var late: [(subject: ChangeSubject, change: VersionChange, count: Int)] = []
  /// The number of pairs found without a clock.
  private(set) var pairCount = 0
  /// Whether a limit ended the search early.
  private(set) var isCut = false
  /// Whether a timer runs in only one version of a pair, so that it cannot fire in both.
  private(set) var hasUnpairedTimers = false
  /// The maximum number of reported changes.
  private static let changeLimit = 20
  /// So many paths to a difference are tried for times that allow them.
  private static let lateLimit = 20
  private let comparison: StepComparison

  init(
    before: CompiledDefinition, after: CompiledDefinition, shared: SharedInterface,
    alphabet: SharedAlphabet, oldName: Problem.Change.VersionName, path: String
  ) {
    self.before = before
    self.after = after
    self.shared = shared
    comparison = StepComparison(shared: shared)
    self.alphabet = alphabet
    self.oldName = oldName
    self.path = path
  }

  /// Whether a difference was found only where timers cannot fire in that order.
  var hasLateChanges: Bool { !late.isEmpty }

  /// Searches until everything is tried or a limit is reached. The search fires a timer at any time, so
  /// differences for which that is impossible are searched again with a clock.
  ///
  /// - Parameters:
  ///   - nodeLimit: The maximum number of pairs of states.
  ///   - stepLimit: The maximum number of steps of each version.
  ///   - workLimit: The most that all steps may take from their budgets together.
  /// - Returns: The differences. Each output, command and timer is reported once, with the shortest
  ///   sequence that shows it.
  mutating func run(nodeLimit: Int, stepLimit: Int, workLimit: Int64) -> [VersionChange] {
    search(nodeLimit, stepLimit, workLimit, isTimed: false)
    pairCount = nodes.count
    if !late.isEmpty {
      (nodes, known) = ([], [])
      for index in late.indices { late[index].count = 0 }
      search(nodeLimit, stepLimit, workLimit, isTimed: true)
    }
    return changes + late.map(\.change)
  }

  private mutating func search(
    _ nodeLimit: Int, _ stepLimit: Int, _ workLimit: Int64, isTimed: Bool
  ) {
    var machines: (old: Machine, new: Machine)?
    for (number, start) in alphabet.starts.enumerated() {
      let ends = (started(before, start.old), started(after, start.new))
      guard case (.success(let old), .success(let new)) = ends else {
        if let effect = comparison.otherFailure(ends.0, ends.1),
          !reported.contains(effect.subject)
        {
          add([effect], at: nil, start: number, moves: [])
        }
        continue
      }
      var pair = (old: old.machine, new: new.machine)
      let effects = newDifferences(.success(old.step), .success(new.step), &pair)
      if !effects.isEmpty { add(effects, at: nil, start: number, moves: []) }
      var clock = VirtualTime()
      clock.follow(new.step.timers)
      add(pair, start: number, clock: isTimed ? clock : nil, origin: nil)
      if machines == nil { machines = pair }
    }
    guard var pair = machines else { return }
    let workLimit = workLimit + pair.old.work + pair.new.work
    var steps = 0
    var next = 0
    while next < nodes.count, !isTimed || !late.isEmpty {
      guard nodes.count <= nodeLimit, changes.count < Self.changeLimit else {
        isCut = isCut || !isTimed
        break
      }
      let node = nodes[next]
      pair.old.jump(to: node.old)
      pair.new.jump(to: node.new)
      for move in moves(at: node, pair) {
        steps += 1
        if steps > stepLimit || pair.old.work + pair.new.work > workLimit {
          isCut = isCut || !isTimed
          return
        }
        pair.old.jump(to: node.old)
        pair.new.jump(to: node.new)
        let (old, new) = take(move.cause, &pair)
        let effects = newDifferences(old, new, &pair)
        if !effects.isEmpty {
          add(effects, at: move.cause, start: node.start, moves: path(to: next) + [move])
        }
        if haveEqualEnds(old, new) {
          add(pair, start: node.start, clock: move.clock(after: new), origin: (next, move))
        }
      }
      next += 1
    }
  }

  /// What can happen in a node: with a clock, the timer that is due next, and each event at once and
  /// shortly before that.
  private mutating func moves(at node: Node, _ pair: (old: Machine, new: Machine)) -> [Move] {
    let timers = timers(pair)
    guard let clock = node.clock else { return (alphabet.causes + timers).map { Move(cause: $0) } }
    var moves = alphabet.causes.map { Move(cause: $0, clock: clock) }
    var later = clock
    if let wait = later.waitAlmost() {
      moves += alphabet.causes.map { Move(cause: $0, clock: later, wait: wait) }
    }
    later = clock
    let due = later.waitForNext()
    for case .timer(let old, let new) in timers where new == due {
      moves.append(Move(cause: .timer(old: old, new: new), clock: later))
    }
    return moves
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
    comparison.differences(old, new, &pair).filter { effect in
      !reported.contains(effect.subject)
        && !late.contains { $0.subject == effect.subject && $0.count >= Self.lateLimit }
    }
  }

  /// Adds the pair of states unless it is known.
  private mutating func add(
    _ pair: (old: Machine, new: Machine), start: Int, clock: VirtualTime?,
    origin: (node: Int, move: Move)?
  ) {
    var writer = IdentityWriter()
    pair.old.writeIdentity(to: &writer)
    pair.new.writeIdentity(to: &writer)
    let key = Key(
      pair: NodeKey(bytes: writer.bytes), future: clock.map { AnyHashable($0.future) })
    if known.insert(key).inserted {
      nodes.append(
        Node(
          old: pair.old.currentState, new: pair.new.currentState, start: start, clock: clock,
          origin: origin))
    }
  }

  private func path(to node: Int) -> [Move] {
    var moves: [Move] = []
    var index = node
    while let origin = nodes[index].origin {
      moves.append(origin.move)
      index = origin.node
    }
    return moves.reversed()
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

  private typealias Outcome = StepComparison.Outcome
  private typealias Effect = StepComparison.Effect

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

  /// Adds the changes that a step, or a start without a cause, shows.
  private mutating func add(
    _ effects: [Effect], at cause: SharedAlphabet.Cause?, start: Int, moves: [Move]
  ) {
    var replay = Replay(
      after, path: path, inputs: alphabet.starts[start].new,
      causes: moves.map { move in
        switch move.cause {
        case .event(_, let new): .event(new.0, new.1)
        case .timer(_, let new): .timer(new)
        case .restore: .restore
        }
      })
    for (index, move) in moves.enumerated() { replay.waits[index] = move.wait }
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
    let hasTimers = replay.causes.contains { $0.timer != nil }
    let command = replay.command
    let isLate = hasTimers && command == nil
    let length = moves.last?.clock == nil ? "shortest sequence" : "sequence"
    let sequence = replay.words.isEmpty ? "the start is enough" : "\(length): \(replay.words)"
    let suffix = command.map { "  (replay: \($0))" } ?? ""
    for effect in effects {
      let change = VersionChange(
        .behavior(subject, effect, since: oldName), at: location,
        severity: isLate ? .note : nil,
        notes: [
          .init(
            isLate
              ? "no times were found for timers in this order: \(replay.words)" : sequence + suffix)
        ])
      add(change, effect.subject, isLate: isLate)
    }
  }

  /// Adds a change, or keeps it until it is found where its timers can fire.
  private mutating func add(_ change: VersionChange, _ subject: ChangeSubject, isLate: Bool) {
    let index = late.firstIndex { $0.subject == subject }
    if isLate {
      if let index { late[index].count += 1 } else { late.append((subject, change, 1)) }
      return
    }
    if let index { late.remove(at: index) }
    reported.insert(subject)
    changes.append(change)
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

extension PairSearch.Move {
  /// The clock after a step of the new version. A restore keeps the timers.
  fileprivate func clock(after outcome: Result<Step, MachineError>) -> VirtualTime? {
    guard var clock else { return nil }
    if case .success(let step) = outcome {
      if case .restore = cause { return clock }
      clock.follow(step.timers)
    }
    return clock
  }
}
