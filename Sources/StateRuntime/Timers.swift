/// A request to start or cancel a timer.
public enum NamedTimerRequest<Timer: Hashable & Sendable>: Hashable, Sendable {
  /// Start a timer that fires after a duration. A repeating timer fires again and again.
  case startTimer(Timer, after: TimeSpan)
  case cancelTimer(Timer)
}

/// A running timer.
public struct NamedRunningTimer<Timer: Hashable & Sendable>: Hashable, Sendable {
  /// The timer.
  public let timer: Timer
  /// The remaining duration.
  public let duration: TimeSpan

  /// Makes a running timer.
  public init(timer: Timer, duration: TimeSpan) {
    self.timer = timer
    self.duration = duration
  }
}
