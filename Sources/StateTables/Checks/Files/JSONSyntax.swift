/// A text that is not JSON.
package enum JSONSyntax: Check {
  package static let rule = Rule(
    "json/syntax", .error,
    reason: """
      What is not JSON is read by nothing. The file is not looked at any further, so this is the \
      only finding in it.
      """,
    fix: "The caret stands where the grammar breaks; the mistake is there or just before it.",
    says: "expected `,` or `}` after this value, found a string",
    bad: #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } }
        ⟦"⟧events": { "flipped": {} },
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
