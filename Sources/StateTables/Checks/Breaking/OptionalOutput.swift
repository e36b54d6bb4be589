/// An output has become optional, or is so no longer.
package enum OptionalOutput: Check {
  package static let rule = Rule(
    "breaking/output-optional", .error,
    reason: """
      Where an output becomes optional, no reader compiles. Where it is so no longer, `if \
      let` and `?.` do not compile in Swift, and a comparison with nil compiles and is \
      always true.
      """,
    fix: "Keep the type, with a default where something is missing, or release it as major.",
    says: "output `side` was `string?` in origin/main and is `string` here",
    bad: Example(
      #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "side": { "kind": "data", "type": "⟦string⟧", "value": "isHeads ? 'heads' : 'tails'" } } }
      """#, beside: [before]),
    good: Example(
      #"""
      { "state": "Coin", "format": 1, "about": "Heads or tails.",
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "side": { "kind": "data", "type": "string?", "value": "isHeads ? 'heads' : 'tails'" } } }
      """#, beside: [before]))

  /// The version that others know.
  private static let before = Example(
    #"""
    { "state": "Coin", "format": 1,
      "properties": { "isHeads": { "type": "bool", "initial": true } },
      "events": { "flipped": {} },
      "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
      "outputs": { "side": { "kind": "data", "type": "string?", "value": "isHeads ? 'heads' : 'tails'" } } }
    """#, name: "before/Coin.state.json")
}
