public import StateRuntime

extension Store {
  /// Runs an effect while an optional output has a value.
  ///
  /// Another value cancels the running effect and starts it again; `nil` cancels it. An equal value changes nothing.
  /// What a cancelled effect still sends is dropped.
  ///
  /// - Parameters:
  ///   - request: The output.
  ///   - run: The effect. It receives the value and sends any number of events.
  public func effect<Request: Equatable & Sendable>(
    _ request: @escaping (State) -> Request?,
    run: @escaping @Sendable (Request, Send<State.Event>) async throws -> Void
  ) {
    engine.addEffect(request, run: run)
  }

  /// Runs an effect for each element of a list output. Equal elements share one effect.
  ///
  /// - Parameters:
  ///   - requests: The output.
  ///   - run: The effect of an element. It is cancelled when the element leaves the list.
  public func effect<Request: Hashable & Sendable, Requests: Sequence<Request>>(
    each requests: @escaping (State) -> Requests,
    run: @escaping @Sendable (Request, Send<State.Event>) async throws -> Void
  ) {
    engine.addEffect(each: requests, run: run)
  }

  /// Runs an effect while a part of an optional output is equal.
  ///
  /// - Parameters:
  ///   - request: The output.
  ///   - id: The part. Another id cancels the running effect and starts it again.
  ///   - run: The effect. It receives the values one after the other: a player whose position
  ///     changes is not restarted.
  public func effect<Request: Equatable & Sendable, ID: Hashable>(
    _ request: @escaping (State) -> Request?,
    id: @escaping (Request) -> ID,
    run: @escaping @Sendable (EffectValues<Request>, Send<State.Event>) async throws -> Void
  ) {
    engine.addEffect(request, id: id, run: run)
  }
}
