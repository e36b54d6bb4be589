import StateRuntime

@testable import StateHost

/// Plays scripts on the Swift store, and writes what the store does. `Tests/StoreAgreement/Player.kt` is the
/// same for Kotlin.
///
/// The bodies of effects and of command handlers do nothing: the script decides when a run answers,
/// ends or fails, and the player delivers it as the run would.
@MainActor final class StorePlayer {
  private final class Owner {}

  private struct Run {
    let engine: Engine<ErrandsState>
    let id: RunID
    var hasEnded = false
  }

  private struct Broken: Error {}

  private let script: StoreScript
  private let clock = TestClock()
  private var store: Store<ErrandsState>
  private var lines: [String] = []
  private var groups: [String] = []
  private var runs: [Run] = []
  private var owners: [String: Owner] = [:]
  private var observations: [String: Observation<ErrandsState>] = [:]
  /// How many reactions of a name have been used.
  private var used: [String: Int] = [:]
  private var texts: [ErrandsState.Event: String] = [:]
  private var hasJustStopped = false
  private var sessions = 0
  /// The lines of the recorder.
  private var recording = ""
  /// The states in which the recorded sessions ended.
  private var finals: [String] = []

  /// Plays a script, and returns the lines.
  static func lines(of script: StoreScript) async throws -> [String] {
    let player = try StorePlayer(script)
    try await player.play()
    return player.lines
  }

  /// Plays a script, and returns what the recorder wrote and the states in which each session ended.
  static func recording(
    of script: StoreScript
  ) async throws -> (text: String, finals: [String]) {
    let player = try StorePlayer(script)
    try await player.play()
    return (player.recording, player.finals)
  }

  private init(_ script: StoreScript) throws {
    self.script = script
    store = Store(try ErrandsState.start(), scheduler: clock)
  }

  private func play() async throws {
    begin(isRestoring: false)
    for step in script.steps {
      lines.append("> " + step.json)
      let (name, data) = try step.alternative()
      switch name {
      case "advance": await clock.advance(by: try Duration(wire: data))
      case "restore": try restore()
      default: try perform(name, data)
      }
      endStep()
    }
    end()
  }

  private func end() {
    finals.append(store.engine.state.wirePlaces.joined(separator: ", "))
    store.stop()
  }

  private func endStep() {
    lines.append("timers" + timers(of: store.engine.state))
    if hasJustStopped { lines.append("stopped") }
    hasJustStopped = false
  }

  private func restore() throws {
    let snapshot = store.engine.state.snapshot { store.remaining($0) }.json
    lines.append("snapshot " + snapshot)
    end()
    hasJustStopped = false
    let state = try ErrandsState.restore(Wire(parsing: snapshot)).state
    store = Store(Next(state: state, result: .changed), scheduler: clock)
    begin(isRestoring: true)
  }

  // MARK: Registration

  private func begin(isRestoring: Bool) {
    let engine = store.engine
    (groups, observations, owners) = ([], [:], [:])
    engine.deliver = { [weak store] delivery in
      if case .timer = delivery { await Self.deliver(delivery, to: store) }
    }
    engine.noteAction = { [unowned self, unowned engine] in record($0, in: engine) }
    engine.add(
      Listener { [unowned self] transition in
        let state =
          text(of: transition.new) + " in " + transition.new.wirePlaces.joined(separator: " ")
        lines.append("step \(text(of: transition.cause)) \(text(of: transition.result)) \(state)")
        return true
      } end: {
      })
    let session = "session \(sessions)"
    sessions += 1
    engine.record(session, at: .seconds(10)) { [unowned self] in
      recording += $0
      lines.append("record " + $0.dropLast())
    }
    for name in script.effects { addEffect(name) }
    switch script.commands {
    case "inline": store.on { [unowned self] _ in react(to: "command") }
    case "launched": store.on { _, _ in }
    default: break
    }
    store.onError { [unowned self] in
      lines.append("error " + text(of: $0))
      react(to: "error")
    }
    for name in script.observers { observe(name) }
    engine.begin(isRestoring: isRestoring)
    endStep()
  }

  private static func deliver(_ delivery: Delivery<ErrandsState>, to store: Store<ErrandsState>?) {
    store?.engine.receive(delivery)
  }

  private func addEffect(_ name: String) {
    groups.append(name)
    switch name {
    case "errand": store.effect(\.errand) { _, _ in }
    case "downloads": store.effect(each: \.downloads) { _, _ in }
    default: store.effect(\.song, id: \.track) { _, _ in }
    }
  }

  private func observe(_ name: String) {
    // No reference remains here, so a script can release the owner while the observer is added.
    owners[name] = Owner()
    let observer = Observer<ErrandsState>(owner: owners[name]) { [unowned self] old, new in
      let before = old.map(text) ?? "nothing"
      lines.append("observer \(name) \(before) -> \(text(of: new)) timers" + timers(of: new))
      react(to: name)
    }
    store.engine.add(observer)
    observations[name] = Observation(observer: observer, engine: store.engine)
  }

  // MARK: Steps and reactions

  private func react(to name: String) {
    guard let reaction = nextReaction(to: name), let (step, data) = try? reaction.alternative()
    else { return }
    try? perform(step, data)
  }

  private func nextReaction(to name: String) -> Wire? {
    let index = used[name, default: 0]
    used[name] = index + 1
    guard let reactions = script.reactions[name], index < reactions.count else { return nil }
    return reactions[index] == .null ? nil : reactions[index]
  }

  private func perform(_ step: String, _ data: Wire) throws {
    switch step {
    case "send": store.send(try event(data))
    case "answer": try answer(Int(wire: data.member("run")), data.member("event"))
    case "end": try end(Int(wire: data.member("run")), nil)
    case "fail": try end(Int(wire: data.member("run")), Broken())
    case "stopFrom":
      let run = try Int(wire: data.member("run"))
      if runs.indices.contains(run), !runs[run].hasEnded { runs[run].engine.stop() }
    case "observe": observe(try String(wire: data))
    case "effect": addEffect(try String(wire: data))
    case "release": owners[try String(wire: data)] = nil
    case "cancel": observations[try String(wire: data)]?.cancel()
    case "pause": observations[try String(wire: data)]?.pause()
    case "resume": observations[try String(wire: data)]?.resume()
    default: store.stop()
    }
  }

  private func event(_ wire: Wire) throws -> ErrandsState.Event {
    guard let event = try ErrandsState.event(wire: wire) else {
      throw WireError(message: wire.json)
    }
    texts[event] = wire.json
    return event
  }

  private func answer(_ run: Int, _ wire: Wire) throws {
    let event = try event(wire)
    guard runs.indices.contains(run), !runs[run].hasEnded else { return }
    runs[run].engine.receive(.event(event, from: runs[run].id))
  }

  private func end(_ run: Int, _ error: (any Error)?) {
    guard runs.indices.contains(run), !runs[run].hasEnded else { return }
    runs[run].hasEnded = true
    runs[run].engine.receive(.ended(runs[run].id, error))
  }

  // MARK: Lines

  private func record(_ action: StoreAction<ErrandsState>, in engine: Engine<ErrandsState>) {
    switch action {
    case .command(let command):
      if script.commands != "launched" { lines.append("command " + command.wire.json) }
    case .commandStarted(let command, let id):
      start("command " + command.wire.json, id, in: engine)
    case .effectStarted(let group, let id, let value):
      start("start \(groups[group]) \(text(of: value))", id, in: engine)
    case .effectUpdated(let group, let id, let value):
      let run = number(of: id, in: engine)
      if !runs[run].hasEnded {
        lines.append("update \(groups[group]) \(text(of: value)) run \(run)")
      }
    case .effectCancelled(_, let id): lines.append("cancel run \(number(of: id, in: engine))")
    case .stopped: hasJustStopped = true
    case .timerStarted, .timerCancelled, .failed: break
    }
  }

  private func start(_ line: String, _ id: RunID, in engine: Engine<ErrandsState>) {
    lines.append("\(line) run \(runs.count)")
    runs.append(Run(engine: engine, id: id))
    if let reaction = nextReaction(to: "run") { try? answer(runs.count - 1, reaction) }
  }

  private func number(of id: RunID, in engine: Engine<ErrandsState>) -> Int {
    runs.firstIndex { $0.id == id && $0.engine === engine } ?? -1
  }

  private func text(of state: ErrandsState) -> String {
    Wire.object(state.wireOutputs.map { WireMember($0.name, $0.value) }).json
  }

  private func text(of value: any Sendable) -> String {
    (value as? ErrandsState.Song).map { "\($0.track) \($0.position)" } ?? "\(value)"
  }

  private func text(of cause: StoreTransition<ErrandsState>.Cause) -> String {
    switch cause {
    case .start: "start"
    case .event(let event): texts[event] ?? "\(event)"
    case .timer(let id): id
    }
  }

  private func text(of result: StepResult) -> String {
    switch result {
    case .changed: "changed"
    case .unchanged: "unchanged"
    case .unhandled: "unhandled"
    case .denied(let rows): "denied \(rows.joined(separator: " "))"
    }
  }

  private func text(of error: StoreError<ErrandsState>) -> String {
    let problem =
      switch error.error {
      case let error as EvaluationError: "\(error.id) at \(error.at)"
      case is NoCommandHandler: "nobody"
      default: "broken"
      }
    return switch error.source {
    case .event(let event): "event \(texts[event] ?? "\(event)") \(problem)"
    case .timer(let id): "timer \(id) \(problem)"
    case .effect: "effect \(problem)"
    case .command(let command): "command \(command.wire.json) \(problem)"
    }
  }

  private func timers(of state: ErrandsState) -> String {
    state.timers.map { timer in
      guard case .text(let rest)? = store.remaining(timer.id)?.wire else {
        return " \(timer.id) gone"
      }
      return " \(timer.id) \(rest)"
    }.joined()
  }
}
