/// A property that snapshots hold is gone, renamed, of another type, or new.
package enum BreakingSnapshot: Check {
  package static let rule = Rule(
    "breaking/snapshot", .error,
    reason: """
      A change of what is stored gives a definition another shape: an old snapshot is \
      refused unless a migration says what becomes of it. A new property needs no more \
      than its `initial`, and is a note.
      """,
    fix: "Write the migration: the old name, a cell, or that it is dropped.",
    says: "property `count` is now `flips`",
    bad: Example(
      #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true }, "⟦flips⟧": { "type": "int", "initial": 0 } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads", "flips": "flips == 9 ? 0 : flips + 1" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" }, "flips": { "kind": "ui", "type": "int", "value": "flips" } } }
      """#, beside: [before]),
    good: Example(
      #"""
      { "state": "Coin", "format": 1, "about": "Heads or tails.",
        "properties": { "isHeads": { "type": "bool", "initial": true }, "count": { "type": "int", "initial": 0 } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads", "count": "count == 9 ? 0 : count + 1" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" }, "flips": { "kind": "ui", "type": "int", "value": "count" } } }
      """#, beside: [before]))

  /// The version that others know.
  private static let before = Example(
    #"""
    { "state": "Coin", "format": 1,
      "properties": { "isHeads": { "type": "bool", "initial": true }, "count": { "type": "int", "initial": 0 } },
      "events": { "flipped": {} },
      "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads", "count": "count == 9 ? 0 : count + 1" } }],
      "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" }, "flips": { "kind": "ui", "type": "int", "value": "count" } } }
    """#, name: "before/Coin.state.json")
}
