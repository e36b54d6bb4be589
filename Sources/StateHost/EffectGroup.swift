import StateRuntime

/// The effects that one output of a state requests.
///
/// The request of a state is a list of keys with values: one or none for an optional output, one for
/// each element of a list. An effect runs while its key is requested.
class EffectGroup<State: StateDefinition> {
  /// Reads the request of a state, and cancels the effects that it does not contain, in the order of
  /// their starts.
  func cancelUnrequested(by state: State, in engine: Engine<State>) {}

  /// Starts the effects that this state newly requests, in the order of the request.
  func startRequested(in engine: Engine<State>) {}

  /// Notes that a run has ended by itself. Its effect does not start again until its request
  /// changes, or until its id does if it has one.
  ///
  /// - Returns: The source that an error of the run is reported with.
  func end(_ run: RunID) -> StoreError<State>.Source { .effect }

  /// Cancels all effects.
  func stop() {}
}

/// A group whose keys and values have known types.
final class TypedEffectGroup<State: StateDefinition, Key: Hashable, Value: Equatable & Sendable>:
  EffectGroup<State>
{
  /// What a running effect does when its value changes while its key stays.
  enum Change {
    case restart
    case update
  }

  typealias Body = @Sendable (EffectValues<Value>, Send<State.Event>) async throws -> Void

  private struct Run {
    let id: RunID
    let key: Key
    var value: Value
    /// `nil` after the effect has ended by itself.
    var task: Task<Void, Never>?
    let values: EffectValues<Value>
  }

  /// The number of the group in the order of registration, from 0.
  private let number: Int
  private let change: Change
  private let requests: (State) -> [(key: Key, value: Value)]
  private let body: Body
  /// The last request, and whether it equals the one before.
  private var requested: [(key: Key, value: Value)] = []
  private var isSame = true
  /// The runs in the order of their starts.
  private var runs: [Run] = []

  init(
    number: Int, change: Change, requests: @escaping (State) -> [(key: Key, value: Value)],
    body: @escaping Body
  ) {
    self.number = number
    self.change = change
    self.requests = requests
    self.body = body
  }

  override func cancelUnrequested(by state: State, in engine: Engine<State>) {
    let new = requests(state)
    isSame = new.count == 0 && requested.count == 0
    if isSame { return }
    isSame = new.elementsEqual(requested) { $0.key == $1.key && $0.value == $1.value }
    guard !isSame else { return }
    requested = new
    guard !runs.isEmpty else { return }
    let values = Dictionary(
      requested.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    runs.removeAll { run in
      if let value = values[run.key], change == .update || value == run.value { return false }
      run.values.finish()
      if let task = run.task {
        engine.noteAction(.effectCancelled(number, run.id))
        task.cancel()
      }
      engine.forget(run.id)
      return true
    }
  }

  override func startRequested(in engine: Engine<State>) {
    guard !isSame, requested.count > 0 else { return }
    var known = Dictionary(
      uniqueKeysWithValues: runs.enumerated().map { ($1.key, $0) })
    for (key, value) in requested {
      guard let index = known[key] else {
        known[key] = runs.count
        runs.append(start(key, value, in: engine))
        continue
      }
      if change == .update, runs[index].value != value {
        runs[index].value = value
        engine.noteAction(.effectUpdated(number, runs[index].id, value: value))
        runs[index].values.give(value)
      }
    }
  }

  private func start(_ key: Key, _ value: Value, in engine: Engine<State>) -> Run {
    let id = engine.makeRun(of: self)
    engine.noteAction(.effectStarted(number, id, value: value))
    let values = EffectValues(value)
    let (body, deliver) = (body, engine.deliver)
    let task = Task {
      var failure: (any Error)?
      do {
        try await body(values, Send { event in await deliver(.event(event, from: id)) })
      } catch {
        failure = error
      }
      await deliver(.ended(id, failure))
    }
    return Run(id: id, key: key, value: value, task: task, values: values)
  }

  override func end(_ run: RunID) -> StoreError<State>.Source {
    if let index = runs.firstIndex(where: { $0.id == run }) { runs[index].task = nil }
    return .effect
  }

  override func stop() {
    for run in runs {
      run.values.finish()
      run.task?.cancel()
    }
    runs = []
  }

  deinit { for run in runs { run.task?.cancel() } }
}

/// The values of an effect that keeps running while its request changes: the first one at once, then
/// the newest after each change. It ends when the effect is cancelled.
public struct EffectValues<Value: Sendable>: AsyncSequence, Sendable {
  private let stream: AsyncStream<Value>
  private let continuation: AsyncStream<Value>.Continuation
  /// The value that started the effect.
  let first: Value

  init(_ value: Value) {
    first = value
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    continuation.yield(value)
  }

  func give(_ value: Value) { continuation.yield(value) }
  func finish() { continuation.finish() }

  /// The values, one after the other.
  public func makeAsyncIterator() -> AsyncStream<Value>.Iterator { stream.makeAsyncIterator() }
}
