/// Findings of which the first are listed, and the others counted.
package struct ListedFindings: Sendable {
  private var listed: [Diagnostic] = []
  private var further = CountedMistakes()

  package init(_ diagnostics: [Diagnostic] = []) {
    for diagnostic in diagnostics { add(diagnostic) }
  }

  /// Whether another finding is listed.
  package var hasRoom: Bool { listed.count < Diagnostic.mostListed }

  /// Whether one of the findings is an error.
  package var hasErrors: Bool {
    further.hasErrors || listed.contains { $0.severity == .error }
  }

  /// The first findings, then how many mistakes follow of each severity.
  package var all: [Diagnostic] { listed + further.findings }

  package mutating func add(_ diagnostic: Diagnostic) {
    if hasRoom { listed.append(diagnostic) } else { further.add(diagnostic) }
  }
}

/// Mistakes that are not listed: where the first of each severity is, and their number.
package struct CountedMistakes: Sendable {
  private var counts: [Diagnostic.Severity: (first: Diagnostic.Location, count: Int)] = [:]

  package init() {}

  package var hasErrors: Bool { counts[.error] != nil }

  /// How many mistakes there are of each severity, as a finding at the first of them.
  package var findings: [Diagnostic] {
    Diagnostic.Severity.allCases.compactMap { severity in
      counts[severity].map {
        Diagnostic(.json(.furtherMistakes(count: $0.count)), at: $0.first, severity: severity)
      }
    }
  }

  package mutating func add(_ diagnostic: Diagnostic) {
    let known = counts[diagnostic.severity]
    counts[diagnostic.severity] = (
      known?.first ?? diagnostic.location, (known?.count ?? 0) + diagnostic.mistakeCount
    )
  }
}
