import StateHost

/// The part of the app that the screen needs.
protocol FeedbackServer: Sendable {
  func post(_ message: String) async throws
}

/// Connects a store with the app.
@MainActor
func register(
  _ store: Store<FeedbackState>, server: some FeedbackServer,
  showAlert: @escaping (String) -> Void
) {
  store.effect(\.sendMessage) { message, send in
    do {
      try await server.post(message)
      await send(.messageSent)
    } catch {
      await send(.sendFailed)
    }
  }
  store.on { command in
    switch command {
    case .showError(let message): showAlert(message)
    }
  }
}
