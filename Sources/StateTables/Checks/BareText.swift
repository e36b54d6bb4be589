/// Text without its own quotes; its words are those of the checker of cells.
enum BareText: Check {
  static let rule = Rule(
    "name/bare-text", .error,
    reason: """
      A string in a cell is an expression, so that text needs quotes inside the quotes. It is the \
      commonest slip.
      """,
    fix: "Write the text in single quotes inside the double ones: `\"'Heads'\"`.",
    says: "`Heads` is read as an expression, and nothing here is named `Heads`",
    bad: #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "coinSide": { "kind": "ui", "type": "string", "value": "isHeads ? ⟦Heads⟧ : 'Tails'" } } }
      """#,
    good: #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "coinSide": { "kind": "ui", "type": "string", "value": "isHeads ? 'Heads' : 'Tails'" } } }
      """#)
}
