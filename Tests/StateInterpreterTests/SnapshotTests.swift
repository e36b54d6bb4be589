import CEL
import StateFiles
import StateLinking
import StateModel
import Testing

@testable import StateInterpreter

/// Saves and restores machines.
@Suite("Snapshots") struct SnapshotTests {
  static let player = #"""
    { "state": "Player", "format": 1,
      "types": { "Track": { "record": { "title": "string", "length": "duration?" } } },
      "inputs": { "volume": "double" },
      "properties": {
        "tracks": { "type": "[Track]", "initial": [] },
        "played": { "type": "[string: int]", "initial": {} },
        "secret": { "type": "string", "initial": "'none'", "stored": false },
        "span": { "type": "duration", "initial": 2 } },
      "events": { "add": { "carries": { "track": "Track" } }, "play": {}, "stop": {}, "back": {},
        "unlock": { "carries": { "secret": "string" } }, "next": {} },
      "initial": "stopped",
      "states": [
        { "state": "stopped" },
        { "state": "on", "parallel": true, "states": [
          { "state": "deck", "initial": "idle", "states": [
            { "state": "idle" },
            { "state": "playing", "carries": { "index": "int", "looped": { "type": "bool", "default": false } } },
            { "state": "lastDeck", "history": "deep", "default": "idle" } ] },
          { "state": "light", "initial": "dim", "states": [ { "state": "dim" }, { "state": "bright" } ] } ] } ],
      "reducer": [
        { "on": "add", "set": { "tracks": "tracks + [event.track]", "played[event.track.title]": 0 } },
        { "on": "unlock", "set": { "secret": "event.secret" } },
        { "in": "stopped", "on": "back", "goTo": "lastDeck" },
        { "on": "play", "goTo": { "playing": { "index": 0 } } },
        { "in": "playing", "on": "next", "if": "index + 1 < size(tracks)", "goTo": { "playing": { "index": "index + 1" } } },
        { "in": "on", "on": "stop", "goTo": "stopped" },
        { "in": "playing", "every": "span", "set": { "looped": "!looped" } },
        { "in": "dim", "after": 5, "goTo": "bright" }
      ],
      "outputs": {
        "title": { "kind": "ui", "type": "string", "rows": [
          { "in": "playing", "if": "index < size(tracks)", "value": "tracks[index].title" },
          { "value": "secret" } ] },
        "looped": { "kind": "ui", "type": "bool", "rows": [ { "in": "playing", "value": "looped" }, { "value": "false" } ] },
        "bright": { "kind": "ui", "type": "bool", "value": "isIn('bright')" } } }
    """#

  private func playing() throws -> Run {
    var run = try Fixture(Self.player).start(#"{"volume": 0.5}"#)
    _ = run.send(#"add {"track": {"title": "Čiū", "length": "90s"}}"#)
    _ = run.send(#"add {"track": {"title": "B"}}"#)
    _ = run.send(#"unlock {"secret": "abc"}"#)
    _ = run.send("play")
    _ = run.send("next")
    _ = run.wait(3)
    _ = run.send("stop")
    _ = run.send("back")
    _ = run.wait(1.5)
    return run
  }

  private func saved(_ run: Run) -> Snapshot {
    let rest = Dictionary(
      run.time.remaining.map { ($0.id, $0.remaining) }, uniquingKeysWith: { first, _ in first })
    return run.machine.snapshot { rest[$0] }
  }

  @Test func `a snapshot has everything except properties that are not stored`() throws {
    let run = try playing()
    let json = saved(run).json
    let hashes = run.fixture.definition.fingerprint
    #expect(
      json.text == #"""
        {"state": "Player", "format": 1, "shape": "\#(hashes.shape)", "fingerprint": "\#(hashes.meaning)", "in": ["playing", "dim"], "inputs": {"volume": 0.5}, "properties": {"tracks": [{"title": "Čiū", "length": "90s"}, {"title": "B", "length": null}], "played": {"B": 0, "Čiū": 0}, "span": "2s"}, "carried": {"playing": {"index": 1, "looped": true}}, "history": {"lastDeck": {"in": ["playing"], "carried": {"playing": {"index": 1, "looped": true}}}}, "timers": [{"id": "playing.1", "remaining": "0.5s"}, {"id": "dim.1", "remaining": "3.5s"}]}
        """#)
  }

  @Test func `a restored machine behaves like one that never stopped`() throws {
    var run = try playing()
    let snapshot = saved(run)
    let restored = try Machine.restore(run.fixture.definition, from: snapshot)
    #expect(restored.isSameMeaning)
    var machine = restored.machine
    machine.isTracing = true
    var other = Run(fixture: run.fixture, machine: machine, first: Step(.changed))
    other.time = VirtualTime(resuming: restored)
    #expect(saved(other) == snapshot)
    #expect(run.output("title") == other.output("title"))
    #expect(run.wait(4) == other.wait(4))
    #expect(run.output("looped") == other.output("looped"))
    #expect(run.send("stop") == other.send("stop"))
    #expect(run.send("back") == other.send("back"))
    #expect(saved(run) == saved(other))
    #expect(run.output("title") == #""B""#)
    #expect(other.output("bright") == run.output("bright"))
  }

  @Test func `a machine can continue as if it had been restored`() throws {
    var run = try Fixture(Self.player).start(#"{"volume": 0.5}"#)
    _ = run.send(#"unlock {"secret": "abc"}"#)
    #expect(run.output("title") == #""abc""#)
    let restored = try Machine.restore(run.fixture.definition, from: saved(run)).machine
    _ = try run.machine.restoreInPlace()
    #expect(run.output("title") == #""none""#)
    #expect(identity(of: run.machine) == identity(of: restored))
  }

  @Test func `a machine whose outputs would fail when restored stays as it was`() throws {
    var run = try Fixture(
      #"""
      { "state": "List", "format": 1,
        "properties": {
          "items": { "type": "[int]", "initial": [], "stored": false }, "selected": { "type": "int?", "initial": null } },
        "events": { "loaded": {} }, "reducer": [{ "on": "loaded", "set": { "items": [7], "selected": 0 } }],
        "outputs": { "item": { "kind": "ui", "type": "int", "value": "selected == null ? 0 : items[selected]" } } }
      """#
    ).start("{}")
    _ = run.send("loaded")
    let before = identity(of: run.machine)
    #expect(throws: MachineError.self) { _ = try run.machine.restoreInPlace() }
    #expect(identity(of: run.machine) == before)
    #expect(run.output("item") == "7")
  }

  private func identity(of machine: Machine) -> [UInt8] {
    var writer = IdentityWriter()
    machine.writeIdentity(to: &writer)
    return writer.bytes
  }

  @Test func `a property that is not stored gets its initial value`() throws {
    let run = try playing()
    let restored = try Machine.restore(run.fixture.definition, from: saved(run))
    var other = Run(fixture: run.fixture, machine: restored.machine, first: Step(.changed))
    #expect(run.property("secret") == #""abc""#)
    #expect(other.property("secret") == #""none""#)
    _ = other.send("stop")
    #expect(other.output("title") == #""none""#)
  }

  /// A change of a snapshot's text, and the path that the error must name.
  static let broken: [(change: (String, String), at: String)] = [
    ((#""state": "Player""#, #""state": "Other""#), "/state"),
    ((#""format": 1"#, #""format": 2"#), "/format"),
    ((#""shape": ""#, #""shape": "0"#), "/shape"),
    ((#""in": ["playing", "dim"]"#, #""in": ["playing"]"#), "/in"),
    ((#""in": ["playing", "dim"]"#, #""in": ["dim", "playing"]"#), "/in"),
    ((#""in": ["playing", "dim"]"#, #""in": ["playing", "idle", "dim"]"#), "/in"),
    ((#""in": ["playing", "dim"]"#, #""in": ["playing", "nowhere"]"#), "/in/1"),
    ((#""volume": 0.5"#, #""volume": "loud""#), "/inputs/volume"),
    ((#", "span": "2s""#, ""), "/properties"),
    ((#""span": "2s""#, #""span": "2s", "secret": "x""#), "/properties/secret"),
    (
      (#"{"title": "B", "length": null}"#, #"{"title": 7, "length": null}"#),
      "/properties/tracks/1/title"
    ),
    (
      (
        #""carried": {"playing": {"index": 1, "looped": true}}, "history""#,
        #""carried": {}, "history""#
      ), "/carried"
    ),
    (
      (
        #""carried": {"playing": {"index": 1, "looped": true}}, "history""#,
        #""carried": {"playing": {"index": true, "looped": true}}, "history""#
      ), "/carried/playing/index"
    ),
    (
      (#"{"lastDeck": {"in": ["playing"]"#, #"{"lastDeck": {"in": ["dim"]"#), "/history/lastDeck/in"
    ),
    ((#"{"lastDeck": {"in": ["playing"]"#, #"{"lastDeck": {"in": []"#), "/history/lastDeck/in"),
    ((#"{"lastDeck": {"in""#, #"{"deck": {"in""#), "/history/deck"),
    (
      (#"{"id": "dim.1", "remaining": "3.5s"}"#, #"{"id": "bright.1", "remaining": "3.5s"}"#),
      "/timers/1"
    ),
    (
      (#"{"id": "dim.1", "remaining": "3.5s"}"#, #"{"id": "dim.1", "remaining": "-1s"}"#),
      "/timers/1"
    ),
    (
      (#"{"id": "dim.1", "remaining": "3.5s"}"#, #"{"id": "playing.1", "remaining": "1s"}"#),
      "/timers/1"
    ),
    ((#"{"id": "playing.1", "remaining": "0.5s"}, "#, ""), "/timers"),
    ((#", "timers": "#, #", "extra": 1, "timers": "#), "/extra"),
    (
      (
        #", "timers": [{"id": "playing.1", "remaining": "0.5s"}, {"id": "dim.1", "remaining": "3.5s"}]"#,
        ""
      ), ""
    ),
  ]

  @Test(arguments: broken)
  func `a broken snapshot is refused with the path of the problem`(
    change: (String, String), at: String
  ) throws {
    let run = try playing()
    let text = saved(run).json.text
    let parts = text.split(separator: change.0, maxSplits: 1, omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    let json = try #require(JSONDocument([UInt8]((parts[0] + change.1 + parts[1]).utf8)).json)
    let error = #expect(throws: SnapshotError.self) {
      try Machine.restore(run.fixture.definition, from: Snapshot(json))
    }
    #expect(error?.at == at)
  }

  @Test func `another meaning is accepted and reported`() throws {
    let run = try playing()
    let changed = try Fixture(Self.player.replacing(#""after": 5"#, with: #""after": 6"#))
    #expect(try !Machine.restore(changed.definition, from: saved(run)).isSameMeaning)
  }

  /// Random machines are saved and restored between any two steps.
  @Test func `restoring a snapshot gives the same machine`() throws {
    for seed in UInt64(1)...60 {
      let definition = try CompiledDefinition.underTest(RandomChart.definition(seed: seed))
      guard var machine = try? Machine.start(definition).machine else { continue }
      let hashes = Fingerprint(meaning: "m", shape: "s")
      var random = SeededGenerator(seed)
      for _ in 0..<12 {
        _ = try? machine.receive(
          EventHandle(index: random.below(3)), [.int(Int64(random.below(9)))])
        let snapshot = machine.snapshot(fingerprint: hashes) { _ in nil }
        let restored = try Machine.restore(definition, from: snapshot, fingerprint: hashes).machine
        #expect(restored.identity == machine.identity, "seed \(seed)")
        #expect(restored.snapshot(fingerprint: hashes) { _ in nil } == snapshot, "seed \(seed)")
      }
    }
  }
}

extension String {
  func replacing(_ text: String, with other: String) -> String {
    split(separator: text, omittingEmptySubsequences: false).joined(separator: other)
  }
}
