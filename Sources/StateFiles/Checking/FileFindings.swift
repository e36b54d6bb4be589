import CEL
package import StateModel

/// A file with its findings.
package struct FileFindings: Sendable {
  /// The path as the user wrote or would write it, relative.
  package let path: String
  /// The positions of its values.
  package let map: SourceMap
  /// In the order of the file, then of the rules.
  package let diagnostics: [Diagnostic]
  /// The cases that were run, if it is a spec: in the order of the file.
  package let cases: [CaseResult]
  /// Other files that locations may name, by the name in `uses`.
  package let others: [String: (path: String, map: SourceMap)]

  /// Sorts the diagnostics of a file.
  package init(
    path: String, map: SourceMap, diagnostics: [Diagnostic],
    others: [String: (path: String, map: SourceMap)] = [:], cases: [CaseResult] = []
  ) {
    self.path = path
    self.cases = cases
    self.map = map
    self.others = others
    // Most files have no finding or one: nothing to sort.
    if diagnostics.count < 2 {
      self.diagnostics = diagnostics
      return
    }
    WorkCount.add(diagnostics.count)
    // Indices are sorted, not diagnostics: there may be very many, and each is large.
    let offsets = diagnostics.map { map.range(of: $0.location).lowerBound }
    let order = diagnostics.indices.sorted { one, other in
      if offsets[one] != offsets[other] { return offsets[one] < offsets[other] }
      let (rule, otherRule) = (diagnostics[one].rule, diagnostics[other].rule)
      return rule == otherRule ? one < other : rule.rawValue < otherRule.rawValue
    }
    self.diagnostics =
      order.elementsEqual(diagnostics.indices) ? diagnostics : order.map { diagnostics[$0] }
  }

  /// The same file with other diagnostics.
  package func with(_ diagnostics: [Diagnostic]) -> FileFindings {
    FileFindings(path: path, map: map, diagnostics: diagnostics, others: others, cases: cases)
  }

  /// The findings that a report for programs lists: the first ones, then how many follow of each
  /// severity.
  package var listed: FileFindings {
    diagnostics.count <= Diagnostic.mostListed ? self : with(ListedFindings(diagnostics).all)
  }

  /// The same findings, where a fix that replaces a name of `spec` is not safe: the declaration may
  /// be misspelt, and the fix would spread that.
  package func withFixes(keepingNamesOf spec: SourceMap) -> FileFindings {
    var names: Set<[UInt8]>?
    return with(
      diagnostics.map { diagnostic in
        guard let fix = diagnostic.fix, fix.isSafe, fix.location.file == nil else {
          return diagnostic
        }
        let known = names ?? Set(spec.bytes.split { !Identifier.isPart($0) }.map(Array.init))
        names = known
        guard known.contains(Array(map.bytes[map.range(of: fix.location)])) else {
          return diagnostic
        }
        var diagnostic = diagnostic
        diagnostic.fix?.isSafe = false
        return diagnostic
      })
  }

  /// How many mistakes are of a severity.
  package func count(_ severity: Diagnostic.Severity) -> Int {
    diagnostics.reduce(0) { $0 + ($1.severity == severity ? $1.mistakeCount : 0) }
  }

  /// How many mistakes are beyond the first diagnostics.
  package func mistakeCount(after shown: Int) -> Int {
    diagnostics.dropFirst(shown).reduce(0) { $0 + $1.mistakeCount }
  }

  /// The file of a location: this one, or one that it uses.
  package func located(_ location: Diagnostic.Location) -> (path: String, map: SourceMap) {
    location.file.flatMap { others[$0] } ?? (path, map)
  }
}

/// What came of a case of a spec.
package struct CaseResult: Sendable {
  /// What running a case can lead to.
  package enum Outcome: Sendable {
    case passed
    case failed(Diagnostic)
    /// It did not run, because the definition has errors.
    case skipped
  }

  /// `SMS is sent / code is correct`.
  package let title: String
  package let outcome: Outcome

  /// The reason of its failure; `nil` if it passed or did not run.
  package var failure: Diagnostic? {
    if case .failed(let diagnostic) = outcome { diagnostic } else { nil }
  }

  /// Remembers a case.
  package init(title: String, _ outcome: Outcome) {
    self.title = title
    self.outcome = outcome
  }
}
