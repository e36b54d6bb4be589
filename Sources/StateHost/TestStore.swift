public import StateRuntime

/// A store for tests. Its clock advances on request, and the events of effects wait until the test
/// expects them.
///
/// ```swift
/// let test = TestStore(try FeedbackState.start()) { store in
///   register(store, server: FakeServer(), showAlert: { _ in })
/// }
/// try test.send(.messageChanged(text: "Nice app"))
/// try test.send(.sendTapped)
/// try test.expect(\.showProgress, true)
/// try await test.receives(.messageSent)
/// ```
@MainActor
public final class TestStore<State: StateDefinition> where State.Event: Equatable {
  /// The store.
  public let store: Store<State>
  /// The clock of the store. Effects may sleep on it, too.
  public let clock = TestClock()

  /// The events that the test has not expected yet, and the ends of effects after them, in order.
  private var received: [Delivery<State>] = []
  private var waiting: CheckedContinuation<Void, Never>?
  private var commands: [State.Command] = []
  private var errors: [StoreError<State>] = []

  /// Makes a store and starts it.
  ///
  /// - Parameters:
  ///   - start: The start of a definition.
  ///   - register: What the app registers with its store.
  public init(_ start: Next<State>, register: (Store<State>) -> Void = { _ in }) {
    store = Store(start, scheduler: clock)
    store.engine.deliver = { [weak self] delivery in await self?.receive(delivery) }
    store.engine.noteAction = { [unowned self] action in
      switch action {
      case .command(let command): commands.append(command)
      case .failed(let error): if !(error.error is NoCommandHandler) { errors.append(error) }
      default: break
      }
    }
    store.engine.onError = { _ in }
    register(store)
    store.engine.begin()
  }

  private func receive(_ delivery: Delivery<State>) {
    switch delivery {
    case .event, .ended: received.append(delivery)
    case .timer: store.engine.receive(delivery)
    }
    passEnds()
    waiting?.resume()
    waiting = nil
  }

  /// Lets the store take the ends of effects before the next event. Deliveries of runs that were
  /// cancelled are dropped.
  private func passEnds() {
    received.removeAll { delivery in
      switch delivery {
      case .event(_, let run), .ended(let run, _): !store.engine.isRunning(run)
      case .timer: true
      }
    }
    let count = received.firstIndex { if case .event = $0 { true } else { false } }
    let ends = received.prefix(count ?? received.count)
    received.removeFirst(ends.count)
    for end in ends { store.engine.receive(end) }
  }

  /// The next event that the test has not expected yet.
  private var nextEvent: State.Event? {
    passEnds()
    guard case .event(let event, _)? = received.first else { return nil }
    return event
  }

  /// Sends an event, as the app does.
  ///
  /// - Throws: If an effect has sent an event that the test has not expected yet, or the step fails.
  public func send(_ event: State.Event) throws {
    try checkReceived()
    store.send(event)
    try checkErrors()
  }

  /// Advances the clock. Timers fire in order.
  ///
  /// - Throws: If the step of a timer fails, or if more than 100,000 timers fire.
  public func advance(by duration: Duration) async throws {
    let isFinished = await clock.advance(by: duration)
    try checkErrors()
    if !isFinished { throw TestFailure("more than 100,000 timers fired") }
  }

  /// Waits for the next event of an effect, and lets the store take it.
  ///
  /// - Throws: If it is another event, or no effect runs that could send one.
  public func receives(_ expected: State.Event) async throws {
    while true {
      if let event = nextEvent { return try take(event, expected) }
      try checkErrors()
      guard store.engine.hasRunningEffects else {
        throw TestFailure("no effect runs that could send \(expected)")
      }
      await withCheckedContinuation { waiting = $0 }
    }
  }

  private func take(_ event: State.Event, _ expected: State.Event) throws {
    let delivery = received.removeFirst()
    guard event == expected else {
      throw TestFailure("an effect sent \(event); expected \(expected)")
    }
    store.engine.receive(delivery)
    passEnds()
    try checkErrors()
  }

  /// Compares an output.
  ///
  /// - Throws: If its value is another one.
  public func expect<Value: Equatable>(
    _ output: KeyPath<State, Value>, _ expected: Value
  ) throws {
    let value = store.state[keyPath: output]
    guard value == expected else {
      throw TestFailure("the output is \(value); expected \(expected)")
    }
  }

  /// Compares the commands since the last call of this function.
  ///
  /// - Throws: If they are others.
  public func expect(commands expected: [State.Command]) throws where State.Command: Equatable {
    defer { commands = [] }
    guard commands == expected else {
      throw TestFailure("the commands are \(commands); expected \(expected)")
    }
  }

  /// The first error of a step or an effect that failed, for a test that expects one. It is then
  /// not reported again.
  public func takeError() -> StoreError<State>? { errors.isEmpty ? nil : errors.removeFirst() }

  /// Stops the store at the end of a test, also if it throws.
  ///
  /// - Throws: If an effect still runs, or has sent an event that the test did not expect.
  public func finish() throws {
    defer { store.stop() }
    try checkReceived()
    try checkErrors()
    if store.engine.hasRunningEffects {
      throw TestFailure("an effect still runs at the end of the test")
    }
  }

  private func checkReceived() throws {
    if let event = nextEvent {
      throw TestFailure("an effect sent \(event), which the test did not expect")
    }
  }

  private func checkErrors() throws {
    if let error = errors.first { throw error }
  }
}

/// A difference between a test store and what a test expects.
public struct TestFailure: Error, Hashable, CustomStringConvertible {
  /// The difference.
  public let description: String

  init(_ description: String) { self.description = description }
}
