/// The clock of a store.
protocol Scheduler: Sendable {
  /// The time since the scheduler was made.
  var elapsed: Duration { get }
  /// Calls a function at a time, once.
  ///
  /// - Returns: A function that cancels the call.
  func schedule(
    at time: Duration, _ call: @escaping @Sendable () async -> Void
  ) -> @Sendable () -> Void
}

/// A scheduler that sleeps on a clock, in a task for each timer.
struct ClockScheduler<C: Clock>: Scheduler where C.Duration == Duration {
  let clock: C
  let start: C.Instant

  init(_ clock: C) {
    self.clock = clock
    start = clock.now
  }

  var elapsed: Duration { start.duration(to: clock.now) }

  func schedule(
    at time: Duration, _ call: @escaping @Sendable () async -> Void
  ) -> @Sendable () -> Void {
    let task = Task { [clock, instant = start.advanced(by: time)] in
      do {
        try await clock.sleep(until: instant, tolerance: nil)
      } catch {
        return
      }
      await call()
    }
    return { task.cancel() }
  }
}

/// Makes the scheduler for a clock. A test clock is its own scheduler, so it knows when a step that
/// it causes is finished.
func makeScheduler(for clock: some Clock<Duration>) -> any Scheduler {
  (clock as? TestClock) ?? ClockScheduler(clock)
}
