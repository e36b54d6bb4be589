/// A text that is no expression; its words are those of the checker of cells.
enum ExpressionSyntax: Check {
  static let rule = Rule(
    "expr/syntax", .error,
    reason: """
      A cell's text is CEL, Google's Common Expression Language.
      """,
    fix: "The caret stands where the text stops making sense; complete it there.",
    says: "expected an expression after `&&`, found the end",
    bad: #"""
      { "state": "Text", "format": 1,
        "inputs": { "text": "string" },
        "outputs": { "isShown": { "kind": "ui", "type": "bool", "value": "text != '' &&⟦⟧" } } }
      """#,
    good: #"""
      { "state": "Text", "format": 1,
        "inputs": { "text": "string" },
        "outputs": { "isShown": { "kind": "ui", "type": "bool", "value": "text != '' && text != ' '" } } }
      """#)
}
