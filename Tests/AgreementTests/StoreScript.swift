import StateRuntime

/// What happens to a store, step by step, and what its callbacks do.
///
/// `Tests/StoreAgreement/Player.kt` reads the same form.
struct StoreScript: Sendable {
  /// The effects that are registered before the start: `errand`, `downloads`, `song`.
  var effects = ["errand", "downloads", "song"]
  /// The handler of commands: `inline`, `launched` (each in a run), or `none`.
  var commands = "inline"
  /// The observers that are registered before the start.
  var observers = ["A", "B"]
  /// What callbacks do, by the name of an observer, `command`, `error` or `run`: the first element
  /// at the first call, and so on; null is nothing. A run answers with an event.
  var reactions: [String: [Wire]] = [:]
  var steps: [Wire]
}

extension StoreScript {
  init(_ wire: Wire) throws {
    effects = try [String](wire: wire.member("effects"))
    commands = try String(wire: wire.member("commands"))
    observers = try [String](wire: wire.member("observers"))
    steps = try Self.elements(wire.member("steps"))
    guard case .object(let members) = try wire.member("reactions") else { return }
    for member in members { reactions[member.key] = try Self.elements(member.value) }
  }

  private static func elements(_ wire: Wire) throws -> [Wire] {
    guard case .array(let elements) = wire else { throw WireError(message: wire.json) }
    return elements
  }

  var json: String {
    let reactions = reactions.sorted { $0.key < $1.key }
      .map { WireMember($0.key, .array($0.value)) }
    return Wire.object([
      WireMember("effects", effects.wire), WireMember("commands", commands.wire),
      WireMember("observers", observers.wire), WireMember("reactions", .object(reactions)),
      WireMember("steps", .array(steps)),
    ]).json
  }

  /// The smallest script found for which a condition is true.
  func shrunk(while holds: (StoreScript) async throws -> Bool) async throws -> StoreScript {
    var small = self
    var length = steps.count
    while length > 0 {
      var start = 0
      while start < small.steps.count {
        var fewer = small
        fewer.steps.removeSubrange(start..<min(start + length, small.steps.count))
        if try await holds(fewer) { small = fewer } else { start += length }
      }
      length /= 2
    }
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for simpler in small.simpler where try await holds(simpler) {
        (small, isSmaller) = (simpler, true)
        break
      }
    }
    return small
  }

  /// The scripts with one thing fewer.
  private var simpler: [StoreScript] {
    var scripts: [StoreScript] = []
    func add(_ change: (inout StoreScript) -> Void) {
      var script = self
      change(&script)
      scripts.append(script)
    }
    for index in effects.indices { add { $0.effects.remove(at: index) } }
    for index in observers.indices { add { $0.observers.remove(at: index) } }
    for (name, list) in reactions.sorted(by: { $0.key < $1.key }) {
      add { $0.reactions[name] = nil }
      for index in list.indices where list[index] != .null {
        add { $0.reactions[name]?[index] = .null }
      }
    }
    if commands == "launched" { add { $0.commands = "inline" } }
    return scripts
  }
}

/// Makes random scripts. The same seed makes the same scripts.
struct RandomStoreScripts {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(steps count: Int) -> StoreScript {
    var script = StoreScript(steps: [])
    script.commands = pick(["inline", "inline", "launched", "none"])
    script.effects = script.effects.filter { _ in number(4) > 0 }
    script.observers = ["A", "B", "C"].filter { _ in number(3) > 0 }
    for name in ["A", "B", "C", "command", "error"] {
      script.reactions[name] = (0..<10).map { _ in number(4) == 0 ? reaction() : .null }
    }
    script.reactions["run"] = (0..<10).map { _ in number(4) == 0 ? event() : .null }
    script.steps = (0..<count).map { _ in step() }
    return script
  }

  private mutating func step() -> Wire {
    let run = Wire.number(String(number(6)))
    func of(_ name: String, _ more: [WireMember] = []) -> Wire {
      .alternative(name, [WireMember("run", run)] + more)
    }
    switch number(24) {
    case 0...3:
      return Self.step("advance", .text(pick(["0.5s", "1s", "2s", "3s", "0.001s", "7s"])))
    case 4...6: return of("answer", [WireMember("event", event())])
    case 7: return of("end")
    case 8: return of("fail")
    case 9: return number(6) == 0 ? of("stopFrom") : Self.step("send", event())
    case 10: return Self.step("restore", .bool(true))
    case 11...13: return reaction()
    default: return Self.step("send", event())
    }
  }

  private mutating func reaction() -> Wire {
    let name = Wire.text(pick(["A", "B", "C"]))
    switch number(32) {
    case 0: return Self.step("stop", .bool(true))
    case 1...2: return Self.step("observe", name)
    case 3...4: return Self.step("release", name)
    case 5...6: return Self.step("cancel", name)
    case 7...9: return Self.step("pause", name)
    case 10...13: return Self.step("resume", name)
    case 14: return Self.step("effect", .text(pick(["errand", "downloads", "song"])))
    default: return Self.step("send", event())
    }
  }

  private mutating func event() -> Wire {
    func event(_ name: String, _ field: String, _ value: Wire) -> Wire {
      .alternative(name, [WireMember(field, value)])
    }
    let text = Wire.text(pick(["a", "b"]))
    switch number(30) {
    case 0...3: return .text("counted")
    case 4...8: return event("requested", "errand", number(3) == 0 ? .null : text)
    case 9...11:
      let list = [["a"], ["a", "b"], ["b", "a", "b"], ["c", "a"], []][number(5)]
      return event("listed", "downloads", list.wire)
    case 12...13: return event("picked", "index", .number(pick(["0", "1", "9"])))
    case 14...18:
      let song = Wire.object([
        WireMember("track", text), WireMember("position", .number(pick(["0", "1"]))),
      ])
      return event("played", "song", number(4) == 0 ? .null : song)
    case 19...20: return event("called", "name", text)
    case 21: return event("swapped", "errand", text)
    case 22...24: return .text("waited")
    case 25...26: return .text("ticked")
    case 27: return .text("rested")
    case 28: return .text("ignored")
    default: return .text(number(4) == 0 ? "ended" : "counted")
    }
  }

  private static func step(_ name: String, _ data: Wire) -> Wire {
    .object([WireMember(name, data)])
  }

  private mutating func pick(_ choices: [String]) -> String { choices[number(choices.count)] }

  private mutating func number(_ limit: Int) -> Int { Int(bits() % UInt64(limit)) }

  /// The SplitMix64 generator.
  private mutating func bits() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
