public import StateRuntime

/// A registered observer: it can be paused and cancelled.
@MainActor
public struct Observation<State: StateDefinition> {
  let observer: Observer<State>
  /// Weak: an observation that a view keeps does not keep a released store running.
  weak var engine: Engine<State>?

  /// Ends the observer.
  public func cancel() { observer.cancel() }

  /// Delivers nothing until `resume()`, as while a screen is not visible.
  public func pause() { observer.pause() }

  /// Continues. If the state differs from the last delivered one, the observer receives both, once.
  public func resume() { engine?.resume(observer) }
}

extension Store {
  /// Calls a function with the current state at once (the old state is then `nil`), and after every
  /// change, in the order in which observers were added.
  ///
  /// - Parameters:
  ///   - owner: The observer ends with this object, which is not retained. An observer without an
  ///     owner ends when the store stops.
  ///   - notify: Receives the state that was delivered before, and the current one.
  /// - Returns: The observer, to pause and to cancel it.
  @discardableResult
  public func observe(
    _ owner: AnyObject? = nil, _ notify: @escaping (_ old: State?, _ new: State) -> Void
  ) -> Observation<State> {
    let observer = Observer(owner: owner, notify)
    engine.add(observer)
    return Observation(observer: observer, engine: engine)
  }

  /// Calls a function with the current value of an output at once, and whenever it changes.
  ///
  /// - Parameters:
  ///   - owner: The observer ends with this object, which is not retained.
  ///   - output: The output. Equal values are not delivered twice.
  ///   - notify: Receives the value.
  /// - Returns: The observer, to pause and to cancel it.
  @discardableResult
  public func observe<Value: Equatable>(
    _ owner: AnyObject? = nil, _ output: @escaping (State) -> Value,
    _ notify: @escaping (Value) -> Void
  ) -> Observation<State> {
    var last: Value?
    return observe(owner) { _, new in
      let value = output(new)
      guard last != value else { return }
      last = value
      notify(value)
    }
  }

  /// The states: the current one, then each new one after a change. It ends when the store stops.
  public var changes: AsyncStream<State> { engine.changes }

  /// The steps from now on, also those that change nothing. It ends when the store stops.
  public var transitions: AsyncStream<StoreTransition<State>> { engine.transitions }
}
