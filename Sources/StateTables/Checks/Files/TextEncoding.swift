/// Bytes that are no text.
package enum TextEncoding: Check {
  package static let rule = Rule(
    "json/encoding", .error,
    reason: """
      A file is UTF-8 without a byte order mark; a text holds whole characters. Readers treat \
      anything else differently.
      """,
    fix: "Save the file as UTF-8. `--fix` takes a byte order mark away.",
    says: "`\\uD83D` is half a character",
    bad: #"""
      { "state": "Coin", "format": 1, "about": "half a smile: ⟦\uD83D⟧",
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#,
    good: #"""
      { "state": "Coin", "format": 1, "about": "a smile: \uD83D\uDE00",
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#)
}
