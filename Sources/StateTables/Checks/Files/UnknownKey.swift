/// A key that the format does not know.
package enum UnknownKey: Check {
  package static let rule = Rule(
    "shape/unknown-key", .error,
    reason: """
      A misspelt key would say nothing, and nobody would notice. Keys of your own belong into \
      `about`, as prose.
      """,
    fix: "Correct the spelling, or leave the key out.",
    says: "unknown key `evnets`; did you mean `events`?",
    bad: #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "⟦evnets⟧": { "flipped": {} },
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
