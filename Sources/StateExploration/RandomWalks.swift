import CEL
import StateInterpreter
import StateModel

/// Searches for failures by long random walks, where a breadth first search was cut short: those that
/// need many steps, or one of many values at each step.
///
/// In a state that it knows, a walk tries what no walk has tried there. The numbers are the same in
/// every run, so the result is too.
struct RandomWalks {
  /// A failing step, with the stimuli that lead to it.
  struct Failure {
    let error: MachineError
    let start: Int
    let causes: [Exploration.Cause]
  }

  /// The failures found, at most one for each cell.
  private(set) var failures: [Failure] = []
  /// The number of steps taken.
  private(set) var stepCount = 0

  /// No walks.
  init() {}

  /// Walks until the limit, or until all cells have failed.
  ///
  /// - Parameters:
  ///   - context: The explored definition.
  ///   - open: The pointers of the cells that may fail and have not yet.
  ///   - workLimit: The most that all steps may take from their budgets together.
  ///   - isCancelled: Called before each step: whether the walks end.
  init(
    _ context: ExplorationContext, open: Set<String>, workLimit: Int64,
    unless isCancelled: () -> Bool
  ) {
    var walker = Walker(context)
    walker.walk(until: open) { $0 >= workLimit || isCancelled() }
    failures = walker.failures
    stepCount = walker.stepCount
  }
}

/// A search by random walks in progress.
private struct Walker {
  typealias Failure = RandomWalks.Failure

  private(set) var failures: [Failure] = []
  private(set) var stepCount = 0
  private let context: ExplorationContext
  private var random: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var known: Set<String> = []
  /// The states found, and what was not yet tried in each, as indices of stimuli.
  private var nodes: [NodeKey: Int] = [:]
  private var untried: [[Int16]] = []
  private var writer = IdentityWriter()
  /// What the steps have taken from their budgets.
  private var work: Int64 = 0

  /// The steps of all walks together, and of one walk.
  private static let limit = 10_000
  private static let length = 100

  init(_ context: ExplorationContext) { self.context = context }

  mutating func walk(until open: Set<String>, unless isOver: (Int64) -> Bool) {
    let starts = context.exploration.starts.indices.filter {
      context.exploration.starts[$0].node != nil
    }
    guard !starts.isEmpty else { return }
    var number = 0
    while stepCount < Self.limit, !open.isSubset(of: known), !isOver(work) {
      walk(from: starts[number % starts.count], unless: isOver)
      number += 1
    }
  }

  private mutating func below(_ count: Int) -> Int {
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    return Int(random % UInt64(count))
  }

  /// A stimulus that was not tried in this state, or any.
  private mutating func next(at machine: Machine, _ count: Int) -> Int {
    writer.reset()
    machine.writeIdentity(to: &writer, ignoring: context.alphabet.ignored)
    let key = NodeKey(bytes: writer.bytes)
    let node = nodes[key] ?? untried.count
    if node == untried.count {
      nodes[key] = node
      untried.append((0..<count).map { Int16(truncatingIfNeeded: $0) })
    }
    let remaining = untried[node].count
    guard remaining > 0 else { return below(count) }
    let position = below(remaining)
    untried[node].swapAt(position, remaining - 1)
    return min(Int(untried[node].removeLast()), count - 1)
  }

  private mutating func walk(from start: Int, unless isOver: (Int64) -> Bool) {
    guard let node = context.exploration.starts[start].node else { return }
    var machine = context.machine
    machine.jump(to: context.exploration.nodes[node].state)
    var taken: [Exploration.Cause] = []
    let events = context.alphabet.causes
    for _ in 0..<Self.length where !isOver(work) {
      let timers = machine.timers.compactMap { request -> Exploration.Cause? in
        if case .start(let id, _, _) = request { .timer(id) } else { nil }
      }
      let count = events.count + timers.count
      stepCount += 1
      guard count > 0 else { return }
      let index = next(at: machine, count)
      let cause = index < events.count ? events[index] : timers[index - events.count]
      let before = machine.work
      defer { work += machine.work - before }
      do throws(MachineError) {
        let step = try machine.take(cause)
        if step.result == .changed || step.result == .unchanged { taken.append(cause) }
      } catch {
        if known.insert(error.at).inserted {
          let failure = Failure(error: error, start: start, causes: taken + [cause])
          failures.append(shortened(failure, unless: isOver))
        }
      }
    }
  }

  /// The failure without the stimuli that it does not need: each half, quarter, and so on is left out
  /// if the rest still fails at the same cell. In the end none can be left out alone.
  private mutating func shortened(_ failure: Failure, unless isOver: (Int64) -> Bool) -> Failure {
    var causes = failure.causes
    var size = causes.count / 2
    while size > 0, !isOver(work) {
      var isShorter = false
      var index = 0
      while index + size < causes.count {
        var fewer = causes
        fewer.removeSubrange(index..<index + size)
        if let failing = failingPart(of: fewer, as: failure) {
          causes = Array(failing)
          isShorter = true
        } else {
          index += size
        }
      }
      if size > 1 || !isShorter { size /= 2 }
    }
    return Failure(error: failure.error, start: failure.start, causes: causes)
  }

  /// The stimuli up to the one that fails as a failure does; `nil` if none does.
  private mutating func failingPart(
    of causes: [Exploration.Cause], as failure: Failure
  ) -> ArraySlice<Exploration.Cause>? {
    guard let node = context.exploration.starts[failure.start].node else { return nil }
    var machine = context.machine
    let before = machine.work
    defer { work += machine.work - before }
    machine.jump(to: context.exploration.nodes[node].state)
    for (index, cause) in causes.enumerated() {
      if case .timer(let id) = cause, !machine.timers.contains(where: { $0.id == id }) {
        return nil
      }
      do throws(MachineError) {
        _ = try machine.take(cause)
      } catch {
        let isSame = error.at == failure.error.at && error.id == failure.error.id
        return isSame ? causes[...index] : nil
      }
    }
    return nil
  }
}
