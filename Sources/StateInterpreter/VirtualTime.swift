public import CEL

/// A clock that only advances on request, for specs, tools and tests.
///
/// It follows one machine: give it the timers of each step, and then let time pass.
public struct VirtualTime: Sendable {
  /// A timer that was due.
  public struct Firing: Sendable {
    /// The id of the timer.
    public let id: String
    /// The time when it was due, since the clock began.
    public let time: Value.Duration
    /// The result of the step.
    public let result: Swift.Result<Step, MachineError>
    /// The trace of the step, if the machine traces its steps.
    public let trace: Trace?
  }

  private struct Pending: Hashable, Sendable {
    var id: String
    var due: Int64
    var period: Int64?
  }

  /// The maximum number of firings in one advance, so that a timer without duration cannot loop
  /// forever.
  public static let firingLimit = 100_000

  /// The time since the clock began.
  public private(set) var now = Value.Duration(nanoseconds: 0)
  /// The running timers, in the order of their starts.
  private var pending: [Pending] = []

  /// Makes a clock at time zero, without timers.
  public init() {}

  /// Starts and cancels the timers that a step requests.
  public mutating func follow(_ requests: [TimerRequest]) {
    var cancelled: Set<String> = []
    for request in requests {
      switch request {
      case .cancel(let id): cancelled.insert(id)
      case .start(let id, let after, let isRepeating):
        remove(cancelled)
        cancelled = []
        let span = max(after.nanoseconds, 0)
        start(id, remaining: span, period: isRepeating ? span : nil)
      }
    }
    remove(cancelled)
  }

  private mutating func remove(_ ids: Set<String>) {
    if !ids.isEmpty { pending.removeAll { ids.contains($0.id) } }
  }

  /// The remaining time of each timer, in the order of their starts.
  public var remaining: [(id: String, remaining: Value.Duration)] {
    pending.map {
      ($0.id, Value.Duration(nanoseconds: max(0, $0.due - now.nanoseconds)))
    }
  }

  /// Lets time pass. Due timers fire by due time, then by start, each in a separate step.
  ///
  /// - Parameters:
  ///   - span: The duration; negative durations do nothing.
  ///   - machine: The machine that the clock follows.
  /// - Returns: The firings, in order. A step that fails does not stop the clock. At most
  ///   `firingLimit` timers fire; the last one then has the error `budget`.
  public mutating func advance(
    by span: Value.Duration, _ machine: inout Machine
  ) -> [Firing] {
    var passing = pass(span)
    var firings: [Firing] = []
    while let firing = fireNext(in: &passing, &machine) { firings.append(firing) }
    return firings
  }

  /// A span of time that passes firing by firing, so that the machine can be inspected in between.
  public struct Passing: Sendable {
    fileprivate let end: Int64
    fileprivate var firings = 0
  }

  /// Begins a span of time. Nothing fires before `fireNext`.
  public func pass(_ span: Value.Duration) -> Passing {
    let (sum, isOver) = now.nanoseconds.addingReportingOverflow(max(span.nanoseconds, 0))
    return Passing(end: isOver ? Int64.max : sum)
  }

  /// Fires the timer that is due next within a span of time, as `advance` does.
  ///
  /// - Parameters:
  ///   - passing: The span of time.
  ///   - machine: The machine that the clock follows.
  /// - Returns: The firing, or `nil` at the end of the span.
  public mutating func fireNext(in passing: inout Passing, _ machine: inout Machine) -> Firing? {
    guard passing.firings < Self.firingLimit, let index = firstDue(until: passing.end) else {
      now = Value.Duration(nanoseconds: max(passing.end, now.nanoseconds))
      return nil
    }
    passing.firings += 1
    let timer = pending[index]
    now = Value.Duration(nanoseconds: max(timer.due, now.nanoseconds))
    if passing.firings == Self.firingLimit {
      return Firing(
        id: timer.id, time: now, result: .failure(MachineError(.budget, at: "")), trace: nil)
    }
    restart(at: index)
    let result = fire(timer.id, &machine)
    return Firing(id: timer.id, time: now, result: result, trace: machine.trace)
  }

  /// Waits until shortly before the next timer is due: one second, or half of a shorter time.
  ///
  /// - Returns: The time that passed; `nil` if no timer runs, or one is due now.
  package mutating func waitAlmost() -> Value.Duration? {
    guard let index = firstDue(until: .max) else { return nil }
    let left = pending[index].due - now.nanoseconds
    guard left > 1 else { return nil }
    let span = left > 1_000_000_000 ? left - 1_000_000_000 : left / 2
    now = Value.Duration(nanoseconds: now.nanoseconds + span)
    return Value.Duration(nanoseconds: span)
  }

  /// Waits for the timer that is due next, without a machine that takes its step.
  ///
  /// - Returns: Its id; `nil` if no timer runs.
  package mutating func waitForNext() -> String? {
    guard let index = firstDue(until: .max) else { return nil }
    let id = pending[index].id
    now = Value.Duration(nanoseconds: max(pending[index].due, now.nanoseconds))
    restart(at: index)
    return id
  }

  /// The running timers as seen from now: equal for clocks after which the same follows.
  package var future: some Hashable & Sendable {
    pending.map { timer in
      var timer = timer
      timer.due -= now.nanoseconds
      return timer
    }
  }

  /// Removes a timer that fires, or starts its next period.
  private mutating func restart(at index: Int) {
    guard let period = pending[index].period else {
      pending.remove(at: index)
      return
    }
    let (next, isOver) = now.nanoseconds.addingReportingOverflow(period)
    pending[index].due = isOver ? Int64.max : next
    if isOver { pending.remove(at: index) }
  }

  mutating func start(_ id: String, remaining: Int64, period: Int64?) {
    let (due, isOver) = now.nanoseconds.addingReportingOverflow(max(remaining, 0))
    pending.append(Pending(id: id, due: isOver ? Int64.max : due, period: period))
  }

  private mutating func fire(
    _ id: String, _ machine: inout Machine
  ) -> Swift.Result<Step, MachineError> {
    do throws(MachineError) {
      let step = try machine.fire(timer: id)
      follow(step.timers)
      return .success(step)
    } catch {
      return .failure(error)
    }
  }

  private func firstDue(until end: Int64) -> Int? {
    var first: Int?
    for (index, timer) in pending.enumerated() where timer.due <= end {
      if let best = first, pending[best].due <= timer.due { continue }
      first = index
    }
    return first
  }
}
