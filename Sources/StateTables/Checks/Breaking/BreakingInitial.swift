/// A property begins with another value.
package enum BreakingInitial: Check {
  package static let rule = Rule(
    "breaking/initial", .note,
    reason: """
      New states begin with the new value; those that are restored keep the old one.
      """,
    fix: "Nothing has to be done, if both values are right.",
    says: "`initial` of `count` was `0` in origin/main and is `1` here",
    bad: Example(
      #"""
      { "state": "Coin", "format": 1,
        "properties": { "count": { "type": "int", "initial": ⟦1⟧ } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "count": "count >= 9 ? 0 : count + 1" } }],
        "outputs": { "isMany": { "kind": "ui", "type": "bool", "value": "count > 99" } } }
      """#, beside: [before]),
    good: Example(
      #"""
      { "state": "Coin", "format": 1, "about": "Counts flips.",
        "properties": { "count": { "type": "int", "initial": 0 } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "count": "count >= 9 ? 0 : count + 1" } }],
        "outputs": { "isMany": { "kind": "ui", "type": "bool", "value": "count > 99" } } }
      """#, beside: [before]))

  /// The version that others know.
  private static let before = Example(
    #"""
    { "state": "Coin", "format": 1,
      "properties": { "count": { "type": "int", "initial": 0 } },
      "events": { "flipped": {} },
      "reducer": [{ "on": "flipped", "set": { "count": "count >= 9 ? 0 : count + 1" } }],
      "outputs": { "isMany": { "kind": "ui", "type": "bool", "value": "count > 99" } } }
    """#, name: "before/Coin.state.json")
}
