import StateRuntime

extension Engine {
  func addEffect<Request: Equatable & Sendable>(
    _ request: @escaping (State) -> Request?,
    run: @escaping @Sendable (Request, Send<State.Event>) async throws -> Void
  ) {
    add { number in
      TypedEffectGroup(
        number: number, change: .restart,
        requests: { state in request(state).map { [(key: 0, value: $0)] } ?? [] },
        body: { try await run($0.first, $1) })
    }
  }

  func addEffect<Request: Hashable & Sendable, Requests: Sequence<Request>>(
    each requests: @escaping (State) -> Requests,
    run: @escaping @Sendable (Request, Send<State.Event>) async throws -> Void
  ) {
    add { number in
      TypedEffectGroup(
        number: number, change: .restart,
        requests: { state in requests(state).map { (key: $0, value: $0) } },
        body: { try await run($0.first, $1) })
    }
  }

  func addEffect<Request: Equatable & Sendable, ID: Hashable>(
    _ request: @escaping (State) -> Request?, id: @escaping (Request) -> ID,
    run: @escaping @Sendable (EffectValues<Request>, Send<State.Event>) async throws -> Void
  ) {
    add { number in
      TypedEffectGroup(
        number: number, change: .update,
        requests: { state in request(state).map { [(key: id($0), value: $0)] } ?? [] }, body: run)
    }
  }

  /// The current state, then each new one after a change.
  var changes: AsyncStream<State> {
    stream(first: state) { $0.old != nil && $0.result == .changed ? $0.new : nil }
  }

  /// The steps from now on.
  var transitions: AsyncStream<StoreTransition<State>> { stream { $0 } }

  private func stream<Element: Sendable>(
    first: Element? = nil, _ element: @escaping (StoreTransition<State>) -> Element?
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream<Element>.makeStream()
    if let first { continuation.yield(first) }
    guard !isStopped else {
      continuation.finish()
      return stream
    }
    add(
      Listener { transition in
        guard let element = element(transition) else { return true }
        if case .terminated = continuation.yield(element) { return false }
        return true
      } end: {
        continuation.finish()
      })
    return stream
  }
}
