// A step of a general chart.

/// What a step has caused so far.
public struct ChartEffects<Command, Message> {
  /// The commands in order.
  public var commands: [Command] = []
  /// The events that wait for their microstep.
  public var raised: [Message] = []
  /// The timer requests in order.
  public var timers: [TimerRequest] = []
  private var microsteps: Microsteps

  /// No effects yet. A step fails after `limit` microsteps.
  public init(limit: Int) { microsteps = Microsteps(limit: limit) }

  /// Counts a microstep. Error `microsteps` above the limit.
  public mutating func count<Step>(_ selection: ChartSelection<Step>) throws(EvaluationError) {
    try microsteps.count(selection.rows.map(\.row))
  }
}

/// A step in progress. Each generated chart has one: it knows the rows and the actions of the chart,
/// and this protocol the order in which they run.
public protocol ChartStep {
  /// The state that the step changes.
  associatedtype ChartOwner: StateDefinition where ChartOwner.StepError == EvaluationError
  /// The names of the chart's states.
  associatedtype ChartName: StateName
  /// An event, or what a step raises itself.
  associatedtype ChartMessage
  /// The timers of the chart.
  associatedtype ChartTimer: TimerName = NoTimers<ChartName> where ChartTimer.State == ChartName

  /// The state as the step has changed it so far.
  var next: ChartOwner { get set }
  /// What the step has caused so far.
  var effects: ChartEffects<ChartOwner.Command, ChartMessage> { get set }
  /// Whether rows without an event exist.
  static var hasEventlessRows: Bool { get }

  /// The active states of `next`.
  var configuration: Configuration<ChartName> { get }
  /// Changes the active states of `next`.
  mutating func update<Result>(_ change: (inout Configuration<ChartName>) -> Result) -> Result
  /// The row that a state has for an event.
  func row(
    for event: ChartMessage, in state: ChartName
  ) throws(EvaluationError) -> ChartChoice<Self>
  /// The row that a state has without an event.
  func row(withoutEventIn state: ChartName) throws(EvaluationError) -> ChartChoice<Self>
  /// The row of a timer that fired.
  func row(for timer: ChartTimer) throws(EvaluationError) -> ChartChoice<Self>
  /// What happens when a state is entered.
  mutating func enter(_ state: ChartName) throws(EvaluationError)
  /// What happens when a state is left.
  mutating func exit(_ state: ChartName) throws(EvaluationError)
  /// Gives a state its data, or takes them away.
  mutating func carry(_ state: ChartName, _ cargo: ChartCargo<ChartName>) throws(EvaluationError)
  /// Keeps the data of some states for a history.
  mutating func record(_ history: ChartName, _ states: [ChartName])
  /// Computes the outputs that can fail, and keeps them in `next`.
  mutating func computeOutputs() throws(EvaluationError)
  /// Whether the step has changed nothing but the timers.
  func isExactly(_ earlier: ChartOwner) -> Bool
}

extension ChartStep {
  /// Whether rows without an event exist.
  @inlinable public static var hasEventlessRows: Bool { false }
  /// No row.
  @inlinable public func row(
    for event: ChartMessage, in state: ChartName
  ) throws(EvaluationError) -> ChartChoice<Self> { .unhandled }
  /// No row.
  @inlinable public func row(
    withoutEventIn state: ChartName
  ) throws(EvaluationError) -> ChartChoice<Self> { .unhandled }
  /// No row.
  @inlinable public func row(
    for timer: ChartTimer
  ) throws(EvaluationError) -> ChartChoice<Self> { .unhandled }
  /// Nothing.
  @inlinable public func enter(_ state: ChartName) throws(EvaluationError) {}
  /// Nothing.
  @inlinable public func exit(_ state: ChartName) throws(EvaluationError) {}
  /// Nothing.
  @inlinable public func carry(
    _ state: ChartName, _ cargo: ChartCargo<ChartName>
  ) throws(EvaluationError) {}
  /// Nothing.
  @inlinable public func record(_ history: ChartName, _ states: [ChartName]) {}
  /// Nothing.
  @inlinable public mutating func computeOutputs() throws(EvaluationError) {}
}

// How a step runs.

extension ChartStep {
  /// The step that handles an event, and then the events that it raises.
  @inlinable public func handling(
    _ event: ChartMessage
  ) throws(EvaluationError) -> Next<ChartOwner> {
    var step = self
    let outcome = try step.receive(event)
    return try step.settle(outcome, since: next)
  }

  /// The step of a timer that fired.
  @inlinable public func firing(timer id: String) throws(EvaluationError) -> Next<ChartOwner> {
    var step = self
    var outcome: StepResult? = .unhandled
    if let timer = ChartTimer(rawValue: id), step.update({ $0.takeFired(id) }) {
      outcome = try step.run(step.row(for: timer).selected(in: timer.owner))
    }
    return try step.settle(outcome, since: next)
  }

  /// The step that enters the initial states, unless they are active already.
  @inlinable public func starting() throws(EvaluationError) -> Next<ChartOwner> {
    var step = self
    let operations = configuration.active.isEmpty ? step.update { $0.start() } : []
    for operation in operations { try step.perform(operation, .unhandled) }
    return try step.settle(.changed, since: next)
  }

  /// The end of a step: it handles the events that were raised.
  @inlinable internal mutating func settle(
    _ outcome: StepResult?, since earlier: ChartOwner
  ) throws(EvaluationError) -> Next<ChartOwner> {
    while true {
      if Self.hasEventlessRows, try proceed() == nil { continue }
      if effects.raised.isEmpty { break }
      _ = try receive(effects.raised.removeFirst())
    }
    try computeOutputs()
    return Next(
      state: next, commands: effects.commands, timers: effects.timers,
      result: outcome ?? (isExactly(earlier) ? .unchanged : .changed))
  }

  /// Runs the rows for an event. Returns the result if there are none.
  @inlinable internal mutating func receive(_ event: ChartMessage) throws(EvaluationError)
    -> StepResult?
  {
    if configuration.hasEnded { return .unhandled }
    return try run(
      configuration.select { state throws(EvaluationError) in try row(for: event, in: state) })
  }

  /// Runs the rows that need no event. Returns `nil` if there were any.
  @inlinable internal mutating func proceed() throws(EvaluationError) -> StepResult? {
    if configuration.hasEnded { return .unhandled }
    return try run(
      configuration.select { state throws(EvaluationError) in try row(withoutEventIn: state) })
  }

  /// A microstep: exits, the actions of rows, and entries.
  @inlinable internal mutating func run(
    _ selection: ChartSelection<Self>
  ) throws(EvaluationError) -> StepResult? {
    if selection.rows.isEmpty { return selection.result }
    try effects.count(selection)
    for operation in update({ $0.operations(of: selection) }) {
      try perform(operation, selection)
    }
    return nil
  }

  @inlinable internal mutating func perform(
    _ operation: ChartOperation<ChartName>, _ selection: ChartSelection<Self>
  ) throws(EvaluationError) {
    switch operation {
    case .exit(let state):
      try exit(state)
      update { $0.leave(state) }
    case .run(let index): try selection.rows[index].action?(&self)
    case .enter(let state):
      update { $0.enter(state) }
      try enter(state)
    case .carry(let state, let cargo): try carry(state, cargo)
    case .record(let history, let states): record(history, states)
    }
  }
}

// Timers.

extension ChartStep {
  /// Starts a timer.
  public mutating func start(
    _ timer: ChartTimer, after span: Duration, isRepeating: Bool = false
  ) {
    let id = timer.rawValue
    let running = RunningTimer(id: id, remaining: span, period: isRepeating ? span : nil)
    update { $0.timers.append(running) }
    effects.timers.append(.start(id: id, after: span, isRepeating: isRepeating))
  }

  /// Cancels a timer, if it runs.
  public mutating func cancel(_ timer: ChartTimer) {
    let id = timer.rawValue
    guard let index = configuration.timers.firstIndex(where: { $0.id == id }) else { return }
    update { _ = $0.timers.remove(at: index) }
    effects.timers.append(.cancel(id: id))
  }

  /// Cancels all timers, because the machine ends.
  public mutating func cancelAll() {
    for timer in configuration.timers { effects.timers.append(.cancel(id: timer.id)) }
    update { $0.timers = [] }
  }
}

extension Configuration {
  /// Removes a timer that fired; one that repeats runs for its period again. Returns whether it ran.
  public mutating func takeFired(_ id: String) -> Bool {
    guard let index = timers.firstIndex(where: { $0.id == id }) else { return false }
    if let period = timers[index].period {
      timers[index] = RunningTimer(id: id, remaining: period, period: period)
    } else {
      timers.remove(at: index)
    }
    return true
  }
}
