// The rows of general charts, and what a step does with them.

/// A row that can run: its transition and its actions. The guards have been evaluated.
public struct ChartRow<Root, State: StateName, Effects> {
  /// Whether an active target is left and entered again.
  public enum Reentry: Sendable { case no, yes, external }
  /// The actions of a row.
  public typealias Action = (inout Root, inout Effects) throws(EvaluationError) -> Void

  /// The JSON pointer, such as `/reducer/3`.
  public let row: String
  /// The actions; they run between exits and entries.
  public let action: Action?
  /// The state that the row belongs to.
  var source: State?
  /// `nil` if the row has no target.
  let targets: [State]?
  let reentry: Reentry
}

/// The result of searching the rows of a state for a trigger.
public enum ChartChoice<Root, State: StateName, Effects> {
  /// The row that runs.
  case row(ChartRow<Root, State, Effects>)
  /// The guards of these rows are false; JSON pointers.
  case denied(rows: [String])
  /// The state has no row.
  case unhandled

  /// A row without a target: the active states stay active.
  public static func stay(
    row: String, action: ChartRow<Root, State, Effects>.Action? = nil
  ) -> Self {
    .row(ChartRow(row: row, action: action, source: nil, targets: nil, reentry: .no))
  }

  /// A row that leads to a state, or to one in each region.
  public static func goTo(
    _ targets: State..., reenter: ChartRow<Root, State, Effects>.Reentry = .no, row: String,
    action: ChartRow<Root, State, Effects>.Action? = nil
  ) -> Self {
    .row(ChartRow(row: row, action: action, source: nil, targets: targets, reentry: reenter))
  }

  /// The choice as that of a whole step, for a row of one state.
  public func selected(in state: State) -> ChartSelection<Root, State, Effects> {
    switch self {
    case .row(var row):
      row.source = state
      return ChartSelection(rows: [row], result: .unhandled)
    case .denied(let rows): return ChartSelection(rows: [], result: .denied(rows: rows))
    case .unhandled: return ChartSelection(rows: [], result: .unhandled)
    }
  }
}

/// The rows that run together, or the result if there are none.
public struct ChartSelection<Root, State: StateName, Effects> {
  /// The rows in the order of their states.
  public let rows: [ChartRow<Root, State, Effects>]
  /// The result of the step if no row runs.
  public let result: StepResult

  /// No row.
  public static var unhandled: Self { Self(rows: [], result: .unhandled) }
}

/// What a step has caused so far.
public struct ChartEffects<Command, Message, Carried> {
  /// The commands in order.
  public var commands: [Command] = []
  /// The events that wait for their microstep.
  public var raised: [Message] = []
  /// The timer requests in order.
  public var timers: [TimerRequest] = []
  /// The data that rows give to the states they lead to.
  public var arriving: Carried
  private var microsteps: Microsteps

  /// No effects yet. A step fails after `limit` microsteps.
  public init(arriving: Carried, limit: Int) {
    self.arriving = arriving
    microsteps = Microsteps(limit: limit)
  }

  /// Counts a microstep. Error `microsteps` above the limit.
  public mutating func count<Root, State, Effects>(
    _ selection: ChartSelection<Root, State, Effects>
  ) throws(EvaluationError) {
    try microsteps.count(selection.rows.map(\.row))
  }

  /// Starts a timer.
  public mutating func start(
    _ id: String, after span: Duration, isRepeating: Bool = false, _ running: inout [RunningTimer]
  ) {
    running.append(RunningTimer(id: id, remaining: span, period: isRepeating ? span : nil))
    timers.append(.start(id: id, after: span, isRepeating: isRepeating))
  }

  /// Cancels a timer, if it runs.
  public mutating func cancel(_ id: String, _ running: inout [RunningTimer]) {
    guard let index = running.firstIndex(where: { $0.id == id }) else { return }
    running.remove(at: index)
    timers.append(.cancel(id: id))
  }

  /// Cancels all timers, because the machine ends.
  public mutating func cancelAll(_ running: inout [RunningTimer]) {
    for timer in running { timers.append(.cancel(id: timer.id)) }
    running = []
  }
}

extension [RunningTimer] {
  /// Removes a timer that fired; one that repeats runs for its period again. Returns whether it ran.
  public mutating func takeFired(_ id: String) -> Bool {
    guard let index = firstIndex(where: { $0.id == id }) else { return false }
    if let period = self[index].period {
      self[index] = RunningTimer(id: id, remaining: period, period: period)
    } else {
      remove(at: index)
    }
    return true
  }
}
