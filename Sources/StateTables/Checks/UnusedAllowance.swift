/// An allowance that permits nothing.
package enum UnusedAllowance: Check {
  package static let rule = Rule(
    "allow/unused", .warning,
    reason: "An allowance outlives what it was for, and would hide the next finding of its kind.",
    fix: "Leave it out.",
    says: "nothing here raises `event/name-tense`",
    bad: #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": { "allow": { "⟦event/name-tense⟧": "public since 2019" } } },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#,
    good: #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flip": { "allow": { "event/name-tense": "public since 2019" } } },
        "reducer": [{ "on": "flip", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#)

  static func nothing(_ allowance: Definition.Allowance) -> Diagnostic {
    finding("nothing here raises `\(allowance.rule)`", at: allowance.place)
  }

  static func error(_ allowance: Definition.Allowance) -> Diagnostic {
    finding("`\(allowance.rule)` is an error, and errors cannot be permitted", at: allowance.place)
  }
}
