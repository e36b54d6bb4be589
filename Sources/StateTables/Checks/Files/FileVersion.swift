/// A file in a format that this tool does not know.
package enum FileVersion: Check {
  package static let rule = Rule(
    "file/version", .error,
    reason: "A newer format may mean something else by the same words, so it is not read at all.",
    fix: "Update the tool, or write the version that it reads.",
    says: "this file is format 9, this tool reads 1",
    bad: #"""
      { "state": "Coin", "format": ⟦9⟧,
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
