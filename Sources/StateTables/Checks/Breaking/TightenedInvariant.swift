/// An invariant says more than before.
package enum TightenedInvariant: Check {
  package static let rule = Rule(
    "breaking/invariant", .error,
    reason: """
      A snapshot that was saved when the invariant said less may break it: it is refused \
      where the host asks for invariants.
      """,
    fix: "Release it as major, or be sure that no stored value breaks it.",
    says:
      "invariant `few` was `count <= 10` in origin/main: an old snapshot may break what it says here",
    bad: Example(
      #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true }, "count": { "type": "int", "initial": 0 } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads", "count": "count == 9 ? 0 : count + 1" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" }, "flips": { "kind": "ui", "type": "int", "value": "count" } },
        "invariants": { "few": "⟦count <= 9⟧" } }
      """#, beside: [before]),
    good: Example(
      #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true }, "count": { "type": "int", "initial": 0 } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads", "count": "count == 9 ? 0 : count + 1" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" }, "flips": { "kind": "ui", "type": "int", "value": "count" } },
        "invariants": { "few": "count <= 20" } }
      """#, beside: [before]))

  /// The version that others know.
  private static let before = Example(
    #"""
    { "state": "Coin", "format": 1,
      "properties": { "isHeads": { "type": "bool", "initial": true }, "count": { "type": "int", "initial": 0 } },
      "events": { "flipped": {} },
      "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads", "count": "count == 9 ? 0 : count + 1" } }],
      "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" }, "flips": { "kind": "ui", "type": "int", "value": "count" } },
      "invariants": { "few": "count <= 10" } }
    """#, name: "before/Coin.state.json")
}
