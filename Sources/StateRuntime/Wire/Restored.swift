/// An error in a snapshot. Nothing was restored.
public struct SnapshotError: Error, Hashable, Sendable {
  /// The problem, for people.
  public let message: String
  /// The JSON pointer of the problem in the snapshot.
  public let at: String

  /// Makes an error.
  public init(message: String, at: String) {
    self.message = message
    self.at = at
  }
}

/// The result of restoring a snapshot.
public struct Restored<State: Sendable, Timer: Hashable & Sendable>: Sendable {
  /// The restored state.
  public let state: State
  /// Whether the definition still has the fingerprint that is in the snapshot.
  public let isSameMeaning: Bool
  /// The running timers with their remaining durations, in the order of their starts.
  public let timers: [NamedRunningTimer<Timer>]

  /// Makes a result.
  public init(state: State, isSameMeaning: Bool, timers: [NamedRunningTimer<Timer>]) {
    self.state = state
    self.isSameMeaning = isSameMeaning
    self.timers = timers
  }
}
