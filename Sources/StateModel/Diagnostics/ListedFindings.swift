/// Findings of which the first are listed, and the others counted.
package struct ListedFindings: Sendable {
  private var listed: [Diagnostic] = []
  /// The mistakes that are not listed: where the first of each severity is, and their number.
  private var further: [Diagnostic.Severity: (first: Diagnostic.Location, count: Int)] = [:]

  package init(_ diagnostics: [Diagnostic] = []) {
    for diagnostic in diagnostics { add(diagnostic) }
  }

  /// Whether another finding is listed.
  package var hasRoom: Bool { listed.count < Diagnostic.mostListed }

  /// Whether one of the findings is an error.
  package var hasErrors: Bool {
    further[.error] != nil || listed.contains { $0.severity == .error }
  }

  /// The first findings, then how many mistakes follow of each severity.
  package var all: [Diagnostic] {
    listed
      + Diagnostic.Severity.allCases.compactMap { severity in
        further[severity].map {
          Diagnostic(.json(.furtherMistakes(count: $0.count)), at: $0.first, severity: severity)
        }
      }
  }

  package mutating func add(_ diagnostic: Diagnostic) {
    if hasRoom {
      listed.append(diagnostic)
    } else {
      let known = further[diagnostic.severity]
      further[diagnostic.severity] = (
        known?.first ?? diagnostic.location, (known?.count ?? 0) + diagnostic.mistakeCount
      )
    }
  }
}
