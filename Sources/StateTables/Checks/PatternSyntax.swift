/// A pattern that RE2 does not know; its words are those of the checker of cells.
enum PatternSyntax: Check {
  static let rule = Rule("expr/regex", .error)
}
