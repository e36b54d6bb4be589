/// A state that handles events. Each generated state conforms, whatever its definition contains.
///
/// A state is a value: a step returns the next state and what the app has to do, and changes
/// nothing.
public protocol StateDefinition: Equatable, Sendable {
  /// What can happen.
  associatedtype Event: Sendable
  /// What the app does once after a step; `Never` where there are no commands.
  associatedtype Command: Sendable = Never
  /// What a step throws if a cell fails.
  associatedtype StepError: Error = EvaluationError

  /// Handles an event. Throws if a cell fails; then nothing has happened.
  func reduce(_ event: Event) throws(StepError) -> Next<Self>
  /// Handles a timer that fired, by its id, such as `paused.1`. The result is `unhandled` if the
  /// timer does not run.
  func fire(timer id: String) throws(StepError) -> Next<Self>
  /// The running timers, in the order of their starts. What remains of each is what remained when
  /// it was started or restored, because a state has no clock.
  var timers: [RunningTimer] { get }
  /// Whether a final state at the top level is active, so that each further event is unhandled.
  var hasEnded: Bool { get }
}

extension StateDefinition {
  /// The step of a definition without timers.
  @inlinable public func fire(timer id: String) throws(StepError) -> Next<Self> {
    Next(state: self, result: .unhandled)
  }

  /// There are no timers.
  public var timers: [RunningTimer] { [] }
  /// There is no final state at the top level.
  public var hasEnded: Bool { false }
}

/// A definition without commands and timers: a step is only its next state.
public protocol PlainStateDefinition: StateDefinition where Command == Never {}

extension PlainStateDefinition {
  /// The state after an event.
  @inlinable public static func reduce(state: Self, event: Event) throws(StepError) -> Self {
    try state.reduce(event).state
  }
}

/// The result of a step: the next state, and what the app has to do, in this order: show the state,
/// cancel and start timers, run commands.
public struct Next<State: StateDefinition>: Sendable {
  /// The state after the step.
  public let state: State
  /// The commands to run, in order.
  public let commands: [State.Command]
  /// The timers to start and to cancel, in order.
  public let timers: [TimerRequest]
  /// What came of the event.
  public let result: StepResult

  /// Makes a result.
  @inlinable public init(
    state: State, commands: [State.Command] = [], timers: [TimerRequest] = [], result: StepResult
  ) {
    self.state = state
    self.commands = commands
    self.timers = timers
    self.result = result
  }
}

extension Next: Equatable where State.Command: Equatable {}

/// A request to start or cancel a timer.
public enum TimerRequest: Hashable, Sendable {
  /// Start a timer that fires after a duration. A repeating timer fires again and again.
  case start(id: String, after: Duration, isRepeating: Bool)
  /// Cancel a running timer.
  case cancel(id: String)
}

/// A running timer.
public struct RunningTimer: Hashable, Sendable {
  /// The id, such as `paused.1`.
  public let id: String
  /// How long it runs until it fires.
  public let remaining: Duration
  /// How long it runs again each time after it fired; `nil` if it fires once.
  public let period: Duration?

  /// Makes a running timer.
  @inlinable public init(id: String, remaining: Duration, period: Duration? = nil) {
    self.id = id
    self.remaining = remaining
    self.period = period
  }

  /// Whether it fires again and again.
  public var isRepeating: Bool { period != nil }
}

/// The result of an event.
public enum StepResult: Hashable, Sendable {
  /// The state or its data changed.
  case changed
  /// A row ran, but nothing changed.
  case unchanged
  /// The guards of all rows for the event were false. The rows are JSON pointers, such as
  /// `/reducer/3`.
  case denied(rows: [String])
  /// No row handles the event.
  case unhandled
}
