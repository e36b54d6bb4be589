public import StateRuntime

/// What a store receives.
enum StoreInput<State: StateDefinition> {
  case start
  case restored
  case event(State.Event)
  case timer(String)
}

/// Writes the recording of one session: a line for each input of a store, without private data.
///
/// It is a class because `write` may send an event, whose line is then written inside the call.
final class Recorder<State: RecordedState> {
  private let session: String
  private let start: Duration
  private let write: (String) -> Void
  /// The number of lines so far.
  private var count = 0

  init(_ session: String, at start: Duration, _ write: @escaping (String) -> Void) {
    self.session = session
    self.start = start
    self.write = write
  }

  /// Writes the line of an input.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - engine: The engine, before the step.
  func note(_ input: StoreInput<State>, in engine: Engine<State>) {
    switch input {
    case .start: begin(isRestored: false, in: engine)
    case .restored: begin(isRestored: true, in: engine)
    case .event(let event):
      if let event = engine.state.wireRecord(of: event) { add("event", event, in: engine) }
    case .timer(let id): add("fire", .text(id), in: engine)
    }
  }

  /// Writes the first line. A restored state with private data has none, and what follows has none
  /// either: its snapshot may contain them.
  private func begin(isRestored: Bool, in engine: Engine<State>) {
    let state = engine.state
    if isRestored, state.wireHasPrivate { return }
    let snapshot = state.wireSnapshot { engine.remaining($0) }
    let version = WireMember("fingerprint", (try? snapshot.member("fingerprint")) ?? .null)
    count = 1
    if isRestored {
      writeLine("snapshot", snapshot, [version], in: engine)
    } else {
      writeLine("start", state.wireInputs, [version], in: engine)
    }
  }

  private func add(_ key: String, _ value: Wire, in engine: Engine<State>) {
    if count == 0 { return }
    count += 1
    writeLine(key, value, in: engine)
  }

  private func writeLine(
    _ key: String, _ value: Wire, _ more: [WireMember] = [], in engine: Engine<State>
  ) {
    let members = [
      WireMember("session", .text(session)),
      WireMember("at", .number((start + engine.elapsed).secondsText)), WireMember(key, value),
    ]
    let line = Wire.object(members + more + [WireMember("line", .number(String(count)))])
    write(line.json + "\n")
  }
}

extension Duration {
  /// The seconds as a JSON number: the text of a duration is its seconds and an `s`.
  fileprivate var secondsText: String {
    guard case .text(let text) = wire else { return "0" }
    return String(text.dropLast())
  }
}

extension Engine where State: RecordedState {
  /// Records the inputs from now on. A store that has begun is recorded like a restored one.
  func record(_ session: String, at start: Duration, _ write: @escaping (String) -> Void) {
    guard !isStopped else { return }
    let recorder = Recorder<State>(session, at: start, write)
    noteInput = { [unowned self] in recorder.note($0, in: self) }
    if hasBegun { noteInput?(.restored) }
  }
}

extension Store where State: RecordedState {
  /// Records what the store receives, for `states replay`. A store has one recording.
  ///
  /// Private inputs and private fields of events are left out. Call it where effects are registered:
  /// a store that has begun before, or that continues a saved state, is recorded from its snapshot.
  /// That may contain private data, so a definition with private data is then not recorded.
  ///
  /// - Parameters:
  ///   - session: The name of the session, not used by another session of the recording.
  ///   - start: The time when the store was made, since any moment that all sessions share.
  ///   - write: Receives each line, with its line feed, inside the step. It must not wait.
  public func record(
    session: String, at start: Duration = .zero, write: @escaping (String) -> Void
  ) {
    engine.record(session, at: start, write)
  }
}

extension StateActor where State: RecordedState {
  /// Records what the store receives, as `Store.record` does. Call it before `start()`.
  ///
  /// - Parameters:
  ///   - session: The name of the session, not used by another session of the recording.
  ///   - start: The time when the store was made, since any moment that all sessions share.
  ///   - write: Receives each line, with its line feed, inside the step. It must not wait.
  public func record(
    session: String, at start: Duration = .zero, write: @escaping @Sendable (String) -> Void
  ) {
    engine.record(session, at: start, write)
  }
}
