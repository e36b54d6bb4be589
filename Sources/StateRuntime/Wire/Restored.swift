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

/// The result of restoring a snapshot. The state contains its running timers, with their remaining
/// durations.
public struct Restored<State: StateDefinition>: Sendable {
  /// The restored state.
  public let state: State
  /// Whether the definition still has the fingerprint that is in the snapshot.
  public let isSameMeaning: Bool

  /// Makes a result.
  public init(state: State, isSameMeaning: Bool) {
    self.state = state
    self.isSameMeaning = isSameMeaning
  }
}
