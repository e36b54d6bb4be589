/// An expression that is too long or too deep; its words are those of the checker of cells.
enum ExpressionLimit: Check {
  static let rule = Rule(
    "expr/limit", .error,
    reason: """
      Expressions are bounded, so that checking and running them always ends soon.
      """,
    bad: #"""
      { "state": "Text", "format": 1,
        "inputs": { "text": "string" },
        "outputs": { "isShown": { "kind": "ui", "type": "bool", "value": "(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((text != '')))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))" } } }
      """#,
    good: #"""
      { "state": "Text", "format": 1,
        "inputs": { "text": "string" },
        "outputs": { "isShown": { "kind": "ui", "type": "bool", "value": "(text != '')" } } }
      """#)
}
