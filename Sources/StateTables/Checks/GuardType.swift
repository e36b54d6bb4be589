/// A condition that is not bool; its words are those of the checker of cells.
enum GuardType: Check {
  static let rule = Rule("type/guard", .error)
}
