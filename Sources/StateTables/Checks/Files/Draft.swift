/// A definition that is not finished.
package enum Draft: Check {
  package static let rule = Rule(
    "shape/draft", .note,
    reason: """
      A definition may begin with its events and outputs, to be talked about, before anybody \
      says how they are connected. It can be drawn, but not run; nothing else is said about what \
      is missing.
      """,
    fix: "Write the `reducer`, and a `value` or `rows` for each output.",
    says: "a draft: no `reducer`, 1 output without `value`; it cannot run",
    bad: #"""
      { "state": "⟦Coin⟧", "format": 1,
        "events": { "flipped": {} },
        "outputs": { "isHeads": { "kind": "ui", "type": "bool" } } }
      """#,
    good: #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#)
}
