/// An operator or function for types that it does not take; its words are those of the checker of cells.
enum Overload: Check {
  static let rule = Rule("type/overload", .error)
}
