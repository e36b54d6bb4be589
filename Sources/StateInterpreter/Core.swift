import CEL
import StateTables

/// The memory of one machine: registers, configuration, histories, timers.
///
/// Between steps the queue is empty. Only `Machine` holds it, and changes it while it is the only
/// owner: that makes it safe to send.
final class Core: @unchecked Sendable {
  let tables: Tables
  let banks: Banks
  var active = StateSet()
  /// A top-level final state has been entered.
  var hasEnded = false
  /// What each history remembers, in the order of `ChartTree.histories`.
  var memories: [Memory?]
  /// The timers that run, in the order of their starts.
  var timers: [RunningTimer] = []

  /// What the current step has caused so far.
  var commands: [CommandCall] = []
  var requests: [TimerRequest] = []
  var queue: [Raised] = []
  var microsteps = 0
  /// The rows of the last microsteps, kept when a step becomes suspiciously long.
  var recentRows: [[Int]] = []

  /// By output, the place of the row that gave the value it remembers; -1: compute it anew.
  var remembered: [Int32]

  var trace: Trace?
  var coverage: Coverage?

  /// What a history recorded when its parent was left.
  struct Memory: Sendable {
    var states: [Int]
    var carried: [(state: Int, values: [Value])]
  }

  struct RunningTimer: Sendable {
    var timer: Int
    /// In nanoseconds.
    var duration: Int64
  }

  /// An event that waits for its turn in the step.
  struct Raised: Sendable {
    var event: Int
    var values: [Value]
  }

  init(_ tables: Tables) {
    self.tables = tables
    banks = Banks(code: tables.code)
    memories = Array(repeating: nil, count: tables.tree.histories.count)
    remembered = Array(repeating: -1, count: tables.outputs.count)
  }

  private init(copying other: Core) {
    tables = other.tables
    banks = other.banks.copy()
    active = other.active
    hasEnded = other.hasEnded
    memories = other.memories
    timers = other.timers
    remembered = other.remembered
    trace = other.trace
    coverage = other.coverage
  }

  func copy() -> Core { Core(copying: self) }

  /// Runs a block and does what it asks for in between; -1 is a block with nothing to do.
  @discardableResult
  func run(_ start: Int32) throws(MachineError) -> Int32 {
    guard start >= 0 else { return 0 }
    var exit = banks.run(tables.code, from: start)
    while true {
      switch exit {
      case .finished(let result): return result
      case .effect(let number, let resume):
        perform(tables.effects[Int(number)])
        exit = banks.run(tables.code, from: resume)
      case .failed(let error, let at):
        let pointers = tables.code.pointers
        let place = Int(at)
        throw MachineError(error, at: pointers.indices.contains(place) ? pointers[place] : "")
      }
    }
  }

  private func perform(_ effect: EffectTable) {
    let values = effect.values.map { banks.value(of: $0) }
    switch effect.kind {
    case .emit(let command):
      commands.append(
        CommandCall(
          command: CommandHandle(index: command), name: tables.source.commands[command].name,
          values: values))
    case .raise(let event): queue.append(Raised(event: event, values: values))
    }
  }
}

/// Steps are atomic.
extension Core {
  /// What a failed step goes back to, besides the registers.
  struct Before {
    var active: StateSet
    var hasEnded: Bool
    var memories: [Memory?]
    var timers: [RunningTimer]
  }

  func begin() -> Before {
    banks.begin()
    banks.budget = Budget(Limits.eventSteps)
    if !commands.isEmpty { commands = [] }
    if !requests.isEmpty { requests = [] }
    if !queue.isEmpty { queue = [] }
    if !recentRows.isEmpty { recentRows = [] }
    microsteps = 0
    trace?.microsteps = []
    return Before(active: active, hasEnded: hasEnded, memories: memories, timers: timers)
  }

  func rollBack(to before: Before) {
    banks.rollback()
    active = before.active
    hasEnded = before.hasEnded
    memories = before.memories
    timers = before.timers
    queue = []
    commands = []
    requests = []
    for (place, state) in tables.states.enumerated() {
      if let flag = state.flag { banks.set(flag, int: active.contains(place) ? 1 : 0) }
    }
  }

  /// Ends a step in which a row ran.
  func commit(from before: Before) -> Step {
    let isChanged = banks.commit() || active != before.active
    if isChanged { forgetOutputs() }
    return Step(isChanged ? .changed : .unchanged, commands: commands, timers: requests)
  }

  func forgetOutputs() {
    for output in remembered.indices { remembered[output] = -1 }
  }
}
