/// An expression that is too long or too deep; its words are those of the checker of cells.
enum ExpressionLimit: Check {
  static let rule = Rule("expr/limit", .error)
}
