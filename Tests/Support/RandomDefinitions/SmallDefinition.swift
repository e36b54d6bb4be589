/// The text of a random definition with few states: bools, an enum, small numbers, timers, regions,
/// history and actions. All its versions have the same declarations.
package struct SmallDefinition {
  /// The choices of the definition, each made once, whatever the ones before were.
  private let choices: [UInt64]
  private var position = 0

  /// A definition and another version of it, in which one choice differs.
  package static func versions(seed: UInt64) -> (old: String, new: String) {
    var dice = Dice(seed)
    for _ in 0..<8 { _ = dice.next() }
    let choices = (0..<1_000).map { _ in dice.next() }
    var old = SmallDefinition(choices: choices)
    let text = old.text()
    for _ in 0..<50 {
      var others = choices
      others[dice.below(old.position)] = dice.next()
      var new = SmallDefinition(choices: others)
      let other = new.text()
      if other != text { return (text, other) }
    }
    return (text, text)
  }

  private init(choices: [UInt64]) { self.choices = choices }

  private mutating func below(_ count: Int) -> Int {
    defer { position += 1 }
    return Int((choices[position] >> 20) % UInt64(count))
  }

  private mutating func isHit(_ percent: Int) -> Bool { below(100) < percent }

  private mutating func pick(_ texts: [String]) -> String { texts[below(texts.count)] }

  private static let targets = ["idle", "busy", "first", "second", "back", "left", "right", "off"]
  private static let active = ["idle", "busy", "first", "second", "both", "left", "right", "on"]

  private mutating func text() -> String {
    let rows = (0..<7).map { _ in row() } + (0..<3).map { _ in timer() }
    return """
      { "state": "Small", "format": 1,
        "types": { "Mode": { "enum": ["low", "high", "none"] } },
        "properties": {
          "flag": { "type": "bool", "initial": \(isHit(50)), "stored": \(isHit(60)) },
          "other": { "type": "bool", "initial": \(isHit(50)) },
          "mode": { "type": "Mode", "initial": "\(pick(["Mode.low", "Mode.high"]))", "stored": \(isHit(60)) },
          "n": { "type": "int", "initial": \(below(3)) } },
        "events": { "went": {}, "stopped": {}, "chosen": { "carries": { "mode": "Mode" } },
          "switched": { "carries": { "isOn": "bool" } } },
        "commands": { "sent": { "carries": { "n": "int" } }, "saved": {} },
        "initial": "idle",
        "states": [
          { "state": "idle"\(actions()) },
          { "state": "busy", "initial": "first"\(actions()),
            "states": [{ "state": "first"\(actions()) }, { "state": "second"\(actions()) },
              { "state": "back", "history": "shallow", "default": "\(pick(["first", "second"]))" }] },
          { "state": "both", "parallel": true\(actions()), "states": [
            { "state": "upper", "initial": "left",
              "states": [{ "state": "left"\(actions()) }, { "state": "right"\(actions()) }] },
            { "state": "lower", "initial": "\(pick(["on", "off"]))",
              "states": [{ "state": "on"\(actions()) }, { "state": "off"\(actions()) }] }] }],
        "reducer": [
          \(rows.joined(separator: ",\n    "))],
        "outputs": {
          "isFirst": { "kind": "ui", "type": "bool", "value": "\(bool(nil))" },
          "count": { "kind": "ui", "type": "int", "value": "\(int())" },
          "part": { "kind": "ui", "type": "int", "rows": [
            { "in": "\(pick(Self.active))", "if": "\(bool(nil))", "value": "\(int())" },
            { "in": "\(pick(Self.active))", "value": "\(int())" }, { "value": "\(int())" }] } } }
      """
  }

  private mutating func row() -> String {
    let event = pick(["went", "went", "stopped", "chosen", "switched"])
    let (state, hasState) = (pick(Self.active), isHit(70))
    return row(in: hasState ? state : nil, "\"on\": \"\(event)\"", event)
  }

  private mutating func timer() -> String {
    let key = pick(["after", "after", "every"])
    let time = pick([
      "2", "3", "\"duration(string(n + 1) + 's')\"", "\"duration(flag ? '2s' : '5s')\"",
    ])
    // Half of them are in one state, so that rows share timers.
    let (state, isShared) = (pick(Self.active), isHit(50))
    return row(in: isShared ? "first" : state, "\"\(key)\": \(time)", nil)
  }

  private mutating func row(in state: String?, _ trigger: String, _ event: String?) -> String {
    let (condition, hasCondition) = (bool(event), isHit(50))
    let (target, hasTarget) = (pick(Self.targets), isHit(50))
    let parts = [
      state.map { "\"in\": \"\($0)\"" } ?? "", trigger,
      hasCondition ? "\"if\": \"\(condition)\"" : "", effects(event),
      hasTarget ? "\"goTo\": \"\(target)\"" : "",
    ]
    return "{ \(parts.filter { !$0.isEmpty }.joined(separator: ", ")) }"
  }

  /// What a row or an action does, as members of an object.
  private mutating func effects(_ event: String?) -> String {
    let values = [
      "\"flag\": \"\(bool(event))\"", "\"other\": \"\(bool(event))\"",
      "\"mode\": \"\(mode(event))\"", "\"n\": \"\(int())\"",
    ]
    let set = values.filter { _ in isHit(35) }
    let sent = ["", "\"saved\"", "{ \"sent\": { \"n\": \"\(int())\" } }"][below(3)]
    return [
      set.isEmpty ? "" : "\"set\": { \(set.joined(separator: ", ")) }",
      sent.isEmpty ? "" : "\"emit\": [\(sent)]",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private mutating func actions() -> String {
    [("enter", 30), ("exit", 20)].map { key, percent in
      let (isWritten, effects) = (isHit(percent), effects(nil))
      return isWritten && !effects.isEmpty ? ", \"\(key)\": [{ \(effects) }]" : ""
    }.joined()
  }

  private mutating func mode(_ event: String?) -> String {
    let (own, readsEvent) = (pick(["Mode.low", "Mode.high", "Mode.none", "mode"]), isHit(50))
    return event == "chosen" && readsEvent ? "event.mode" : own
  }

  private mutating func bool(_ event: String?) -> String {
    let own = pick([
      "flag", "!flag", "other", "!other", "flag && other", "flag != other", "n > 1", "n < 2",
      "n == 2", "mode == Mode.low", "mode != Mode.high", "isIn('first')", "isIn('right')",
      "10 / n > 4",
    ])
    let readsEvent = isHit(50)
    return event == "switched" && readsEvent ? "event.isOn" : own
  }

  private mutating func int() -> String {
    pick(["0", "1", "n", "(n + 1) % 4", "n > 0 ? n - 1 : 3", "flag ? 1 : 2", "6 / n", "3 - n"])
  }
}
