public import StateRuntime

/// Runs a state off the main actor, for servers, tools and tests.
///
/// It performs steps as a `Store` does. It has no bindings and no observers with owners, and its
/// handler of commands always runs in tasks.
public actor StateActor<State: StateDefinition> {
  let engine: Engine<State>
  private let isRestoring: Bool

  /// Makes a store. It starts with `start()`, or with the first event.
  ///
  /// - Parameters:
  ///   - start: The start of a definition.
  ///   - clock: The clock of its timers.
  public init(_ start: Next<State>, clock: some Clock<Duration> = ContinuousClock()) {
    self.init(start, isRestoring: false, clock: clock)
  }

  /// Makes a store that continues a saved state, with `start()` or with the first event.
  ///
  /// Timers continue with what remained of them, and effects start again. No command runs.
  ///
  /// - Parameters:
  ///   - state: The restored state.
  ///   - clock: The clock of its timers.
  public init(restoring state: State, clock: some Clock<Duration> = ContinuousClock()) {
    self.init(Next(state: state, result: .changed), isRestoring: true, clock: clock)
  }

  private init(_ start: Next<State>, isRestoring: Bool, clock: some Clock<Duration>) {
    engine = Engine(start, makeScheduler(for: clock))
    self.isRestoring = isRestoring
    engine.deliver = { [weak self] delivery in await self?.receive(delivery) }
  }

  private func receive(_ delivery: Delivery<State>) { engine.receive(delivery) }

  /// Performs what the start requested, once. Register effects, observers and the handler of
  /// commands before.
  public func start() { engine.begin(isRestoring: isRestoring) }

  /// The current state.
  public var state: State { engine.state }

  /// Sends an event. The events of one sender keep their order.
  public func send(_ event: State.Event) {
    start()
    engine.send(event)
  }

  /// Sets the handler of commands. Each command runs in a task. The tasks are made in the order of
  /// the commands, and run side by side.
  public func on(
    _ handle: @escaping @Sendable (State.Command, Send<State.Event>) async throws -> Void
  ) {
    engine.handleCommands(in: CommandTasks(handle))
  }

  /// Sets what happens with errors. By default a line is printed.
  public func onError(_ handle: @escaping @Sendable (StoreError<State>) -> Void) {
    engine.onError = handle
  }

  /// Runs an effect while an optional output has a value. Another value cancels the effect and
  /// starts it again.
  public func effect<Request: Equatable & Sendable>(
    _ request: @escaping @Sendable (State) -> Request?,
    run: @escaping @Sendable (Request, Send<State.Event>) async throws -> Void
  ) {
    engine.addEffect(request, run: run)
  }

  /// Runs an effect for each element of a list output. Equal elements share one effect.
  public func effect<Request: Hashable & Sendable, Requests: Sequence<Request>>(
    each requests: @escaping @Sendable (State) -> Requests,
    run: @escaping @Sendable (Request, Send<State.Event>) async throws -> Void
  ) {
    engine.addEffect(each: requests, run: run)
  }

  /// Runs an effect while a part of an optional output is equal, and gives it each new value.
  public func effect<Request: Equatable & Sendable, ID: Hashable>(
    _ request: @escaping @Sendable (State) -> Request?,
    id: @escaping @Sendable (Request) -> ID,
    run: @escaping @Sendable (EffectValues<Request>, Send<State.Event>) async throws -> Void
  ) {
    engine.addEffect(request, id: id, run: run)
  }

  /// Calls a function with the current state at once, and after every change.
  public func observe(_ notify: @escaping @Sendable (_ old: State?, _ new: State) -> Void) {
    engine.add(Observer(owner: nil, notify))
  }

  /// The states: the current one, then each new one after a change. It ends when the store stops.
  public var changes: AsyncStream<State> { engine.changes }

  /// The steps from now on, also those that change nothing. It ends when the store stops.
  public var transitions: AsyncStream<StoreTransition<State>> { engine.transitions }

  /// Cancels effects and timers and releases observers. Later events are ignored.
  public func stop() { engine.stop() }

  /// Whether the store has stopped: by `stop()`, or because its state has ended.
  public var isStopped: Bool { engine.isStopped }

  /// The remaining time of a running timer, for a snapshot; `nil` if it does not run.
  public func remaining(_ timer: String) -> Duration? { engine.remaining(timer) }
}
