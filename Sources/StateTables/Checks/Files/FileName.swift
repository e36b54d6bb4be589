/// A file whose name and content disagree, or that lacks its counterpart.
package enum FileName: Check {
  package static let rule = Rule(
    "file/name", .error,
    reason: """
      A definition is found by its name, and its spec beside it: `Coin.state.json` defines \
      `Coin`, `Coin.spec.json` is about it, and no other file of the folder defines it again.
      """,
    fix: "Rename the file, or the definition in it.",
    says: "this is `Token.state.json` but says `\"state\": \"Coin\"`",
    bad: Example(
      #"""
      { "state": "⟦Coin⟧", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#, name: "Token.state.json"),
    good: #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#)
}
