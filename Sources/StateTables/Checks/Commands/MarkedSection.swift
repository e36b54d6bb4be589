/// A marked index of a document that cannot be filled.
package enum MarkedSection: Check {
  package static let rule = Rule("docs/mark", .error)

  /// What is wrong with a mark.
  package static func wrong(
    _ message: String, at range: Range<Int>, help: String? = nil
  ) -> Diagnostic {
    finding(message, at: .init("", fileRange: range), help: help)
  }
}
