/// A row that no case of the spec reaches.
package enum UncoveredRow: Check {
  package static let rule = Rule("spec/row-uncovered", .warning)

  /// The row at a 0-based place is not reached.
  package static func notReached(_ place: Int) -> Diagnostic {
    finding(
      "no case reaches row \(place + 1)",
      at: Diagnostic.Place(Pointer.root["reducer"][place].text))
  }
}
