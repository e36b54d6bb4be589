package import StateModel

/// The result of a case.
package struct Verdict: Sendable {
  /// The names from the outermost case to this one; empty for the start.
  package let names: [String]
  /// The pointer of the case in the spec.
  package let pointer: String
  /// The differences from the expectations; empty if the case passed.
  package let differences: [Difference]
  /// Whether the last event of the case was unhandled although the case did not expect that.
  var isUnhandled = false
  /// Why the last step did what it did, as lines; empty if the case passed or is not explained.
  var explanation: [String] = []

  package var hasPassed: Bool { differences.isEmpty }

  /// The title, such as `SMS is sent / code is correct`.
  package var title: String { names.isEmpty ? "the start" : names.joined(separator: " / ") }

  /// The failure as a diagnostic of the spec. The first difference is its message, the others are
  /// notes.
  package var diagnostic: Diagnostic? {
    guard let first = differences.first else { return nil }
    return Diagnostic(
      .spec(
        .failed(
          title: title, difference: first.message, found: first.found, isUnhandled: isUnhandled)),
      at: first.location,
      notes: differences.dropFirst().map { .init($0.found, at: $0.location) } + explanationNotes)
  }

  /// A long explanation is cut: `states run --explain` shows all of it.
  private var explanationNotes: [Diagnostic.Note] {
    let limit = 8
    let rest = explanation.count - limit
    return explanation.prefix(limit).map { .init($0) }
      + (rest > 0 ? [.init("and \(rest) more: states run --explain")] : [])
  }
}

/// A difference from the expectation of a spec.
package struct Difference: Hashable, Sendable {
  /// The location of the expectation in the spec.
  package let location: Diagnostic.Location
  /// The message, such as `` `showProgress` is not as expected``.
  package let message: String
  /// The found value, such as `found true`.
  package let found: String
}
