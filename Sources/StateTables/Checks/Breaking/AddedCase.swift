/// An enum or union that outputs or commands use has a case that was not there.
package enum AddedCase: Check {
  package static let rule = Rule(
    "breaking/case-added", .error,
    reason: """
      Views switch over the cases of what they are shown: the compiler demands the new one \
      everywhere. What is stored fits, but cannot go back to the old version.
      """,
    fix: "Release it as major, or give the new case a type of its own.",
    says: "`Side` has `edge`, which is not in origin/main: who switches over it must name it",
    bad: Example(
      #"""
      { "state": "Coin", "format": 1,
        "types": { "⟦Side⟧": { "enum": ["heads", "tails", "edge"] } },
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "side": { "kind": "ui", "type": "Side", "value": "isHeads ? Side.heads : Side.tails" } } }
      """#, beside: [before]),
    good: Example(
      #"""
      { "state": "Coin", "format": 1, "about": "Heads or tails.",
        "types": { "Side": { "enum": ["heads", "tails"] } },
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "side": { "kind": "ui", "type": "Side", "value": "isHeads ? Side.heads : Side.tails" } } }
      """#, beside: [before]))

  /// The version that others know.
  private static let before = Example(
    #"""
    { "state": "Coin", "format": 1,
      "types": { "Side": { "enum": ["heads", "tails"] } },
      "properties": { "isHeads": { "type": "bool", "initial": true } },
      "events": { "flipped": {} },
      "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
      "outputs": { "side": { "kind": "ui", "type": "Side", "value": "isHeads ? Side.heads : Side.tails" } } }
    """#, name: "before/Coin.state.json")
}
