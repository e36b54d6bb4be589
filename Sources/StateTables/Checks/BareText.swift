/// Text without its own quotes; its words are those of the checker of cells.
enum BareText: Check {
  static let rule = Rule("name/bare-text", .error)
}
