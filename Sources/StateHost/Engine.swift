import StateRuntime

/// The algorithm of a store. It is not isolated: the store that owns it protects it.
///
/// Events wait in a queue. A step and everything that it causes is finished before the next step
/// begins, so an event that is sent from a callback never runs inside another step. Timers that are
/// due fire when the queue is empty.
final class Engine<State: StateDefinition> {
  private struct Timer {
    let id: String
    let run: RunID
    var due: Duration
    let period: Duration?
    /// The number of its next call.
    var call = 0
    /// Whether this call has come.
    var isCalled = false
    var cancel: @Sendable () -> Void = {}
  }

  private(set) var state: State
  /// Counts the changes, so that no observer receives one twice.
  private(set) var version = 0
  private let scheduler: any Scheduler
  /// The time of the scheduler when the engine was made.
  private let beginning: Duration
  private var first: Next<State>?

  private var queue: [State.Event] = []
  private var queueStart = 0
  /// The count of runs when a timer was called; `nil` if no timer is due.
  private var calledCount: Int?
  private var isPerforming = false
  private(set) var isStopped = false

  private var timers: [Timer] = []
  private var groups: [EffectGroup<State>] = []
  private var handlers: CommandTasks<State>?
  private var runs: [RunID: EffectGroup<State>] = [:]
  private var runCount = 0
  private var observers: [Observer<State>] = []
  private var listeners: [Listener<State>] = []

  /// Hands a delivery to the store that owns the engine, from any task.
  var deliver: @Sendable (Delivery<State>) async -> Void = { _ in }
  /// Replaces the state. A store that is observable surrounds the replacement with notifications.
  var replace: (_ old: State, _ new: State, _ commit: () -> Void) -> Void = { $2() }
  var onCommand: ((State.Command) -> Void)?
  var onError: (StoreError<State>) -> Void = { print("store: \($0)") }
  var noteAction: (StoreAction<State>) -> Void = { _ in }
  /// Receives each input before its step.
  var noteInput: ((StoreInput<State>) -> Void)?

  /// Makes an engine that has not begun.
  ///
  /// - Parameters:
  ///   - start: The start of a definition, or a restored state: `begin` continues its timers.
  ///   - scheduler: The clock of its timers.
  init(_ start: Next<State>, _ scheduler: any Scheduler) {
    state = start.state
    first = start
    self.scheduler = scheduler
    beginning = scheduler.elapsed
  }

  deinit {
    for timer in timers { timer.cancel() }
    for listener in listeners { listener.end() }
  }

  /// Performs what the start requested. Later events are performed from now on.
  ///
  /// - Parameter isRestoring: Whether the running timers of the state continue.
  func begin(isRestoring: Bool = false) {
    guard let start = first, !isStopped else { return }
    first = nil
    isPerforming = true
    if isRestoring {
      for timer in start.state.timers {
        startTimer(timer.id, after: timer.remaining, period: timer.period)
      }
    }
    if let noteInput { noteInput(isRestoring ? .restored : .start) }
    finish(start, isChanged: true) {
      StoreTransition(cause: .start, old: nil, new: start.state, result: start.result)
    }
    isPerforming = false
    performQueue()
  }

  // MARK: Inputs

  func send(_ event: State.Event) {
    guard !isStopped else { return }
    guard !isPerforming, first == nil else {
      queue.append(event)
      return
    }
    isPerforming = true
    perform(event)
    isPerforming = false
    if queue.count > 0 { performQueue() }
  }

  func receive(_ delivery: Delivery<State>) {
    switch delivery {
    case .event(let event, let run):
      guard runs[run] != nil else { return }
      send(event)
    case .ended(let run, let error):
      guard let group = runs.removeValue(forKey: run) else { return }
      let source = group.end(run)
      if let error { report(source, error) }
    case .timer(let run, let call):
      let called = timers.firstIndex { $0.run == run && $0.call == call }
      guard let index = called else { return }
      timers[index].isCalled = true
      calledCount = runCount
      performQueue()
    }
  }

  /// Runs a body. Events that it sends wait until it has returned.
  private func delayingEvents(_ body: () -> Void) {
    let wasPerforming = isPerforming
    isPerforming = true
    body()
    isPerforming = wasPerforming
    performQueue()
  }

  private func performQueue() {
    guard !isPerforming else { return }
    isPerforming = true
    while true {
      if queueStart < queue.count {
        queueStart += 1
        perform(queue[queueStart - 1])
      } else if let timer = nextTimer() {
        perform(timer: timer)
      } else {
        break
      }
      // The performed part is released in blocks, so a long queue costs little for each event.
      if queueStart == 1_024 {
        queue.removeFirst(queueStart)
        queueStart = 0
      }
    }
    queue.removeAll(keepingCapacity: queue.count <= 1_024)
    queueStart = 0
    isPerforming = false
  }

  private func perform(_ event: State.Event) {
    if let noteInput { noteInput(.event(event)) }
    do throws(State.StepError) {
      commit(try state.reduce(event)) { .event(event) }
    } catch {
      report(error) { .event(event) }
    }
  }

  private func perform(timer id: String) {
    if let noteInput { noteInput(.timer(id)) }
    do throws(State.StepError) {
      commit(try state.fire(timer: id)) { .timer(id) }
    } catch {
      report(error) { .timer(id) }
    }
  }

  // What a step seldom needs is made by closures: the metadata of each generic type that a function
  // mentions are looked up each time, which costs as much as a small step.

  private func commit(_ next: Next<State>, _ cause: () -> StoreTransition<State>.Cause) {
    let old = state
    let isChanged = next.result == .changed
    if isChanged {
      replace(old, next.state) { state = next.state }
    } else {
      state = next.state
    }
    finish(next, isChanged: isChanged) {
      StoreTransition(cause: cause(), old: old, new: next.state, result: next.result)
    }
  }

  /// What follows a step: timers, cancelled effects, observers, commands, started effects.
  private func finish(
    _ next: Next<State>, isChanged: Bool, _ transition: () -> StoreTransition<State>
  ) {
    if isChanged { version += 1 }
    for request in next.timers where !isStopped { perform(request) }
    if isChanged {
      forEach(groups) { $0.cancelUnrequested(by: state, in: self) }
    }
    if listeners.count > 0 { notifyListeners(transition()) }
    if isChanged {
      var hasEnded = false
      forEach(observers) { observer in
        observer.deliver(state, version)
        if !observer.isActive { hasEnded = true }
      }
      if hasEnded { observers.removeAll { !$0.isActive } }
    }
    for command in next.commands where !isStopped {
      noteAction(.command(command))
      if let onCommand { onCommand(command) } else { report(.command(command), NoCommandHandler()) }
    }
    if state.hasEnded {
      stop()
    } else if isChanged, !isStopped {
      forEach(groups) { $0.startRequested(in: self) }
    }
  }

  /// Calls a function for the elements that are there now. An iterator of a generic type costs as
  /// much as a step: its metadata are looked up each time.
  private func forEach<Element>(_ elements: [Element], _ call: (Element) -> Void) {
    for index in 0..<elements.count { call(elements[index]) }
  }

  private func notifyListeners(_ transition: StoreTransition<State>) {
    listeners.removeAll { !$0.receive(transition) }
  }

  private func report(_ error: any Error, _ source: () -> StoreError<State>.Source) {
    report(source(), error)
  }

  func report(_ source: StoreError<State>.Source, _ error: any Error) {
    let failure = StoreError<State>(source: source, error: error)
    noteAction(.failed(failure))
    onError(failure)
  }

  // MARK: Timers

  private func perform(_ request: TimerRequest) {
    switch request {
    case .start(let id, let after, let isRepeating):
      startTimer(id, after: after, period: isRepeating ? max(after, .nanoseconds(1)) : nil)
    case .cancel(let id):
      guard let index = timers.firstIndex(where: { $0.id == id }) else { return }
      noteAction(.timerCancelled(id: id))
      timers.remove(at: index).cancel()
    }
  }

  private func startTimer(_ id: String, after: Duration, period: Duration?) {
    if let index = timers.firstIndex(where: { $0.id == id }) { timers.remove(at: index).cancel() }
    noteAction(.timerStarted(id: id, after: after))
    runCount += 1
    let run = RunID(number: runCount)
    let due = scheduler.elapsed + max(after, .zero)
    timers.append(Timer(id: id, run: run, due: due, period: period))
    scheduleTimer(at: timers.count - 1)
  }

  private func scheduleTimer(at index: Int) {
    timers[index].call += 1
    timers[index].isCalled = false
    let (run, call) = (timers[index].run, timers[index].call)
    timers[index].cancel = scheduler.schedule(at: timers[index].due) { [deliver] in
      await deliver(.timer(run, call: call))
    }
  }

  /// Takes the timer that fires now: of those that are due the one that was due first, then the one
  /// that was started first. A timer that was started since the call waits for its own call, so
  /// timers without duration cannot loop forever.
  private func nextTimer() -> String? {
    guard let calledCount else { return nil }
    let now = scheduler.elapsed
    var first: Int?
    for (index, timer) in timers.enumerated()
    where timer.isCalled || timer.run.number <= calledCount && timer.due <= now {
      if first.map({ timer.due < timers[$0].due }) ?? true { first = index }
    }
    guard let first else {
      self.calledCount = nil
      return nil
    }
    let timer = timers[first]
    if !timer.isCalled { timer.cancel() }
    if let period = timer.period {
      timers[first].due += period
      scheduleTimer(at: first)
    } else {
      timers.remove(at: first)
    }
    return timer.id
  }

  /// The remaining time of a timer; `nil` if it does not run.
  func remaining(_ id: String) -> Duration? {
    timers.first { $0.id == id }.map { max($0.due - scheduler.elapsed, .zero) }
  }

  /// The time since the store was made.
  var elapsed: Duration { scheduler.elapsed - beginning }

  /// Whether the store has performed what the start requested.
  var hasBegun: Bool { first == nil }

  // MARK: Effects and observers

  func add(_ make: (_ number: Int) -> EffectGroup<State>) {
    guard !isStopped else { return }
    let group = make(groups.count)
    groups.append(group)
    guard first == nil else { return }
    delayingEvents {
      group.cancelUnrequested(by: state, in: self)
      group.startRequested(in: self)
    }
  }

  /// Handles commands in tasks.
  func handleCommands(in tasks: CommandTasks<State>) {
    guard !isStopped else { return }
    handlers = tasks
    onCommand = { [unowned self, unowned tasks] command in tasks.start(command, in: self) }
  }

  func makeRun(of group: EffectGroup<State>) -> RunID {
    runCount += 1
    let run = RunID(number: runCount)
    runs[run] = group
    return run
  }

  func forget(_ run: RunID) { runs[run] = nil }

  func add(_ observer: Observer<State>) {
    guard !isStopped else { return }
    observers.append(observer)
    if first == nil { delayingEvents { observer.deliver(state, version) } }
  }

  /// Lets a paused observer continue.
  func resume(_ observer: Observer<State>) {
    if !isStopped { delayingEvents { observer.resume(state, version) } }
  }

  func add(_ listener: Listener<State>) {
    if !isStopped { listeners.append(listener) }
  }

  /// Whether an effect or a command handler still runs, and has not been cancelled.
  func isRunning(_ run: RunID) -> Bool { runs[run] != nil }

  /// Whether effects or command handlers run.
  var hasRunningEffects: Bool { !runs.isEmpty }

  // MARK: The end

  /// Cancels effects and timers and releases observers. Later inputs are ignored.
  func stop() {
    guard !isStopped else { return }
    isStopped = true
    noteAction(.stopped)
    for timer in timers { timer.cancel() }
    for group in groups { group.stop() }
    handlers?.stop()
    for observer in observers { observer.cancel() }
    for listener in listeners { listener.end() }
    (timers, groups, runs, observers, listeners, queue) = ([], [], [:], [], [], [])
    (queueStart, calledCount, onCommand, noteInput) = (0, nil, nil, nil)
  }
}
