import CEL
import StateFiles
import StateInterpreter
import StateModel
import StateRuntime
import Testing

@Suite struct `An interpreted state` {
  private func definition(_ name: String) throws -> CompiledDefinition {
    try CompiledDefinition.underTest(DefinitionFile.load("Definitions/\(name).state.json"))
  }

  private func phone() throws -> Next<InterpretedState> {
    try InterpretedState.start(definition("PhoneVerification"), inputs: ["phone": "+370"])
  }

  @Test func `takes events, and returns commands and outputs, by name`() throws {
    let start = try phone()
    #expect(start.commands.map(\.description) == ["sendSms"])
    let next = try start.state.reduce(.event("codeEntered", ["text": "12345"]))
    #expect(next.result == .changed)
    #expect(next.state["code"]?.string == "1234")
    #expect(next.state["showProgress"]?.bool == true)
    #expect(next.commands.first?.name == "checkCode")
    #expect(next.commands.first?["code"]?.string == "1234")
    #expect(next.commands.first?["cod"] == nil)
    #expect(start.state["code"]?.string == "")
  }

  @Test func `writes its outputs in declared order`() throws {
    #expect(
      try phone().state.outputs.text
        == #"{"code": "", "showProgress": true, "resendEnabled": false, "#
        + #""resendButtonText": "(10) Resend text"}"#)
  }

  @Test func `has no value for an empty output and for a name that no output has`() throws {
    let start = try InterpretedState.start(definition("NearbyStops"), inputs: ["hasLocation": true])
    #expect(start.state["showStop"] == nil)
    #expect(start.state["shwStop"] == nil)
    #expect(start.state["loadStops"] != nil)
  }

  @Test func `reads records, unions and lists by names`() throws {
    let start = try InterpretedState.start(definition("NearbyStops"), inputs: ["hasLocation": true])
    #expect(start.state["ui"]?.caseName == "progress")
    let loaded = try start.state.reduce(
      .event("loadedStops", ["stops": [["id": "s1", "name": "Opera", "meters": 120]]])
    ).state
    #expect(loaded["ui"]?.caseName == "stops")
    let stop = loaded["ui"]?["list"]?.elements?.first
    #expect(stop?["name"]?.string == "Opera")
    #expect(stop?["meters"]?.int == 120)
    #expect(stop?["meter"] == nil)
    #expect(stop?.caseName == nil)
    let selected = try loaded.reduce(.event("tappedStop", ["id": "s1"])).state
    #expect(selected["showStop"]?["stopId"]?.string == "s1")
  }

  @Test func `reads maps, enums, durations and numbers`() throws {
    let checked = try DefinitionFile.read(
      """
      { "state": "All", "format": 1,
        "types": { "Side": { "enum": ["left", "right"] } },
        "properties": { "names": { "type": "[string: int]", "initial": { "a": 1 } } },
        "events": { "named": { "carries": { "names": "[string: int]", "after": "duration?" } } },
        "reducer": [{ "on": "named", "set": { "names": "event.names" } }],
        "outputs": {
          "names": { "kind": "ui", "type": "[string: int]", "value": "names" },
          "side": { "kind": "ui", "type": "Side", "value": "Side.right" },
          "pause": { "kind": "ui", "type": "duration", "value": "duration('1.5s')" },
          "rate": { "kind": "ui", "type": "double", "value": "0.5" } } }
      """, as: "All.state.json")
    let start = try InterpretedState.start(CompiledDefinition.underTest(checked))
    #expect(start.state["names"]?["a"]?.int == 1)
    #expect(start.state["names"]?["b"] == nil)
    #expect(start.state["side"]?.caseName == "right")
    #expect(start.state["pause"]?.duration == .milliseconds(1_500))
    #expect(start.state["rate"]?.double == 0.5)
    let data: JSON = ["names": ["b": 2], "after": JSON(Duration.seconds(2))]
    let next = try start.state.reduce(.event("named", data))
    #expect(next.state["names"]?.description == #"{"b": 2}"#)
  }

  @Test func `refuses an event that no definition declares, and suggests one`() throws {
    let state = try phone().state
    let error = #expect(throws: InterpretedError.self) { try state.reduce(.event("codeEntred")) }
    #expect(error == .unknownEvent("codeEntred", nearest: ["codeEntered"]))
    #expect(error?.description == "no event is named `codeEntred`; did you mean `codeEntered`?")
  }

  /// Whoever answers a request cannot say that it is still loading.
  @Test func `takes only answers that the definition declares`() throws {
    let state = try InterpretedState.start(definition("Songs")).state
    let loaded = try state.reduce(
      .event("loadedSongs", ["songs": [["artist": "Nils Frahm", "title": "Sunson"]]])
    ).state
    #expect(loaded["songs"]?.caseName == "data")
    for answer: InterpretedState.Event in [
      .event("loadingSongs"), .event("loadedSongs", ["songs": "loading"]),
      .event("loadedSongs", ["songs": ["loading": [:]]]), .event("failedLoadingSongs"),
    ] {
      #expect(throws: InterpretedError.self) { try loaded.reduce(answer) }
    }
  }

  @Test func `does not handle an event that only its rows may raise`() throws {
    let state = try InterpretedState.start(definition("CrazyTransitions")).state
    let next = try state.reduce(.event("hopped", "anything"))
    #expect(next.result == .unhandled)
    #expect(next.state == state)
  }

  @Test func `refuses data that do not fit`() throws {
    let state = try phone().state
    let cases: [(JSON, String)] = [
      ([:], "/codeEntered/text: `text: string` is not given"),
      (["text": 5], "/codeEntered/text: expected string, found 5"),
      (["txt": "5"], "/codeEntered/txt: there is no `txt`; did you mean `text`?"),
      ("text", #": expected an object, found "text""#),
    ]
    for (data, expected) in cases {
      let error = #expect(throws: InterpretedError.self) {
        try state.reduce(.event("codeEntered", data))
      }
      guard case .data(let problem) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect("\(problem.at): \(problem)" == expected)
    }
  }

  @Test(arguments: [#"{}"#, #"{"phone": 1}"#, #"{"phone": "1", "fone": "1"}"#, "[]"])
  func `does not start with inputs that do not fit`(_ text: String) throws {
    let definition = try definition("PhoneVerification")
    let inputs = try JSON(parsing: text)
    #expect(throws: InterpretedError.self) {
      try InterpretedState.start(definition, inputs: inputs)
    }
  }

  @Test func `is equal to a state with the same values, however it came to them`() throws {
    let state = try phone().state
    let there = try state.reduce(.event("smsSent")).state
    let again = try state.reduce(.event("smsSent")).state
    #expect(there == again)
    #expect(there != state)
    let back = try there.reduce(.event("smsFailed")).state
    #expect(try back == there.reduce(.event("smsFailed")).state)
  }

  @Test func `survives as JSON text, with what remained of its timers`() throws {
    let definition = try definition("Player")
    var state = try InterpretedState.start(definition).state
    for event in ["tappedPower", "tappedMute"] { state = try state.reduce(.event(event)).state }
    #expect(state.timers.map(\.remaining) == [.seconds(1_800)])
    let text = state.snapshot { _ in .seconds(17) }.text
    let restored = try InterpretedState.restore(definition, from: Snapshot(parsing: text))
    #expect(restored.isSameMeaning)
    #expect(restored.state == state)
    #expect(restored.state.timers.map(\.remaining) == [.seconds(17)])
    #expect(restored.state.snapshot().text == text)
    #expect(restored.state.isIn("muted"))
    let timer = try #require(restored.state.timers.first).id
    #expect(try restored.state.fire(timer: timer).state.isIn("off"))
  }

  @Test func `restored with a repeating timer waits for its period after it has fired`() throws {
    let definition = try definition("Player")
    var state = try InterpretedState.start(definition).state
    for event in ["tappedPower", "tappedPlay"] { state = try state.reduce(.event(event)).state }
    let saved = state.snapshot { _ in .milliseconds(250) }
    let restored = try InterpretedState.restore(definition, from: saved).state
    #expect(restored.timers.map(\.remaining) == [.milliseconds(250)])
    let next = try restored.fire(timer: "playing.1")
    #expect(next.result == .changed)
    #expect(next.state.timers.map(\.remaining) == [.seconds(1)])
  }

  @Test(arguments: [
    "", "{", "null", #"{"state": "Coin"}"#, #"{"state": "Player", "format": 1, "shape": "x"}"#,
  ])
  func `is not restored from another text`(_ text: String) throws {
    let definition = try definition("Player")
    #expect(throws: (any Error).self) {
      try InterpretedState.restore(definition, from: Snapshot(parsing: text))
    }
  }
}
