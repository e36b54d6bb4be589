/// A key that is written twice in one object.
package enum DuplicateKey: Check {
  package static let rule = Rule(
    "json/duplicate-key", .error,
    reason: """
      JSON readers keep only one of two equal keys, and not all keep the same one: what the \
      other says is lost without a word.
      """,
    fix: "Make one member of the two, or rename one. Several steps of one `set` go into a list.",
    says: "`flipped` is written twice in this object; JSON readers keep only one of them",
    bad: #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {}, ⟦"flipped"⟧: {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#,
    good: #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#)
}
