/// A command is new, gone, or carries something else.
package enum BreakingCommand: Check {
  package static let rule = Rule(
    "breaking/command", .error,
    reason: """
      Hosts switch over the commands that a step asks for: the compiler demands the new \
      one, and refuses what is gone.
      """,
    fix: "Release it as major.",
    says: "command `vibrate` is new: who switches over commands must name it",
    bad: Example(
      #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "commands": { "playSound": {}, "⟦vibrate⟧": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" }, "emit": ["playSound", "vibrate"] }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#, beside: [before]),
    good: Example(
      #"""
      { "state": "Coin", "format": 1, "about": "Heads or tails.",
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "commands": { "playSound": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" }, "emit": ["playSound"] }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#, beside: [before]))

  /// The version that others know.
  private static let before = Example(
    #"""
    { "state": "Coin", "format": 1,
      "properties": { "isHeads": { "type": "bool", "initial": true } },
      "events": { "flipped": {} },
      "commands": { "playSound": {} },
      "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" }, "emit": ["playSound"] }],
      "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
    """#, name: "before/Coin.state.json")
}
