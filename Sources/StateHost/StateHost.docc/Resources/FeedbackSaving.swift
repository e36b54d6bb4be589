import StateHost
import StateRuntime

/// The text to keep when the system may end the process.
@MainActor
func savedText(of store: Store<FeedbackState>) -> String {
  store.state.snapshot(remaining: store.remaining).json
}

/// A store that continues where the text was saved.
@MainActor
func restoredStore(
  from text: String, register: (Store<FeedbackState>) -> Void
) throws -> Store<FeedbackState> {
  let restored = try FeedbackState.restore(Wire(parsing: text))
  return Store(restoring: restored.state, register: register)
}
