/// An output has moved to another kind.
package enum MovedOutput: Check {
  package static let rule = Rule(
    "breaking/output-kind", .error,
    reason: """
      The kind says who reacts to an output and when: views draw `ui`, feedback loops load \
      `data`, coordinators follow `navigation`. Everything compiles, and nobody reacts as \
      before.
      """,
    fix: "Keep the kind, or tell those who read it.",
    says:
      "output `isHeads` was of kind `ui` in origin/main and is `data` here: who reacts to it, and when, is another",
    bad: Example(
      #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "⟦data⟧", "type": "bool?", "value": "isHeads" } } }
      """#, beside: [before]),
    good: Example(
      #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool?", "value": "isHeads" } } }
      """#, beside: [before]))

  /// The version that others know.
  private static let before = Example(
    #"""
    { "state": "Coin", "format": 1,
      "properties": { "isHeads": { "type": "bool", "initial": true } },
      "events": { "flipped": {} },
      "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
      "outputs": { "isHeads": { "kind": "ui", "type": "bool?", "value": "isHeads" } } }
    """#, name: "before/Coin.state.json")
}
