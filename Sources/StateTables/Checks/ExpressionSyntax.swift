/// A text that is no expression; its words are those of the checker of cells.
enum ExpressionSyntax: Check {
  static let rule = Rule("expr/syntax", .error)
}
