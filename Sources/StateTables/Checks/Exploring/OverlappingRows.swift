/// Two guarded rows that match at once.
package enum OverlappingRows: Check {
  package static let rule = Rule("row/overlap", .note)

  /// - Parameters:
  ///   - first: The 0-based index of the row that wins.
  ///   - second: The 0-based index of the other.
  ///   - when: The values with which both match.
  ///   - trace: How it comes to that.
  /// - Returns: The finding.
  package static func match(
    _ first: Int, _ second: Int, when: String, trace: String
  ) -> Diagnostic {
    finding(
      "rows \(first + 1) and \(second + 1), both guarded, match\(when); the first wins",
      at: .init("/reducer/\(second)/if", isMember: true),
      notes: [
        .init("row \(first + 1) is asked first", at: .init("/reducer/\(first)/if", isMember: true)),
        .init(trace),
      ])
  }
}
