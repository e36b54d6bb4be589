import CEL
import StateTables

/// The memory of one machine: registers, configuration, histories, timers.
///
/// Between steps the queue is empty and nothing is saved. Only `Machine` holds it, and changes it
/// while it is the only owner: that makes it safe to send.
final class Core: @unchecked Sendable {
  let tables: Tables
  let banks: Banks
  var active = StateSet()
  /// The number of the configuration in `situations`; -1 where it has not been looked up.
  var situation: Int32 = -1
  var situations: Situations
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
  /// What a failed step goes back to; `nil` while only registers have changed.
  var saved: Saved?

  /// The outputs below 64 whose values are known.
  var knownOutputs: UInt64 = 0
  /// By output, the place of the row that gave its known value.
  var knownRows: [Int32]

  var trace: Trace?
  var coverage: Coverage?
  /// Whether there is a trace or coverage.
  var isWatched: Bool

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

  /// What a failed step goes back to, besides the registers.
  struct Saved {
    var active: StateSet
    var hasEnded: Bool
    var memories: [Memory?]
    var timers: [RunningTimer]
  }

  init(_ tables: Tables, trace: Trace? = nil, coverage: Coverage? = nil) {
    self.tables = tables
    banks = Banks(code: tables.code)
    situations = Situations(tables)
    memories = Array(repeating: nil, count: tables.tree.histories.count)
    knownRows = Array(repeating: -1, count: tables.outputs.count)
    self.trace = trace
    self.coverage = coverage
    isWatched = trace != nil || coverage != nil
  }

  private init(copying other: Core) {
    tables = other.tables
    banks = other.banks.copy()
    active = other.active
    situation = other.situation
    situations = other.situations
    hasEnded = other.hasEnded
    memories = other.memories
    timers = other.timers
    knownOutputs = other.knownOutputs
    knownRows = other.knownRows
    trace = other.trace
    coverage = other.coverage
    isWatched = other.isWatched
  }

  func copy() -> Core { Core(copying: self) }

  /// Runs a block and does what it asks for in between; -1 is a block with nothing to do.
  @discardableResult
  func run(_ start: Int32) throws(MachineError) -> Int32 {
    guard start >= 0 else { return 0 }
    let exit = banks.run(tables.code, from: start)
    if case .finished(let result) = exit { return result }
    return try goOn(exit)
  }

  @inline(never)
  private func goOn(_ first: Exit) throws(MachineError) -> Int32 {
    var exit = first
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
  func begin() {
    banks.budget = Budget(Limits.eventSteps)
    trace?.microsteps = []
  }

  /// From here on more than registers changes.
  func save() {
    if saved != nil { return }
    saved = Saved(active: active, hasEnded: hasEnded, memories: memories, timers: timers)
  }

  func rollBack() {
    banks.rollback()
    if let saved {
      active = saved.active
      situation = -1
      hasEnded = saved.hasEnded
      memories = saved.memories
      timers = saved.timers
    }
    if tables.hasFlags {
      for (place, state) in tables.states.enumerated() {
        if let flag = state.flag { banks.set(flag, int: active.contains(place) ? 1 : 0) }
      }
    }
    clear()
  }

  /// Ends a step in which a row ran.
  func commit() -> Step {
    let isMoved = saved.map { $0.active != active } ?? false
    let isChanged = banks.commit() || isMoved
    if isChanged { knownOutputs = 0 }
    let step = Step(
      isChanged ? .changed : .unchanged, commands: commands, timers: requests)
    clear()
    return step
  }

  private func clear() {
    saved = nil
    queue = []
    commands = []
    requests = []
    recentRows = []
    microsteps = 0
  }
}
