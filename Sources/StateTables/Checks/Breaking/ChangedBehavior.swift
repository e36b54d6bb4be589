/// The same events lead to something else.
package enum ChangedBehavior: Check {
  package static let rule = Rule("behavior/changed", .error)

  /// - Parameters:
  ///   - message: What differs.
  ///   - location: The row that ran last in the new version.
  ///   - sequence: What was sent.
  /// - Returns: The finding.
  package static func differs(
    _ message: String, at location: Diagnostic.Location, sequence: String
  ) -> Diagnostic {
    finding(message, at: location, label: "changes behaviour", notes: [.init(sequence)])
  }

  /// The meaning is another, and nothing that was tried shows it.
  ///
  /// - Parameters:
  ///   - name: Of the new definition.
  ///   - oldName: How the old version is called.
  ///   - pairs: In how many pairs of situations both versions were compared.
  ///   - isCut: Whether there are more.
  /// - Returns: The finding, a note.
  package static func notFound(
    in name: String, oldName: String, pairs: Int, isCut: Bool
  ) -> Diagnostic {
    let extent = isCut ? "not all were tried" : "all that the values tried lead to"
    var diagnostic = finding(
      "`\(name)` means something else than in \(oldName), and no difference was found in \(pairs) \(pairs == 1 ? "pair" : "pairs") of situations: \(extent)",
      at: .init("/state", range: 0..<name.utf8.count), label: "changes behaviour")
    diagnostic.severity = .note
    return diagnostic
  }

  /// A case of an old spec that the new version fails.
  package static func fails(_ message: String, at location: Diagnostic.Location) -> Diagnostic {
    finding("an old case fails: " + message, at: location, label: "changes behaviour")
  }
}
