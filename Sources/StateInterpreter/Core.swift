import CEL
import StateTables

/// The storage of one machine: registers, configuration, histories, timers.
///
/// Between steps the queue is empty and nothing is saved. Only `Machine` holds it, and changes it
/// only while it is the only owner. This makes it safe to send.
@usableFromInline
final class Core: @unchecked Sendable {
  let tables: Tables
  let banks: Banks
  @usableFromInline let hot: UnsafeMutablePointer<Hot>
  let situations: UnsafeMutablePointer<Situations>
  /// The slot of each output's cached value, by output.
  let knownSlots: Store<Slot>
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
    banks = Banks(code: tables.code)
    situations = .allocate(capacity: 1)
    situations.initialize(to: Situations(tables))
    hot = .allocate(capacity: 1)
    hot.initialize(to: Hot(tables, banks, situations.pointee))
    hot.pointee.isWatched = trace != nil || coverage != nil
    knownSlots = Store(repeating: Slot(.unknown), count: tables.outputs.count)
    memories = Array(repeating: nil, count: tables.tree.histories.count)
    self.trace = trace
    self.coverage = coverage
  }

  private init(copying other: Core) {
    tables = other.tables
    banks = other.banks.copy()
    situations = .allocate(capacity: 1)
    situations.initialize(to: other.situations.pointee.copy())
    hot = .allocate(capacity: 1)
    hot.initialize(to: Hot(tables, banks, situations.pointee))
    hot.pointee.isWatched = other.hot.pointee.isWatched
    hot.pointee.hasEnded = other.hot.pointee.hasEnded
    hot.pointee.knownOutputs = other.hot.pointee.knownOutputs
    knownSlots = other.knownSlots.copy()
    ownActive = other.ownActive
    memories = other.memories
    timers = other.timers
    trace = other.trace
    coverage = other.coverage
    move(to: other.hot.pointee.situation)
  }

  deinit {
    situations.pointee.free()
    situations.deinitialize(count: 1)
    situations.deallocate()
    hot.deallocate()
    knownSlots.free()
  }

  /// The active states.
  var active: StateSet {
    get {
      let situation = hot.pointee.situation
      return situation < 0 ? ownActive : situations.pointee.configurations[Int(situation)]
    }
    set {
      ownActive = newValue
      move(to: -1)
    }
  }

  var hasEnded: Bool {
    get { hot.pointee.hasEnded }
    set {
      hot.pointee.hasEnded = newValue
      move(to: hot.pointee.situation)
    }
  }

  /// Sets the number of the configuration; -1 if it has none yet.
  func move(to situation: Int32) {
    let hot = hot
    hot.pointee.refresh(situations.pointee)
    guard situation >= 0, !hot.pointee.isWatched, !hot.pointee.hasEnded else {
      hot.pointee.situation = situation
      hot.pointee.entries = situations.pointee.noEntries.base
      hot.pointee.slots = situations.pointee.noSlots.base
      return
    }
    hot.pointee.shift(to: situation)
  }

  /// Moves the configuration out of the cache, so that states can be added and removed.
  func loosen() {
    if hot.pointee.situation >= 0 { active = active }
  }

  func activate(_ state: Int, _ isActive: Bool) {
    if isActive { ownActive.insert(state) } else { ownActive.remove(state) }
    if let flag = tables.states[state].flag { banks.set(flag, int: isActive ? 1 : 0) }
  }

  func watch(trace: Trace?, coverage: Coverage?) {
    self.trace = trace
    self.coverage = coverage
    hot.pointee.isWatched = trace != nil || coverage != nil
    move(to: hot.pointee.situation)
  }

  @usableFromInline
  func copy() -> Core { Core(copying: self) }

  /// Runs a block and performs its effects. -1 is a block with nothing to do.
  @discardableResult
  @inline(__always)
  func run(_ start: Int32) throws(MachineError) -> Int32 {
    guard start >= 0 else { return 0 }
    let exit = banks.run(from: start)
    if case .finished(let result) = exit { return result }
    return try goOn(exit)
  }

  @inline(never)
  func goOn(_ first: Exit) throws(MachineError) -> Int32 {
    var exit = first
    while true {
      switch exit {
      case .finished(let result): return result
      case .effect(let number, let resume):
        perform(tables.effects[Int(number)])
        exit = banks.resume(at: resume)
      case .failed(let error, let at):
        let places = tables.places
        let number = Int(at)
        throw MachineError(error, at: places.indices.contains(number) ? places[number].text : "")
      }
    }
  }

  private func perform(_ effect: EffectTable) {
    hot.pointee.isBusy = true
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

/// Makes steps atomic.
extension Core {
  @inline(__always)
  func begin() {
    banks.budget = Budget(Limits.eventSteps)
    if hot.pointee.isWatched { trace?.microsteps = [] }
  }

  /// Saves the state before anything other than a register changes.
  func save() {
    if saved != nil { return }
    saved = Saved(active: active, hasEnded: hasEnded, memories: memories, timers: timers)
  }

  func rollBack() {
    banks.rollback()
    if let saved {
      active = saved.active
      hasEnded = saved.hasEnded
      memories = saved.memories
      timers = saved.timers
    }
    raiseFlags()
    clear()
  }

  /// Sets the registers that `isIn` reads to match the configuration.
  func raiseFlags() {
    guard tables.hasFlags else { return }
    let active = active
    for (place, state) in tables.states.enumerated() {
      if let flag = state.flag { banks.set(flag, int: active.contains(place) ? 1 : 0) }
    }
  }

  /// Ends a step in which a row ran.
  func commit() -> Step {
    let isMoved = saved.map { $0.active != active } ?? false
    let isChanged = banks.commit() || isMoved
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
