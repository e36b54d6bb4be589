public import Observation
public import StateRuntime

/// Runs a state in an app, on the main actor.
///
/// A store takes events one at a time. After each step it cancels and starts timers, cancels effects
/// that are no longer requested, notifies observers, runs commands, and starts effects. A view that reads an output such as `store.showProgress`
/// is updated when that output changes, not when another one does.
///
/// ```swift
/// store = Store(try FeedbackState.start()) { store in
///   register(store, server: server, showAlert: showAlert)
/// }
/// ```
///
/// The function `register` of this example is in <doc:FirstScreenOnIOS>. <doc:Effects> describes
/// what an app can register.
@MainActor @dynamicMemberLookup
public final class Store<State: StateDefinition>: Observable {
  let engine: Engine<State>
  private let registrar = ObservationRegistrar()
  /// The outputs that were read through the store, each with a function that compares two states.
  private var readOutputs: [AnyKeyPath: ReadOutput] = [:]

  /// Making a key path of a generic type takes a microsecond, so it is made once.
  private let stateMember: KeyPath<Store<State>, State>

  private struct ReadOutput {
    let isEqual: (State, State) -> Bool
    let access: () -> Void
    let willChange: () -> Void
    let didChange: () -> Void
  }

  /// Makes a store and starts it.
  ///
  /// - Parameters:
  ///   - start: The start of a definition.
  ///   - clock: The clock of its timers.
  ///   - register: Registers effects, observers and a handler of commands before the store starts.
  public convenience init(
    _ start: Next<State>, clock: some Clock<Duration> = ContinuousClock(),
    register: (Store<State>) -> Void = { _ in }
  ) {
    self.init(start, scheduler: makeScheduler(for: clock))
    register(self)
    engine.begin()
  }

  /// Makes a store that continues a saved state.
  ///
  /// Timers continue with what remained of them, and effects start again, because they are requests.
  /// No command runs: what must survive a killed process is a data output, not a command.
  ///
  /// - Parameters:
  ///   - state: The restored state.
  ///   - clock: The clock of its timers.
  ///   - register: Registers effects, observers and a handler of commands before the store continues.
  public convenience init(
    restoring state: State, clock: some Clock<Duration> = ContinuousClock(),
    register: (Store<State>) -> Void = { _ in }
  ) {
    self.init(Next(state: state, result: .changed), scheduler: makeScheduler(for: clock))
    register(self)
    engine.begin(isRestoring: true)
  }

  init(_ start: Next<State>, scheduler: any Scheduler) {
    engine = Engine(start, scheduler)
    stateMember = \.state
    engine.deliver = { [weak self] delivery in await self?.receive(delivery) }
    engine.replace = { [unowned self] old, new, commit in replace(old, new, commit) }
  }

  private func receive(_ delivery: Delivery<State>) { engine.receive(delivery) }

  // MARK: Reading

  /// The current state.
  public var state: State {
    registrar.access(self, keyPath: stateMember)
    return engine.state
  }

  /// An output of the current state. A view that reads it is updated when its value changes.
  public subscript<Value: Equatable>(dynamicMember output: KeyPath<State, Value>) -> Value {
    access(output) { $0[keyPath: output] == $1[keyPath: output] }
    return engine.state[keyPath: output]
  }

  private func access<Value: Equatable>(
    _ output: KeyPath<State, Value>, _ isEqual: @escaping (State, State) -> Bool
  ) {
    if let known = readOutputs[output] { return known.access() }
    let member = \Store<State>.[dynamicMember: output]
    registrar.access(self, keyPath: member)
    readOutputs[output] = ReadOutput(
      isEqual: isEqual,
      access: { [unowned self] in registrar.access(self, keyPath: member) },
      willChange: { [unowned self] in registrar.willSet(self, keyPath: member) },
      didChange: { [unowned self] in registrar.didSet(self, keyPath: member) })
  }

  private func replace(_ old: State, _ new: State, _ commit: () -> Void) {
    registrar.willSet(self, keyPath: stateMember)
    if readOutputs.count > 0 { replaceOutputs(old, new, commit) } else { commit() }
    registrar.didSet(self, keyPath: stateMember)
  }

  private func replaceOutputs(_ old: State, _ new: State, _ commit: () -> Void) {
    let changed = readOutputs.values.filter { !$0.isEqual(old, new) }
    for output in changed { output.willChange() }
    commit()
    for output in changed { output.didChange() }
  }

  // MARK: Events

  /// Sends an event. A store that has stopped ignores it.
  ///
  /// The step is finished when the call returns, except inside a callback of the store: then the
  /// event waits until the current step and the events before it are finished.
  public func send(_ event: State.Event) { engine.send(event) }

  // MARK: Commands

  /// Sets the handler of commands. It runs inside the step, in order, and must not wait.
  public func on(_ handle: @escaping (State.Command) -> Void) {
    engine.onCommand = handle
  }

  /// Sets the handler of commands. Each command runs in a task. The tasks are made in the order of
  /// the commands, and run side by side.
  public func on(
    _ handle: @escaping @Sendable (State.Command, Send<State.Event>) async throws -> Void
  ) {
    engine.handleCommands(in: CommandTasks(handle))
  }

  /// Sets what happens with errors. By default a line is printed.
  public func onError(_ handle: @escaping (StoreError<State>) -> Void) {
    engine.onError = handle
  }

  // MARK: The end

  /// Cancels effects and timers and releases observers. Later events are ignored.
  public func stop() { engine.stop() }

  /// Whether the store has stopped: by `stop()`, or because its state has ended.
  public var isStopped: Bool { engine.isStopped }

  /// The remaining time of a running timer, for a snapshot; `nil` if it does not run.
  public func remaining(_ timer: String) -> Duration? { engine.remaining(timer) }
}
