import StateChecks
import StateFiles
import StateHost
import StateInterpreter
import StateLinking
import StateModel
import StateReplay
import StateRuntime
import Synchronization
import Testing

/// A door that opens for a private code and closes by itself.
private let door = #"""
  { "state": "Door", "format": 1,
    "inputs": { "code": { "type": "int", "private": true }, "rings": { "type": "int", "default": 0 } },
    "events": { "knocked": { "carries": { "times": "int" } },
      "opened": { "carries": { "code": { "type": "int", "private": true } } } },
    "properties": { "knocks": { "type": "int", "initial": 0 } },
    "initial": "closed", "states": [{ "state": "closed" }, { "state": "open" }],
    "reducer": [
      { "in": "closed", "on": "opened", "if": "event.code == code", "goTo": "open" },
      { "in": "open", "after": 5, "goTo": "closed" },
      { "on": "knocked", "set": { "knocks": "knocks + 100 / event.times" } } ],
    "outputs": { "knocks": { "kind": "ui", "type": "int", "value": "knocks" } } }
  """#

private func compiled(_ text: String) throws -> CompiledDefinition {
  let json = try #require(JSONDocument(Array(text.utf8)).json)
  let result = try #require(DefinitionReader.read(json, fileName: nil).content).checked()
  return try CompiledDefinition(try #require(result.checked, "\(result.diagnostics)"))
}

/// The summary of a recording.
private func summary(of recording: String, _ definition: CompiledDefinition) -> CountTree {
  var replay = SessionReplay(definition)
  for line in recording.split(separator: "\n") {
    let bytes = Array(line.utf8)
    replay.read(bytes, bytes.indices)
  }
  replay.finish()
  return replay.summary
}

@MainActor
@Suite struct `A recorded store` {
  let clock = TestClock()

  @Test func `writes a line for the start, each event and each timer`() async throws {
    let definition = try compiled(door.replacing(#", "private": true"#, with: ""))
    var lines: [String] = []
    let store = Store(try InterpretedState.start(definition, inputs: ["code": 7]), clock: clock) {
      $0.record(session: "a", at: .seconds(100)) { lines.append($0) }
      $0.onError { _ in }
    }
    await clock.advance(by: .seconds(1.5))
    store.send(.event("opened", ["code": 7]))
    store.send(.event("knocked", ["times": 0]))
    await clock.advance(by: .seconds(5))
    let version = definition.fingerprint.meaning
    #expect(
      lines == [
        #"{"session": "a", "at": 100, "start": {"code": 7, "rings": 0}, "fingerprint": "\#(version)", "line": 1}\#n"#,
        #"{"session": "a", "at": 101.5, "event": {"opened": {"code": 7}}, "line": 2}\#n"#,
        #"{"session": "a", "at": 101.5, "event": {"knocked": {"times": 0}}, "line": 3}\#n"#,
        #"{"session": "a", "at": 106.5, "fire": "open.1", "line": 4}\#n"#,
      ])
    let counts = summary(of: lines.joined(), definition)
    #expect(counts["faults"].total == 0 && counts["errors"].total == 1)
    #expect(counts["final"]["closed"].count == 1)
  }

  @Test func `leaves out private data`() throws {
    var recording = ""
    let start = try InterpretedState.start(compiled(door), inputs: ["code": 1234])
    let store = Store(start, clock: clock) { $0.record(session: "a") { recording += $0 } }
    store.send(.event("opened", ["code": 1234]))
    #expect(!recording.contains("1234"))
    #expect(recording.contains(#""start": {"code": 0, "rings": 0}"#))
    #expect(recording.contains(#""event": {"opened": {"code": 0}}"#))
  }

  @Test func `leaves out events that the definition cannot take`() throws {
    var recording = ""
    let store = Store(try InterpretedState.start(compiled(door), inputs: ["code": 1])) {
      $0.record(session: "a") { recording += $0 }
      $0.onError { _ in }
    }
    store.send(.event("opend", ["code": 1234]))
    store.send(.event("opened", ["kode": 1234]))
    #expect(recording.split(separator: "\n").count == 1)
  }

  @Test func `begins with its snapshot where it continues or has begun`() async throws {
    var restored = ""
    var late = ""
    let start = try TrafficLightState.start(green: .seconds(20))
    let first = Store(start, clock: clock)
    await clock.advance(by: .seconds(3))
    first.record(session: "late") { late += $0 }
    let saved = try TrafficLightState.restore(first.state.snapshot(remaining: first.remaining))
    let second = Store(restoring: saved.state, clock: clock) {
      $0.record(session: "restored") { restored += $0 }
    }
    await clock.advance(by: .seconds(30))
    let checked = try DefinitionFile.load("Definitions/TrafficLight.state.json")
    let definition = try CompiledDefinition(checked)
    for recording in [late, restored] {
      #expect(recording.contains(#""snapshot": {"state": "TrafficLight""#))
      let counts = summary(of: recording, definition)
      #expect(counts["faults"].total == 0)
      #expect(counts["final"][second.state.wirePlaces[0]].count == 1)
    }
    #expect(first.state == second.state)
  }

  @Test func `records nothing of a restored state with private data`() throws {
    var recording = ""
    let start = try InterpretedState.start(compiled(door), inputs: ["code": 1])
    let store = Store(restoring: start.state) { $0.record(session: "a") { recording += $0 } }
    store.send(.event("knocked", ["times": 1]))
    #expect(recording.isEmpty)
  }

  @Test func `records the events that callbacks send, in the order of their steps`() throws {
    var recording = ""
    let start = try PhoneVerificationState.start(phone: "+370")
    let store = Store(start) { store in
      store.record(session: "a") { recording += $0 }
      store.on { [unowned store] command in if command == .sendSms { store.send(.smsSent) } }
    }
    store.send(.codeEntered(text: "1"))
    let events = recording.split(separator: "\n").dropFirst().map { $0.contains("smsSent") }
    #expect(events == [true, false])
    let checked = try DefinitionFile.load("Definitions/PhoneVerification.state.json")
    let counts = summary(of: recording, try CompiledDefinition(checked))
    #expect(counts["faults"].total == 0 && counts["results"]["changed"].count == 2)
  }

  @Test func `may be sent an event while a line is written`() throws {
    var lines: [String] = []
    let definition = try compiled(door.replacing(#", "private": true"#, with: ""))
    let store = Store(try InterpretedState.start(definition, inputs: ["code": 1]))
    store.record(session: "a") { [unowned store] line in
      lines.append(line)
      if lines.count == 1 { store.send(.event("knocked", ["times": 2])) }
    }
    #expect(lines.count == 2 && lines[1].contains(#""line": 2"#))
    #expect(store.state["knocks"]?.int == 50)
  }

  @Test func `stops recording at its end`() throws {
    var recording = ""
    let store = Store(try InterpretedState.start(compiled(door), inputs: ["code": 1])) {
      $0.record(session: "a") { recording += $0 }
    }
    store.stop()
    store.send(.event("knocked", ["times": 1]))
    store.record(session: "b") { recording += $0 }
    #expect(recording.split(separator: "\n").count == 1)
  }

  @Test func `may be an actor`() async throws {
    let recording = Mutex("")
    let start = try InterpretedState.start(compiled(door), inputs: ["code": 1])
    let store = StateActor(start, clock: clock)
    await store.record(session: "a") { line in recording.withLock { $0 += line } }
    await store.send(.event("knocked", ["times": 2]))
    #expect(recording.withLock { $0.split(separator: "\n").count } == 2)
  }
}
