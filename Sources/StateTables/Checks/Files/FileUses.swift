/// A used file that is not there, or may not be used.
package enum FileUses: Check {
  package static let rule = Rule(
    "file/uses", .error,
    reason: """
      What a definition uses stands in the definitions folder, where everybody who reads it has \
      it; files do not use each other in a circle.
      """,
    fix: "Correct the path; it is relative to the file that it stands in.",
    says: "`Money.types.json` does not exist",
    bad: #"""
      { "state": "Coin", "format": 1, "uses": ["⟦Money.types.json⟧"],
        "properties": { "isHeads": { "type": "bool", "initial": true } },
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
