import StateRuntime

/// What a store does, in order: for the tests that compare both platforms.
enum StoreAction<State: StateDefinition>: Sendable {
  case timerStarted(id: String, after: Duration)
  case timerCancelled(id: String)
  case command(State.Command)
  case commandStarted(State.Command, RunID)
  case effectStarted(Int, RunID, value: any Sendable)
  case effectUpdated(Int, RunID, value: any Sendable)
  case effectCancelled(Int, RunID)
  case failed(StoreError<State>)
  case stopped
}
