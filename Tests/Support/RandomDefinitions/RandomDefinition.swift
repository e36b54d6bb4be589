/// The text of a random definition: lists and positions in them, optional values, nested states, and
/// cells that sometimes fail.
package struct RandomDefinition {
  private var dice: Dice
  private static let states = ["a", "a1", "a2", "b", "c"]
  private static let events = ["went", "counted", "loaded", "switched"]

  package static func text(seed: UInt64) -> String {
    var definition = RandomDefinition(dice: Dice(seed))
    return definition.make()
  }

  private mutating func make() -> String {
    let rows = (0..<(3 + dice.below(7))).map { _ in row() }.joined(separator: ",\n    ")
    return """
      { "state": "Random", "format": 1, "initial": "\(dice.pick(["a", "b"]))",
        "properties": {
          "xs": { "type": "[int]", "initial": [] }, "undo": { "type": "[int]", "initial": [] },
          "i": { "type": "int", "initial": 0 }, "n": { "type": "int", "initial": \(dice.below(3)) },
          "flag": { "type": "bool", "initial": \(dice.isHit(50)) },
          "other": { "type": "bool", "initial": \(dice.isHit(50)) },
          "last": { "type": "int?", "initial": null }, "seen": { "type": "int", "initial": 0 } },
        "commands": { "sent": { "carries": { "k": "int" } } },
        "events": { "went": {}, "counted": { "carries": { "k": "int" } },
          "loaded": { "carries": { "items": "[int]" } }, "switched": { "carries": { "on": "bool" } } },
        "states": [
          { "state": "a", "initial": "a1", "states": [{ "state": "a1" }, { "state": "a2" }] },
          { "state": "b" }, { "state": "c" }],
        "reducer": [
          \(rows)],
        "outputs": {
          "size": { "kind": "ui", "type": "int", "value": "size(xs)" },
          "current": { "kind": "ui", "type": "int", "value": "\(int(of: nil))" },
          "rest": { "kind": "data", "type": "int", "value": "\(rest())" },
          "isShown": { "kind": "ui", "type": "bool", "value": "\(bool(of: nil))" },
          "shown": { "kind": "data", "type": "int?", "rows": [
            { "in": "\(dice.pick(Self.states))", "if": "\(bool(of: nil))", "value": "last" },
            { "in": "\(dice.pick(Self.states))", "value": "\(int(of: nil))" }] } },
        "invariants": { "holds": "\(dice.pick(["n >= 0", "size(xs) <= 4", "i < 5", "flag || other"]))" } }
      """
  }

  private mutating func row() -> String {
    let event = dice.pick(Self.events)
    var parts = ["\"on\": \"\(event)\""]
    if dice.isHit(55) { parts.insert("\"in\": \"\(dice.pick(Self.states))\"", at: 0) }
    if dice.isHit(55) { parts.append("\"if\": \"\(bool(of: event))\"") }
    var set: [String: String] = [:]
    for _ in 0..<dice.below(3) {
      switch dice.below(8) {
      case 0, 1: set["xs"] = list(of: event)
      case 2: set["undo"] = list(of: event)
      case 3: set["i"] = int(of: event)
      case 4: set["n"] = int(of: event)
      case 5: set[dice.pick(["flag", "other"])] = bool(of: event)
      case 6: set["seen"] = int(of: event)
      default: set["last"] = dice.isHit(40) ? "null" : int(of: event)
      }
    }
    if !set.isEmpty {
      let members = set.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \"\($0.value)\"" }
      parts.append("\"set\": { \(members.joined(separator: ", ")) }")
    }
    if dice.isHit(20) { parts.append("\"emit\": [{ \"sent\": { \"k\": \"\(int(of: event))\" } }]") }
    if dice.isHit(40) { parts.append("\"goTo\": \"\(dice.pick(Self.states))\"") }
    return "{ \(parts.joined(separator: ", ")) }"
  }

  /// A value of what only this output reads, which few of its values make fail.
  private mutating func rest() -> String {
    dice.pick([
      "10 / (seen - 7)", "seen < 6 ? seen : xs[0]", "seen > 5 ? 10 / (seen - 9) : seen", "seen",
    ])
  }

  private mutating func int(of event: String?) -> String {
    if event == "counted", dice.isHit(40) { return "event.k" }
    return dice.pick([
      "0", "1", "n", "i", "(n + 1) % 50", "(n - 1) % 50", "i + 1 < 40 ? i + 1 : 0", "size(xs)",
      "xs[i]", "xs[0]", "size(xs) > 0 ? xs[0] : 0", "i >= 0 && i < size(xs) ? xs[i] : 0",
      "10 / n", "n != 0 ? 10 / n : 0", "last == null ? 0 : last", "size(undo) - 1",
      "n > 0 ? 10 / n : 1",
    ])
  }

  private mutating func bool(of event: String?) -> String {
    if event == "switched", dice.isHit(40) { return "event.on" }
    if event == "loaded", dice.isHit(40) { return "size(event.items) > 0" }
    return dice.pick([
      "flag", "!flag", "other", "n < 3", "n == 7", "i < size(xs)", "size(xs) > 0",
      "size(xs) < 4", "i >= 0 && i < size(xs)", "last != null", "flag || !flag", "xs == undo",
      "size(undo) > size(xs)", "flag && n > 0",
    ])
  }

  private mutating func list(of event: String?) -> String {
    if event == "loaded", dice.isHit(60) { return "event.items" }
    return dice.pick([
      "[]", "size(xs) < 20 ? xs + [n] : xs", "xs.filter(x, x != n)", "undo", "xs", "[1, 2]",
      "xs.map(x, x % 5)", "[i]", "size(xs) > 0 ? [xs[0]] : []",
    ])
  }
}
