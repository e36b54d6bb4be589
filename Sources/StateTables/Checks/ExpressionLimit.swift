/// An expression that is too long or too deep; its words are those of the checker of cells.
enum ExpressionLimit: Check {
  static let rule = Rule(
    "expr/limit", .error,
    reason: """
      Expressions are bounded, so that checking and running them always ends soon.
      """,
    fix: "Split it: a `let` of the row, a computed value or a function takes a part.",
    says: "nesting is 65 deep, the limit is 64",
    bad: #"""
      { "state": "Text", "format": 1,
        "inputs": { "text": "string" },
        "outputs": { "isShown": { "kind": "ui", "type": "bool", "value": "(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((⟦text⟧ != '')))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))" } } }
      """#,
    good: #"""
      { "state": "Text", "format": 1,
        "inputs": { "text": "string" },
        "outputs": { "isShown": { "kind": "ui", "type": "bool", "value": "(text != '')" } } }
      """#)
}
