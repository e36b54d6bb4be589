/// A marked index of a document, or a page, that is not what its definition says now.
package enum StaleSection: Check {
  package static let rule = Rule("docs/stale", .error)

  /// A index of a document, by its mark.
  package static func stale(at range: Range<Int>, in path: String) -> Diagnostic {
    finding(
      "this section is stale", at: .init("", fileRange: range), help: "fill it: states docs \(path)"
    )
  }
}
