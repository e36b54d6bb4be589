package import StateTables

/// What came of a case.
package struct Verdict: Sendable {
  /// The names from the outermost case to this one; empty for the start.
  package let names: [String]
  /// The pointer of the case in the spec.
  package let pointer: String
  /// What is not as expected; empty if the case passed.
  package let differences: [Difference]
  /// Whether the last event of the case was one that no row takes, and nobody expected that.
  var isUnhandled = false

  package var hasPassed: Bool { differences.isEmpty }

  /// `SMS is sent / code is correct`.
  package var title: String { names.isEmpty ? "the start" : names.joined(separator: " / ") }

  /// The failure as a diagnostic of the spec: the first difference, the others as notes.
  package var diagnostic: Diagnostic? {
    guard let first = differences.first else { return nil }
    return Diagnostic(
      rule: "spec/failed", severity: .error, message: "\(title): \(first.message)",
      at: first.place, label: first.found,
      notes: differences.dropFirst().map { .init($0.found, at: $0.place) },
      help: isUnhandled ? "the last event was unhandled: no row takes it here" : nil)
  }
}

/// Something that is not as a spec expects.
package struct Difference: Hashable, Sendable {
  /// What was expected, in the spec.
  package let place: Diagnostic.Place
  /// `` `showProgress` is not as expected``.
  package let message: String
  /// `found true`.
  package let found: String
}
