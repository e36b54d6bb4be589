import StateFiles
import StateHost
import StateInterpreter
import StateModel
import StateRuntime
import Testing

@MainActor
@Suite struct `A store of an interpreted state` {
  private func start(_ name: String, _ inputs: JSON = [:]) throws -> Next<InterpretedState> {
    let checked = try DefinitionFile.load("Definitions/\(name).state.json")
    return try InterpretedState.start(CompiledDefinition(checked), inputs: inputs)
  }

  @Test func `runs effects and commands by names`() async throws {
    let store = Store(try start("LanguageSelection", ["currentLanguage": "en", "hasRegion": true]))
    {
      store in
      store.effect({ $0["setLanguage"]?.string }) { _, send in
        await send(.event("didSetLanguage"))
      }
      store.effect({ $0["loadConfig"] }) { _, send in await send(.event("loadedConfig")) }
    }
    let changes = store.changes
    store.send(.event("tappedSave", ["language": "lt"]))
    for await state in changes where state.isIn("producingOutput") { break }
    #expect(store.state["produceOutput"] != nil)
  }

  @Test func `reports an unknown event and data that do not fit, and continues`() throws {
    let store = Store(try start("Coin"))
    var errors: [String] = []
    store.onError { errors.append("\($0)") }
    store.send(.event("fliped"))
    store.send(.event("flipToTails", ["hard": true]))
    store.send(.event("flipToTails"))
    #expect(
      errors == [
        "the step of fliped failed: no event is named `fliped`",
        #"the step of {"flipToTails": {"hard": true}} failed: there is no `hard`"#,
      ])
    #expect(store.state["coinSide"]?.string == "Tails")
  }

  @Test func `is observed once for an event, after all its microsteps`() throws {
    let store = Store(try start("CrazyTransitions")) { $0.on { _ in } }
    var seen: [[String]] = []
    store.observe { _, new in seen.append(new.configuration) }
    store.send(.event("startedDown", ["takesDetour": false]))
    #expect(seen.count == 2)
    #expect(seen.last == ["s2"])
  }

  @Test func `notifies once for the same data twice, and at once of the first`() throws {
    let store = Store(try start("Songs"))
    var cases: [String?] = []
    store.observe(nil, { $0["songs"] }) { cases.append($0?.caseName) }
    let song: JSON = ["songs": [["artist": "A", "title": "B"]]]
    store.send(.event("loadedSongs", song))
    store.send(.event("loadedSongs", song))
    #expect(cases == ["loading", "data"])
  }

  @Test func `finishes one event before the next that its observer sends`() throws {
    let store = Store(try start("Songs"))
    var lines: [String] = []
    store.observe { [unowned store] _, new in
      let name = new["songs"]?.caseName ?? ""
      lines.append("in \(name)")
      if name == "failure" { store.send(.event("loadedSongs", ["songs": []])) }
      lines.append("out \(name)")
    }
    store.send(.event("failedLoadingSongs", ["key": "offline"]))
    #expect(
      lines == [
        "in loading", "out loading", "in failure", "out failure", "in empty", "out empty",
      ])
  }

  @Test func `keeps an effect whose request goes and returns inside one step`() async throws {
    let text = """
      { "state": "Burst", "format": 1,
        "properties": { "wanted": { "type": "bool", "initial": true } },
        "events": { "again": {}, "off": {}, "on": { "from": "self" } },
        "reducer": [
          { "on": "again", "set": { "wanted": false }, "raise": ["on"] },
          { "on": "off", "set": { "wanted": false } },
          { "on": "on", "set": { "wanted": true } } ],
        "outputs": { "load": { "kind": "data", "type": "void?", "rows": [{ "if": "wanted" }] } } }
      """
    let burst = try CompiledDefinition(DefinitionFile.read(text, as: "Burst.state.json"))
    let journal = Journal()
    let store = Store(try InterpretedState.start(burst)) { store in
      store.effect({ $0["load"] }) { _, _ in
        await journal.write("start")
        await waitForCancellation()
        await journal.write("cancel")
      }
    }
    _ = await journal.lines(1)
    store.send(.event("again"))
    store.send(.event("off"))
    #expect(await journal.lines(2) == ["start", "cancel"])
  }

  @Test func `continues from JSON text with its timers, and refuses another shape whole`()
    async throws
  {
    let clock = TestClock()
    let light = try start("TrafficLight", ["green": 10])
    let store = Store(light, clock: clock)
    await clock.advance(by: .seconds(5))
    let text = store.state.snapshot(remaining: store.remaining).text
    let definition = light.state.definition
    let saved = try InterpretedState.restore(definition, from: Snapshot(parsing: text))
    let restored = Store(restoring: saved.state, clock: clock)
    #expect(restored.remaining("stop.1") == .seconds(15))
    await clock.advance(by: .seconds(15))
    #expect(restored.state.configuration == ["ready"])
    let other = try start("Coin").state.snapshot()
    #expect(throws: StateInterpreter.SnapshotError.self) {
      try InterpretedState.restore(definition, from: other)
    }
  }

  @Test func `is played by a test store`() async throws {
    let test = TestStore(try start("Coin"))
    try test.send(.event("flipToTails"))
    #expect(test.store.state["coinSide"]?.string == "Tails")
    #expect(throws: StoreError<InterpretedState>.self) { try test.send(.event("fliped")) }
    _ = test.takeError()
    try test.finish()
  }

  @Test func `runs off the main actor`() async throws {
    let store = StateActor(try start("Coin"))
    await store.send(.event("flipToTails"))
    #expect(await store.state["coinSide"]?.string == "Tails")
  }
}
