/// A key that is needed.
package enum MissingKey: Check {
  package static let rule = Rule(
    "shape/missing-key", .error,
    reason: """
      Without it the thing is not said: a property has no value at the start, an output no type.
      """,
    fix: "Add the key.",
    says: "this property has no `initial`",
    bad: #"""
      { "state": "Coin", "format": 1,
        "properties": { "⟦isHeads⟧": { "type": "bool" } },
        "events": { "flipped": {} },
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
