import CEL
import StateTables

/// The storage of one machine: registers, configuration, histories, timers.
///
/// Between steps the queue is empty and nothing is saved. Only `Machine` holds it, and changes it
/// only while it is the only owner. This makes it safe to send.
@usableFromInline
final class Core: @unchecked Sendable {
  let tables: Tables
  let registers: RegisterFile
  @usableFromInline let hot: UnsafeMutablePointer<HotState>
  let cache: UnsafeMutablePointer<TransitionCache>
  /// The slot of each output's cached value, by output.
  let knownSlots: RawArray<Slot>
  /// The configuration while it has no number.
  private var ownActive = StateSet()
  /// The recordings of the histories, in the order of `ChartTree.histories`.
  var memories: [Memory?]
  /// The running timers, in the order of their starts.
  var timers: [RunningTimer] = []

  /// The effects of the current step so far.
  var commands: [CommandCall] = []
  var requests: [TimerRequest] = []
  var queue: [Raised] = []
  var microsteps = 0
  /// The rows of the last microsteps, recorded when a step comes near the microstep limit.
  var recentRows: [[Int]] = []
  /// The state to restore if the step fails; `nil` while only registers have changed.
  var saved: Saved?

  var trace: Trace?
  var coverage: Coverage?

  /// The data that a history recorded when its parent was left.
  struct Memory: Sendable {
    var states: [Int]
    var carried: [(state: Int, values: [Value])]
  }

  struct RunningTimer: Sendable {
    var timer: Int
    /// In nanoseconds.
    var duration: Int64
  }

  /// A raised event that waits in the step's queue.
  struct Raised: Sendable {
    var event: Int
    var values: [Value]
  }

  /// The state to restore if a step fails, apart from the registers.
  struct Saved {
    var active: StateSet
    var hasEnded: Bool
    var memories: [Memory?]
    var timers: [RunningTimer]
  }

  init(_ tables: Tables, trace: Trace? = nil, coverage: Coverage? = nil) {
    self.tables = tables
    registers = RegisterFile(code: tables.code)
    cache = .allocate(capacity: 1)
    cache.initialize(to: TransitionCache(tables))
    hot = .allocate(capacity: 1)
    hot.initialize(to: HotState(tables, registers, cache.pointee))
    hot.pointee.isWatched = trace != nil || coverage != nil
    knownSlots = RawArray(repeating: Slot(.unknown), count: tables.outputs.count)
    memories = Array(repeating: nil, count: tables.tree.histories.count)
    self.trace = trace
    self.coverage = coverage
  }

  private init(copying other: Core) {
    tables = other.tables
    registers = other.registers.copy()
    cache = .allocate(capacity: 1)
    cache.initialize(to: other.cache.pointee.copy())
    hot = .allocate(capacity: 1)
    hot.initialize(to: HotState(tables, registers, cache.pointee))
    hot.pointee.isWatched = other.hot.pointee.isWatched
    hot.pointee.hasEnded = other.hot.pointee.hasEnded
    hot.pointee.knownOutputs = other.hot.pointee.knownOutputs
    knownSlots = other.knownSlots.copy()
    ownActive = other.ownActive
    memories = other.memories
    timers = other.timers
    trace = other.trace
    coverage = other.coverage
    setConfiguration(other.hot.pointee.configurationNumber)
  }

  deinit {
    cache.pointee.free()
    cache.deinitialize(count: 1)
    cache.deallocate()
    hot.deallocate()
    knownSlots.free()
  }

  /// The active states.
  var active: StateSet {
    get {
      let configurationNumber = hot.pointee.configurationNumber
      return configurationNumber < 0
        ? ownActive : cache.pointee.configurations[Int(configurationNumber)]
    }
    set {
      ownActive = newValue
      setConfiguration(-1)
    }
  }

  var hasEnded: Bool {
    get { hot.pointee.hasEnded }
    set {
      hot.pointee.hasEnded = newValue
      setConfiguration(hot.pointee.configurationNumber)
    }
  }

  /// Sets the number of the configuration; -1 if it has none yet.
  func setConfiguration(_ configurationNumber: Int32) {
    let hot = hot
    hot.pointee.refresh(cache.pointee)
    guard configurationNumber >= 0, !hot.pointee.isWatched, !hot.pointee.hasEnded else {
      hot.pointee.configurationNumber = configurationNumber
      hot.pointee.entries = cache.pointee.noEntries.base
      hot.pointee.slots = cache.pointee.noSlots.base
      return
    }
    hot.pointee.setConfiguration(configurationNumber)
  }

  /// Moves the configuration out of the cache, so that states can be added and removed.
  func detachConfiguration() {
    if hot.pointee.configurationNumber >= 0 { active = active }
  }

  func activate(_ state: Int, _ isActive: Bool) {
    if isActive { ownActive.insert(state) } else { ownActive.remove(state) }
    if let flag = tables.states[state].flag { registers.set(flag, int: isActive ? 1 : 0) }
  }

  func watch(trace: Trace?, coverage: Coverage?) {
    self.trace = trace
    self.coverage = coverage
    hot.pointee.isWatched = trace != nil || coverage != nil
    setConfiguration(hot.pointee.configurationNumber)
  }

  @usableFromInline
  func copy() -> Core { Core(copying: self) }

  /// Runs a block and performs its effects. -1 is a block with nothing to do.
  @discardableResult
  @inline(__always)
  func run(_ start: Int32) throws(MachineError) -> Int32 {
    guard start >= 0 else { return 0 }
    let exit = registers.run(from: start)
    if case .finished(let result) = exit { return result }
    return try continueRun(exit)
  }

  @inline(never)
  func continueRun(_ first: Exit) throws(MachineError) -> Int32 {
    var exit = first
    while true {
      switch exit {
      case .finished(let result): return result
      case .effect(let number, let resume):
        perform(tables.effects[Int(number)])
        exit = registers.resume(at: resume)
      case .failed(let error, let at):
        let paths = tables.cellPaths
        let number = Int(at)
        throw MachineError(error, at: paths.indices.contains(number) ? paths[number].text : "")
      }
    }
  }

  private func perform(_ effect: EffectTable) {
    hot.pointee.isBusy = true
    let values = effect.values.map { registers.value(of: $0) }
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

/// Makes steps atomic.
extension Core {
  @inline(__always)
  func begin() {
    registers.budget = Budget(Limits.eventSteps)
    if hot.pointee.isWatched { trace?.microsteps = [] }
  }

  /// Saves the state before anything other than a register changes.
  func save() {
    if saved != nil { return }
    saved = Saved(active: active, hasEnded: hasEnded, memories: memories, timers: timers)
  }

  func rollBack() {
    registers.rollback()
    if let saved {
      active = saved.active
      hasEnded = saved.hasEnded
      memories = saved.memories
      timers = saved.timers
    }
    updateFlags()
    clear()
  }

  /// Sets the registers that `isIn` reads to match the configuration.
  func updateFlags() {
    guard tables.hasFlags else { return }
    let active = active
    for (index, state) in tables.states.enumerated() {
      if let flag = state.flag { registers.set(flag, int: active.contains(index) ? 1 : 0) }
    }
  }

  /// Ends a step in which a row ran.
  func commit() -> Step {
    let isMoved = saved.map { $0.active != active } ?? false
    let isChanged = registers.commit() || isMoved
    if isChanged { hot.pointee.knownOutputs = 0 }
    let step = Step(
      isChanged ? .changed : .unchanged, deniedRows: [], commands: commands, timers: requests)
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
    hot.pointee.isBusy = false
  }
}
