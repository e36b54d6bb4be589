/// Something that may be null, used as if it were there; its words are those of the checker of cells.
enum NullUse: Check {
  static let rule = Rule("type/null", .error)

  /// Whether it says that what is tested for null never is: the words are those of the checker.
  static func isNever(_ message: String) -> Bool { message.hasSuffix("and never null") }
}
