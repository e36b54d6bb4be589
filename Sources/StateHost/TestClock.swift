#if canImport(os)
  import os

  // `Mutex` needs iOS 18.
  private typealias Mutex = OSAllocatedUnfairLock

  extension OSAllocatedUnfairLock where State: Sendable {
    fileprivate init(_ state: State) { self.init(initialState: state) }
  }
#else
  import Synchronization
#endif

/// A clock that only advances on request, for tests.
///
/// Timers of stores fire in the order of their times, and each step is finished before the next
/// timer fires. A task that sleeps on the clock is woken at its time.
public final class TestClock: Clock, Scheduler, Sendable {
  /// A time of a test clock.
  public struct Instant: InstantProtocol, Hashable {
    /// The time since the clock was made.
    public let offset: Duration

    /// The instant after a duration.
    public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    /// The duration to another instant.
    public func duration(to other: Self) -> Duration { other.offset - offset }
    /// Whether an instant is earlier than another.
    public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
  }

  private struct Call: Sendable {
    let number: Int
    let due: Duration
    let call: @Sendable () async -> Void
  }

  private struct Calls: Sendable {
    var now = Duration.zero
    var count = 0
    var pending: [Call] = []

    /// Removes the call that is due first, if it is due until a time.
    mutating func takeNext(until end: Duration) -> Call? {
      var first: Int?
      for (index, call) in pending.enumerated() where call.due <= end {
        if first.map({ call.due < pending[$0].due }) ?? true { first = index }
      }
      guard let first else {
        now = max(now, end)
        return nil
      }
      now = max(now, pending[first].due)
      return pending.remove(at: first)
    }
  }

  private let calls = Mutex(Calls())

  /// Makes a clock at time zero.
  public init() {}

  /// The current time.
  public var now: Instant { Instant(offset: calls.withLock { $0.now }) }
  /// The smallest step: a nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Waits until a time. It returns at once if the time has come.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    let cancel = schedule(at: deadline.offset) { continuation.finish() }
    if deadline <= now { continuation.finish() }
    for await _ in stream {}
    cancel()
    try Task.checkCancellation()
  }

  /// The maximum number of calls in one advance, so that timers without duration cannot loop
  /// forever.
  static let callLimit = 100_000

  /// Advances the clock, and calls everything that is due until then, in order.
  ///
  /// - Returns: Whether everything was called: at most 100,000 timers fire in one advance.
  @discardableResult
  public func advance(by duration: Duration) async -> Bool {
    let end = calls.withLock { $0.now + max(duration, .zero) }
    for _ in 0..<Self.callLimit {
      guard let next = calls.withLock({ $0.takeNext(until: end) }) else { return true }
      await next.call()
    }
    return false
  }

  var elapsed: Duration { calls.withLock { $0.now } }

  func schedule(
    at time: Duration, _ call: @escaping @Sendable () async -> Void
  ) -> @Sendable () -> Void {
    let number = calls.withLock { calls in
      calls.count += 1
      calls.pending.append(Call(number: calls.count, due: time, call: call))
      return calls.count
    }
    return { [weak self] in
      self?.calls.withLock { calls in calls.pending.removeAll { $0.number == number } }
    }
  }
}
