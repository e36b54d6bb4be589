import StateRuntime

/// The tasks that handle commands. Only the end of the store cancels them.
final class CommandTasks<State: StateDefinition>: EffectGroup<State> {
  typealias Body = @Sendable (State.Command, Send<State.Event>) async throws -> Void

  private let body: Body
  private var tasks: [RunID: (command: State.Command, task: Task<Void, Never>)] = [:]

  init(_ body: @escaping Body) { self.body = body }

  /// Starts the handler of a command.
  func start(_ command: State.Command, in engine: Engine<State>) {
    let id = engine.makeRun(of: self)
    engine.noteAction(.commandStarted(command, id))
    let (body, deliver) = (body, engine.deliver)
    let task = Task {
      var failure: (any Error)?
      do {
        try await body(command, Send { event in await deliver(.event(event, from: id)) })
      } catch {
        failure = error
      }
      await deliver(.ended(id, failure))
    }
    tasks[id] = (command, task)
  }

  override func end(_ run: RunID) -> StoreError<State>.Source {
    guard let (command, _) = tasks.removeValue(forKey: run) else { return .effect }
    return .command(command)
  }

  override func stop() {
    for (_, task) in tasks.values { task.cancel() }
    tasks = [:]
  }

  deinit { for (_, task) in tasks.values { task.cancel() } }
}
