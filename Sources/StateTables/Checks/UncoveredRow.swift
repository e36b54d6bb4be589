/// A row that no case of the spec reaches.
package enum UncoveredRow: Check {
  package static let rule = Rule("spec/row-uncovered", .warning)

  /// The row at a 0-based index is not reached.
  package static func notReached(_ index: Int) -> Diagnostic {
    finding(
      "no case reaches row \(index + 1)",
      at: Diagnostic.Location(Pointer.root["reducer"][index].text))
  }
}
