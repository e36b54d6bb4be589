import CEL
import StateChecks
import StateExploration
import StateFiles
import StateInterpreter
import StateLinking
import StateModel
import StateReplay
import StateSpecs
import Testing

/// A door that closes by itself after five seconds, and counts who knocks.
private let door = #"""
  { "state": "Door", "format": 1,
    "inputs": { "code": { "type": "int", "default": 7 } },
    "events": { "pushed": {}, "knocked": { "carries": { "by": "string", "times": "int" } }, "opened": { "carries": { "code": "int" } } },
    "commands": { "ring": {} },
    "properties": { "last": { "type": "string", "initial": "''" }, "knocks": { "type": "int", "initial": 0 } },
    "initial": "closed", "states": [{ "state": "closed" }, { "state": "open" }],
    "reducer": [
      { "in": "closed", "on": "opened", "if": "event.code == code", "goTo": "open", "emit": ["ring"] },
      { "in": "open", "after": 5, "goTo": "closed" },
      { "on": "knocked", "set": { "last": "event.by", "knocks": "knocks + 100 / event.times" } } ],
    "outputs": {
      "isOpen": { "kind": "ui", "type": "bool", "value": "isIn('open')" },
      "last": { "kind": "ui", "type": "string", "value": "last" },
      "knocks": { "kind": "ui", "type": "int", "value": "knocks" } } }
  """#

func compiled(_ text: String) throws -> CompiledDefinition {
  let json = try #require(JSONDocument(Array(text.utf8)).json)
  let written = try #require(DefinitionReader.read(json, fileName: nil).content)
  let result = written.checked()
  return try CompiledDefinition(try #require(result.checked, "\(result.diagnostics)"))
}

/// The summary of lines, each a record of a session.
private func summary(
  _ lines: [String], of text: String = door, acceptsAnyVersion: Bool = false
) throws -> CountTree {
  var replay = SessionReplay(try compiled(text), acceptsAnyVersion: acceptsAnyVersion)
  for line in lines {
    let bytes = Array(line.utf8)
    replay.read(bytes, bytes.indices)
  }
  replay.finish()
  return replay.summary
}

@Suite struct `Replayed sessions` {
  @Test func `are counted with their events and results`() throws {
    let counts = try summary([
      #"{"session": "1", "at": 1, "start": {}}"#,
      #"{"session": "1", "at": 2, "event": {"opened": {"code": 3}}}"#,
      #"{"session": "1", "at": 3, "event": {"opened": {"code": 7}}}"#,
      #"{"session": "1", "at": 4, "event": "pushed"}"#,
      #"{"session": "2", "event": {"knocked": {"by": "Ann", "times": 2}}}"#,
    ])
    #expect(counts["sessions"].count == 2)
    #expect(counts["events"].count == 4)
    #expect(counts["results"]["changed"].count == 2)
    #expect(counts["denied"]["/reducer/0"].count == 1)
    #expect(counts["unhandled"]["pushed"]["open"].count == 1)
    #expect(counts["rows"]["/reducer/0"]["true"].count == 1)
    #expect(counts["rows"]["/reducer/0"]["false"].count == 1)
    #expect(counts["transitions"]["/reducer/0"]["closed"].count == 1)
    #expect(counts["final"]["open"].count == 1)
    #expect(counts["final"]["closed"].count == 1)
    #expect(counts["outputs"]["/outputs/isOpen"].count == 4)
  }

  @Test func `let the time between their lines pass`() throws {
    let counts = try summary([
      #"{"session": "1", "at": "2026-01-01T10:00:00Z", "start": {"code": 1}}"#,
      #"{"session": "1", "at": "2026-01-01T10:00:02.5Z", "event": {"opened": {"code": 1}}}"#,
      #"{"session": "1", "at": "2026-01-01T10:01:00Z", "event": "pushed"}"#,
    ])
    #expect(counts["timers"]["open.1"].count == 1)
    #expect(counts["states"]["open"]["milliseconds"].count == 5_000)
    #expect(counts["states"]["closed"]["milliseconds"].count == 2_500 + 52_500)
    #expect(counts["unhandled"]["pushed"]["closed"].count == 1)
  }

  @Test func `fire a timer when its line says so, and not again`() throws {
    let counts = try summary([
      #"{"session": "1", "at": 0, "start": {}}"#,
      #"{"session": "1", "at": 1, "event": {"opened": {"code": 7}}}"#,
      #"{"session": "1", "at": 5.9, "fire": "open.1"}"#,
      #"{"session": "1", "at": 9, "event": "pushed"}"#,
    ])
    #expect(counts["timers"]["open.1"].count == 1)
    #expect(counts["states"]["open"]["milliseconds"].count == 4_900)
  }

  @Test func `fire a timer that starts again once for each line`() throws {
    let blinking = door.replacing(
      #""after": 5, "goTo": "closed""#, with: #""after": 5, "goTo": "open", "reenter": true"#)
    let counts = try summary(
      [
        #"{"session": "1", "at": 0, "event": {"opened": {"code": 7}}}"#,
        #"{"session": "1", "at": 5.1, "event": "pushed"}"#,
        #"{"session": "1", "at": 5.2, "fire": "open.1"}"#,
        #"{"session": "1", "at": 10, "fire": "open.1"}"#,
      ], of: blinking)
    #expect(counts["timers"]["open.1"].count == 2)
  }

  @Test func `continue from snapshots`() throws {
    let definition = try compiled(door)
    var machine = try Machine.start(definition).machine
    _ = try machine.receive(named: "opened", [.int(7)])
    let snapshot = machine.snapshot { _ in .init(nanoseconds: 2_000_000_000) }
    let counts = try summary([
      #"{"session": "1", "at": 10, "snapshot": \#(snapshot.text)}"#,
      #"{"session": "1", "at": 13, "event": "pushed"}"#,
    ])
    #expect(counts["timers"]["open.1"].count == 1)
    #expect(counts["faults"].total == 0)
  }

  @Test func `count a step that fails and go on`() throws {
    let counts = try summary([
      #"{"session": "1", "event": {"knocked": {"by": "Ann", "times": 0}}}"#,
      #"{"session": "1", "event": {"knocked": {"by": "Ben", "times": 1}}}"#,
    ])
    #expect(counts["errors"]["divideByZero"]["/reducer/2/set/knocks"].count == 1)
    #expect(counts["results"]["changed"].count == 1)
  }

  @Test func `count the rows of outputs after each step that changes something`() throws {
    let shares = door.replacing(
      #""knocks": { "kind": "ui", "type": "int", "value": "knocks" }"#,
      with: #"""
        "knocks": { "kind": "ui", "type": "int", "rows": [
          { "in": "open", "value": "1000 / (600 - knocks)" }, { "value": "knocks" }] }
        """#)
    let counts = try summary(
      [
        #"{"session": "1", "event": {"knocked": {"by": "Ann", "times": 1}}}"#,
        #"{"session": "1", "event": {"opened": {"code": 7}}}"#,
        #"{"session": "1", "event": {"knocked": {"by": "Ann", "times": 1}}}"#,
        #"{"session": "1", "event": {"knocked": {"by": "Ann", "times": 101}}}"#,
        #"{"session": "1", "event": {"knocked": {"by": "Ben", "times": 101}}}"#,
        #"{"session": "1", "event": {"knocked": {"by": "Ben", "times": 0}}}"#,
        #"{"session": "1", "event": {"knocked": {"by": "Ben", "times": 1}}}"#,
        #"{"session": "1", "event": {"knocked": {"by": "Eve", "times": -1}}}"#,
      ], of: shares)
    #expect(counts["errors"].total == 1)
    #expect(counts["outputs"]["/outputs/knocks/rows/0"].count == 5)
    #expect(counts["outputs"]["/outputs/knocks/rows/1"].count == 2)
    #expect(counts["outputs"]["/outputs/isOpen"].count == 7)
  }

  struct Fault: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let fault: String
    let lines: [String]
    /// The events that run all the same.
    var events = 0
  }

  @Test(arguments: [
    Fault(
      testDescription: "a line that is cut", fault: "broken",
      lines: [#"{"session": "1", "event": "pu"#]),
    Fault(
      testDescription: "a line without a session", fault: "broken",
      lines: [#"{"event": "pushed"}"#]),
    Fault(
      testDescription: "two contents in a line", fault: "broken",
      lines: [#"{"session": "1", "event": "pushed", "fire": "open.1"}"#]),
    Fault(
      testDescription: "a time that is none", fault: "broken",
      lines: [#"{"session": "1", "at": "noon", "event": "pushed"}"#]),
    Fault(
      testDescription: "data that is no JSON", fault: "broken",
      lines: [#"{"session": "1", "event": {"opened": {"code": 01}}}"#]),
    Fault(
      testDescription: "an event that the definition lacks", fault: "unknownEvent",
      lines: [#"{"session": "1", "event": "pulled"}"#]),
    Fault(
      testDescription: "data of another type", fault: "payload",
      lines: [#"{"session": "1", "event": {"opened": {"code": "7"}}}"#]),
    Fault(
      testDescription: "an event without its data", fault: "payload",
      lines: [#"{"session": "1", "event": "opened"}"#]),
    Fault(
      testDescription: "an input that the definition lacks", fault: "payload",
      lines: [#"{"session": "1", "start": {"key": 7}}"#]),
    Fault(
      testDescription: "a line that is there twice", fault: "repeated",
      lines: [
        #"{"session": "1", "at": 1, "event": "pushed"}"#,
        #"{"session": "1", "at": 1, "event": "pushed"}"#,
      ], events: 1),
    Fault(
      testDescription: "a line that is too early", fault: "disordered",
      lines: [
        #"{"session": "1", "at": 2, "event": "pushed"}"#,
        #"{"session": "1", "at": 1, "event": "pushed"}"#,
      ], events: 2),
    Fault(
      testDescription: "a session of another version", fault: "otherVersion",
      lines: [
        #"{"session": "1", "start": {}, "fingerprint": "abc"}"#,
        #"{"session": "1", "event": "pushed"}"#,
      ]),
  ])
  func `count what cannot run as written:`(_ fault: Fault) throws {
    let counts = try summary(fault.lines)
    #expect(counts["faults"][fault.fault].count == 1)
    #expect(counts["faults"].total == 1)
    #expect(counts["events"].count == fault.events)
  }

  @Test func `that cannot start count their error once and no event`() throws {
    let locked = door.replacing(#"{ "type": "int", "default": 7 }"#, with: #"{ "type": "int" }"#)
    let lines = Array(repeating: #"{"session": "1", "event": "pushed"}"#, count: 3)
    let counts = try summary(lines, of: locked)
    #expect(counts["errors"]["payload"].total == 1)
    #expect(counts["faults"]["notStarted"].count == 1)
    #expect(counts["events"].count == 0)
  }

  @Test func `of other versions run if that is wanted`() throws {
    let lines = [
      #"{"session": "1", "start": {}, "fingerprint": "abc"}"#,
      #"{"session": "1", "event": "pushed"}"#,
    ]
    let counts = try summary(lines, acceptsAnyVersion: true)
    #expect(counts["events"].count == 1)
    #expect(counts["faults"].total == 0)
  }

  @Test func `that cannot start again are over, and counted once`() throws {
    let divided = door.replacing(#""initial": 0 }"#, with: #""initial": "100 / code" }"#)
    #expect(divided.contains("100 / code"))
    let counts = try summary(
      [
        #"{"session": "1", "at": 1, "start": {}}"#,
        #"{"session": "1", "at": 2, "event": {"opened": {"code": 7}}}"#,
        #"{"session": "1", "at": 3, "start": {"code": 0}}"#,
        #"{"session": "1", "at": 4, "event": "pushed"}"#,
      ], of: divided)
    #expect(counts["errors"].total == 1)
    #expect(counts["faults"]["notStarted"].count == 1)
    #expect(counts["rows"]["/reducer/0"]["ran"].count == 1)
    #expect(counts["states"]["open"]["entered"].count == 1)
    #expect(counts["final"].total == 0)
  }

  @Test func `read escapes and other orders of members as JSON does`() throws {
    let counts = try summary([
      #"{"event": {"knocked": {"times": 1, "by": "\u0041nn \ud83d\ude00"}}, "at": 1e0, "session": "a\"b"}"#,
      #" { "session" : "a\"b" , "other": [1, {"x": "}"}], "event" : "pushed" } "#,
    ])
    #expect(counts["sessions"].count == 1)
    #expect(counts["events"].count == 2)
    #expect(counts["faults"].total == 0)
  }
}

@Suite struct `Summaries` {
  /// The lines of invented sessions, by session.
  private func sessions(_ count: Int, seed: UInt64) throws -> [[String]] {
    var generator = RecordingGenerator(try compiled(door), spec: nil, seed: seed)
    return (0..<count).map { _ in
      generator.nextSession().split(separator: "\n").map(String.init)
    }
  }

  @Test func `of the parts add up to that of the whole, however they are split`() throws {
    let sessions = try sessions(60, seed: 3)
    let whole = try summary(sessions.flatMap(\.self))
    #expect(whole["events"].count > 300)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<100 {
      var parts: [[String]] = Array(repeating: [], count: Int.random(in: 1...5, using: &random))
      for session in sessions {
        parts[Int.random(in: parts.indices, using: &random)] += session
      }
      var sum = CountTree()
      for part in parts.shuffled(using: &random) {
        let json = try summary(part).json
        sum.add(try #require(CountTree(json)))
      }
      #expect(sum.json == whole.json)
    }
  }

  @Test func `of the same seed are the same`() throws {
    #expect(try sessions(20, seed: 9) == sessions(20, seed: 9))
    #expect(try sessions(20, seed: 9) != sessions(20, seed: 10))
  }

  @Test func `list rows in the order of their numbers`() {
    var tree = CountTree()
    for row in [10, 2, 1] { tree.add(at: "/reducer/\(row)") }
    #expect(tree.names == ["/reducer/1", "/reducer/2", "/reducer/10"])
  }

  @Test(arguments: ["-1", "1.5", #"{"a": "b"}"#, #"{"a": [1]}"#, "null"])
  func `refuse counts that are no whole numbers from 0 on`(_ text: String) throws {
    #expect(CountTree(try JSON(parsing: text)) == nil)
  }
}

@Suite struct `Two versions` {
  /// The differences that the sessions of a recording show, with their examples.
  private func compare(
    _ old: String, _ new: String, sessions: Int
  ) throws -> (replay: VersionReplay, old: CompiledDefinition, new: CompiledDefinition) {
    let (before, after) = (try compiled(old), try compiled(new))
    var replay = VersionReplay(old: before, new: after) { _, _ in }
    var generator = RecordingGenerator(before, spec: nil, seed: 5)
    for _ in 0..<sessions {
      for line in generator.nextSession().split(separator: "\n") {
        let bytes = Array(line.utf8)
        replay.read(bytes, bytes.indices)
      }
    }
    replay.finish()
    return (replay, before, after)
  }

  private func passes(_ example: Spec.Case, _ definition: CompiledDefinition) throws -> Bool {
    var spec = Spec(definition: "Door")
    spec.root.cases = [example]
    let report = SpecRunner<InterpreterSubject>.run(spec, of: definition.source) {
      InterpreterSubject.start(definition, $0)
    }
    #expect(report.verdicts.count == 1)
    return report.verdicts.allSatisfy(\.hasPassed)
  }

  @Test func `that do the same differ in no session`() throws {
    let same = door.replacing("knocks + 100 / event.times", with: "100 / event.times + knocks")
    let replay = try compare(door, same, sessions: 50).replay
    #expect(replay.sessions == 50)
    #expect(replay.different == 0)
  }

  @Test(arguments: [
    ("event.code == code", "event.code >= code"), ("100 / event.times", "99 / event.times"),
    (#""after": 5"#, #""after": 6"#), (#", "emit": ["ring"]"#, ""),
    ("100 / event.times", "event.times == 0 ? 1 : 100 / event.times"),
  ])
  func `that differ give a case that only the old one passes`(_ old: String, _ new: String) throws {
    let (replay, before, after) = try compare(
      door, door.replacing(old, with: new), sessions: 200)
    #expect(!replay.found.isEmpty)
    for kind in replay.found {
      var budget = VersionReplay.exampleBudget
      let example = try #require(replay.example(of: kind, budget: &budget))
      #expect(try passes(example, before))
      #expect(try !passes(example, after))
      #expect(example.when.count <= 4)
    }
  }

  @Test func `that differ only after a long session give an example within a budget`() throws {
    func counter(_ guardText: String) throws -> CompiledDefinition {
      try compiled(
        """
        { "state": "Door", "format": 1,
          "properties": { "knocks": { "type": "int", "initial": 0 } },
          "events": { "knocked": {} },
          "reducer": [{ "on": "knocked", "set": { "knocks": "knocks + 1" } }],
          "outputs": {
            "isOpen": { "kind": "ui", "type": "bool", "value": "knocks \(guardText) 900" }
          } }
        """)
    }
    let (before, after) = (try counter(">="), try counter(">"))
    var replay = VersionReplay(old: before, new: after) { _, _ in }
    for time in 0..<1_000 {
      let line = Array(#"{ "session": "1", "at": \#(time), "event": "knocked" }"#.utf8)
      replay.read(line, line.indices)
    }
    replay.finish()
    let kind = try #require(replay.found.first)
    var budget = 10_000
    let example = try #require(replay.example(of: kind, budget: &budget))
    #expect((-4_000..<0).contains(budget))
    #expect(try passes(example, before))
    #expect(try !passes(example, after))
  }
}
