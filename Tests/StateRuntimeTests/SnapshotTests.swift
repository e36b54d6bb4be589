import StateRuntime
import Testing

@Suite struct `Snapshots` {
  /// A player: off, or on with two regions.
  enum State: Int, StateName {
    case top, off, on, sound, quiet, loud, light, last

    static let tree = StateTree(Self.allCases)
    static let names = ["", "off", "on", "sound", "quiet", "loud", "light", "last"]

    var node: StateNode<State> {
      switch self {
      case .top: StateNode(.composite, in: nil, initial: [.off])
      case .off: StateNode(.leaf, in: .top)
      case .on: StateNode(.parallel, in: .top)
      case .sound: StateNode(.composite, in: .on, initial: [.quiet])
      case .quiet, .loud: StateNode(.leaf, in: .sound)
      case .light: StateNode(.leaf, in: .on)
      case .last: StateNode(.shallowHistory, in: .sound)
      }
    }
  }

  enum Timer: String, TimerName {
    case hint, sleep

    var owner: State { .on }
  }

  private func reader(
    format: String = "1", active: String = #"["off"]"#, history: String = "{}",
    timers: String = "[]", more: String = ""
  ) throws -> SnapshotReader {
    let text = """
      {"state": "Player", "format": \(format), "shape": "s", "fingerprint": "f", "in": \(active),
       "inputs": {}, "properties": {"volume": 7}, "carried": {}, "history": \(history),
       "timers": \(timers)\(more)}
      """
    return try SnapshotReader(Wire(parsing: text), state: "Player", format: "1", shape: "s")
  }

  /// The JSON pointer of the problem; `nil` if there is none.
  private func pointer(_ read: () throws -> Void) throws -> String? {
    do {
      try read()
      return nil
    } catch let error as SnapshotError {
      return error.at
    }
  }

  @Test func `give back what was stored`() throws {
    let reader = try reader(
      active: #"["loud", "light"]"#, history: #"{"last": {"in": ["quiet"], "carried": {}}}"#,
      timers: #"[{"id": "sleep", "remaining": "1.5s"}]"#)
    #expect(reader.meaning == "f")
    #expect(try reader.value(["properties", "volume"]) == Int(7))
    let configuration: Configuration<State> = try reader.configuration(State.names)
    #expect(configuration.leaves == [.loud, .light])
    let timers = try reader.timers([Timer.hint, .sleep])
    #expect(
      timers == [RunningTimer(id: "sleep", remaining: .milliseconds(1_500))])
  }

  @Test func `of other definitions and formats are refused`() throws {
    let other = try Wire(parsing: "[]")
    #expect(
      try pointer { _ = try SnapshotReader(other, state: "Player", format: "1", shape: "s") } == "")
    #expect(try pointer { _ = try reader(format: "2") } == "/format")
    #expect(try pointer { _ = try reader(more: #", "x": 1"#) } == "")
    #expect(try pointer { _ = try reader(active: #"[1]"#) } == "/in")
  }

  @Test(arguments: [
    "[]", #"["on"]"#, #"["sound"]"#, #"["last"]"#, #"["nowhere"]"#, #"["quiet"]"#,
    #"["light", "quiet"]"#, #"["quiet", "loud", "light"]"#, #"["off", "quiet", "light"]"#,
    #"["off", "off"]"#,
  ])
  func `have states that can be active together`(active: String) throws {
    let reader = try reader(active: active)
    let at = try pointer {
      let _: Configuration<State> = try reader.configuration(State.names)
    }
    #expect(at == "/in")
  }

  @Test(arguments: [
    (#"[]"#, "/history"), (#"{"nowhere": {"in": [], "carried": {}}}"#, "/history/nowhere"),
    (#"{"last": {"in": ["quiet"]}}"#, "/history/last"),
    (#"{"last": {"in": ["light"], "carried": {}}}"#, "/history/last/in"),
    (#"{"last": {"in": ["quiet", "loud"], "carried": {}}}"#, "/history/last/in"),
    (#"{"off": {"in": [], "carried": {}}}"#, "/history/off/in"),
  ])
  func `have histories that can be recorded`(history: String, at: String) throws {
    let reader = try reader(history: history)
    let found = try pointer {
      let _: Configuration<State> = try reader.configuration(State.names)
    }
    #expect(found == at)
  }

  @Test(arguments: [
    (#"{}"#, "/timers"), (#"[1]"#, "/timers/0"),
    (#"[{"id": "alarm", "remaining": "1s"}]"#, "/timers/0"),
    (#"[{"id": "hint", "remaining": "-1s"}]"#, "/timers/0"),
    (#"[{"id": "hint", "remaining": "1s"}, {"id": "hint", "remaining": "1s"}]"#, "/timers/1"),
  ])
  func `have timers that can run`(timers: String, at: String) throws {
    let reader = try reader(timers: timers)
    #expect(try pointer { _ = try reader.timers([Timer.hint, .sleep]) } == at)
  }

  @Test func `have values of the right type`() throws {
    let reader = try reader()
    #expect(
      try pointer { let _: String = try reader.value(["properties", "volume"]) }
        == "/properties/volume")
    #expect(
      try pointer { let _: Int = try reader.value(["properties", "name"]) } == "/properties/name")
    #expect(try pointer { try reader.check(["properties"], []) } == "/properties")
    let failing = try pointer {
      let _: Int = try reader.again(["inputs"]) { () throws(EvaluationError) in
        try celFail("overflow")
      }
    }
    #expect(failing == "/inputs")
  }
}
