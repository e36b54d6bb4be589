// A step of a general chart.

/// What a step has caused so far.
public struct ChartEffects<Command, Message> {
  /// The commands in order.
  public var commands: [Command] = []
  /// The events that wait for their microstep.
  public var raised: [Message] = []
  /// The timer requests in order.
  public var timers: [TimerRequest] = []
  @usableFromInline internal var microsteps: Microsteps

  /// No effects yet. A step fails after `limit` microsteps.
  @inlinable public init(limit: Int) { microsteps = Microsteps(limit: limit) }
}

/// A step in progress. Each generated chart has one: it knows the rows and the actions of the chart,
/// and this protocol the order in which they run.
public protocol ChartStep: AnyObject {
  /// The state that the step changes.
  associatedtype ChartOwner: StateDefinition where ChartOwner.StepError == EvaluationError
  /// The names of the chart's states.
  associatedtype ChartName: StateName
  /// An event, or what a step raises itself.
  associatedtype ChartMessage
  /// The timers of the chart.
  associatedtype ChartTimer: TimerName = NoTimers<ChartName> where ChartTimer.State == ChartName

  /// The state as the step has changed it so far.
  var current: ChartOwner { get set }
  /// What the step has caused so far.
  var effects: ChartEffects<ChartOwner.Command, ChartMessage> { get set }
  /// Whether rows without an event exist.
  static var hasEventlessRows: Bool { get }

  /// The active states of `current`.
  var configuration: Configuration<ChartName> { get set }
  /// The row that a state has for an event.
  func row(
    for event: ChartMessage, in state: ChartName
  ) throws(EvaluationError) -> ChartChoice<Self>
  /// The row that a state has without an event.
  func row(withoutEventIn state: ChartName) throws(EvaluationError) -> ChartChoice<Self>
  /// The row of a timer that fired.
  func row(for timer: ChartTimer) throws(EvaluationError) -> ChartChoice<Self>
  /// What happens when a state is entered.
  func enter(_ state: ChartName) throws(EvaluationError)
  /// What happens when a state is left.
  func exit(_ state: ChartName) throws(EvaluationError)
  /// Gives a state its data, or takes them away.
  func carry(_ state: ChartName, _ cargo: ChartCargo<ChartName>) throws(EvaluationError)
  /// Keeps the data of some states for a history.
  func record(_ history: ChartName, _ states: [ChartName])
  /// Computes the outputs that can fail, and keeps them in `current`.
  func computeOutputs() throws(EvaluationError)
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
  @inlinable public func computeOutputs() throws(EvaluationError) {}
}

// How a step runs. These functions are compiled again for each chart.

extension ChartStep {
  /// The step that handles an event, and then the events that it raises.
  @inlinable public func handling(
    _ event: ChartMessage
  ) throws(EvaluationError) -> Next<ChartOwner> {
    let earlier = current
    let outcome = try run(select(event))
    return try settle(outcome, since: earlier)
  }

  /// The step of a timer that fired.
  @inlinable public func firing(timer id: String) throws(EvaluationError) -> Next<ChartOwner> {
    let earlier = current
    guard let timer = ChartTimer(rawValue: id), configuration.takeFired(id) else {
      return try settle(.unhandled, since: earlier)
    }
    var selection = ChartSelection<Self>()
    _ = selection.add(try row(for: timer), in: timer.owner.rawValue)
    return try settle(run(selection), since: earlier)
  }

  /// The step that enters the initial states, unless they are active already.
  @inlinable public func starting() throws(EvaluationError) -> Next<ChartOwner> {
    if configuration.active.isEmpty {
      for operation in ChartName.tree.start() { try perform(operation, []) }
    }
    return try settle(.changed, since: current)
  }

  /// The end of a step: it handles the events that were raised.
  @inlinable internal func settle(
    _ outcome: StepResult?, since earlier: ChartOwner
  ) throws(EvaluationError) -> Next<ChartOwner> {
    while true {
      if Self.hasEventlessRows, try run(select(nil)) == nil { continue }
      if effects.raised.isEmpty { break }
      _ = try run(select(effects.raised.removeFirst()))
    }
    try computeOutputs()
    return Next(
      state: current, commands: effects.commands, timers: effects.timers,
      result: outcome ?? (isExactly(earlier) ? .unchanged : .changed))
  }

  /// The rows that run together for an event, or without one. Each active leaf takes the first row
  /// on its path to the root.
  @inlinable internal func select(
    _ event: ChartMessage?
  ) throws(EvaluationError) -> ChartSelection<Self> {
    let active = configuration.active
    let tree = ChartName.tree
    var selection = ChartSelection<Self>()
    if configuration.hasEnded { return selection }
    var searched = StateSet()
    var taken = StateSet()
    for leaf in tree.leaves(of: active) {
      var index = leaf
      while let state = ChartName(rawValue: index), !taken.contains(index) {
        if !searched.contains(index) {
          searched.insert(index)
          let choice =
            if let event { try row(for: event, in: state) } else {
              try row(withoutEventIn: state)
            }
          if selection.add(choice, in: index) {
            taken.insert(index)
            break
          }
        }
        index = tree.parents[index]
      }
    }
    if selection.rows.count > 1 {
      let kept = tree.compatible(
        selection.rows.map { $0.path }, configuration.active, configuration.memories)
      selection.rows = kept.map { selection.rows[$0] }
    }
    return selection
  }

  /// A microstep: exits, the actions of rows, and entries.
  @inlinable internal func run(
    _ selection: ChartSelection<Self>
  ) throws(EvaluationError) -> StepResult? {
    let rows = selection.rows
    if rows.isEmpty { return selection.result }
    try effects.microsteps.count(rows.map { $0.row })
    if rows.allSatisfy({ $0.path.targets == nil }) {
      for row in rows { try row.action?(self) }
      return nil
    }
    let operations = ChartName.tree.operations(
      of: rows.map { $0.path }, configuration.active, &configuration.memories)
    for operation in operations { try perform(operation, rows) }
    return nil
  }

  @inlinable internal func perform(
    _ operation: ChartOperation, _ rows: [ChartRow<Self>]
  ) throws(EvaluationError) {
    switch operation {
    case .exit(let index):
      if let state = ChartName(rawValue: index) { try exit(state) }
      configuration.active.remove(index)
    case .run(let index): try rows[index].action?(self)
    case .enter(let index):
      configuration.active.insert(index)
      if let state = ChartName(rawValue: index) { try enter(state) }
    case .carry(let index, let cargo):
      if let state = ChartName(rawValue: index) { try carry(state, cargo.named()) }
    case .record(let index, let states):
      if let history = ChartName(rawValue: index) {
        record(history, states.compactMap { ChartName(rawValue: $0) })
      }
    }
  }
}

// Timers.

extension ChartStep {
  /// Starts a timer.
  @inlinable public func start(
    _ timer: ChartTimer, after span: Duration, isRepeating: Bool = false
  ) {
    let id = timer.rawValue
    let running = RunningTimer(id: id, remaining: span, period: isRepeating ? span : nil)
    configuration.timers.append(running)
    effects.timers.append(.start(id: id, after: span, isRepeating: isRepeating))
  }

  /// Cancels a timer, if it runs.
  @inlinable public func cancel(_ timer: ChartTimer) {
    let id = timer.rawValue
    guard let index = configuration.timers.firstIndex(where: { $0.id == id }) else { return }
    configuration.timers.remove(at: index)
    effects.timers.append(.cancel(id: id))
  }

  /// Cancels all timers, because the machine ends.
  @inlinable public func cancelAll() {
    for timer in configuration.timers { effects.timers.append(.cancel(id: timer.id)) }
    configuration.timers = []
  }
}
