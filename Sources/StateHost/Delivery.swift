public import StateRuntime

/// What reaches a store from its effects and timers.
enum Delivery<State: StateDefinition>: Sendable {
  /// An effect sends an event.
  case event(State.Event, from: RunID)
  /// An effect has ended; with an error if it failed.
  case ended(RunID, (any Error)?)
  /// A timer is due.
  case timer(RunID, call: Int)
}

/// The number of a run of an effect, a timer or a command handler. A store never uses a number twice, so it knows
/// deliveries of runs that it has cancelled, and drops them.
struct RunID: Hashable, Sendable {
  let number: Int
}

/// Sends events to a store from an effect or a command handler.
///
/// Each call waits until the store has taken the event, so the events of one sender keep their
/// order. Events of a cancelled effect are dropped.
public struct Send<Event: Sendable>: Sendable {
  private let deliver: @Sendable (Event) async -> Void

  init(_ deliver: @escaping @Sendable (Event) async -> Void) { self.deliver = deliver }

  /// Sends an event.
  public func callAsFunction(_ event: Event) async { await deliver(event) }
}

/// Something that went wrong in a store. The store continues.
public struct StoreError<State: StateDefinition>: Error, CustomStringConvertible {
  /// Where it went wrong.
  public enum Source: Sendable {
    /// In the step of an event. The state is as before.
    case event(State.Event)
    /// In the step of a timer, by its id. The state is as before.
    case timer(String)
    /// In an effect, which has ended.
    case effect
    /// In the handler of a command.
    case command(State.Command)
  }

  /// Where it went wrong.
  public let source: Source
  /// What went wrong: the error of a cell, or the error that an effect threw.
  public let error: any Error

  /// The source and the error as text.
  public var description: String {
    switch source {
    case .event(let event): "the step of \(event) failed: \(error)"
    case .timer(let id): "the step of the timer \(id) failed: \(error)"
    case .effect: "an effect failed: \(error)"
    case .command(let command): "the command \(command) failed: \(error)"
    }
  }
}

/// The error for a command that no handler takes.
public struct NoCommandHandler: Error, Hashable, CustomStringConvertible {
  /// What to do.
  public var description: String { "no handler takes commands: register one with `on`" }
}

/// One step of a store, as observers of steps receive it.
public struct StoreTransition<State: StateDefinition>: Sendable {
  /// The cause of a step.
  public enum Cause: Sendable {
    /// The store was made.
    case start
    /// An event was sent.
    case event(State.Event)
    /// A timer was due.
    case timer(String)
  }

  /// The cause of the step.
  public let cause: Cause
  /// The state before; `nil` for the start.
  public let old: State?
  /// The state after the step.
  public let new: State
  /// The result of the step.
  public let result: StepResult
}
