/// A clock or a die in a cell; its words are those of the checker of cells.
enum ImpureCall: Check {
  static let rule = Rule("expr/impure", .error)
}
