package import StateFiles
package import StateModel

/// The findings and failures of a run, and its exit code.
package struct Report: Sendable {
  /// The files with their findings, in the order in which they are printed.
  package let findings: [FileFindings]
  /// The failures of the run, each once: printed on standard error.
  package let failures: [String]
  /// Additions to the summary: `1 note not shown`, `3 known`.
  package let remarks: [String]

  /// Sums up a run.
  package init(_ findings: [FileFindings], failures: [String] = [], remarks: [String] = []) {
    self.findings = findings
    var seen: Set<String> = []
    self.failures = failures.filter { seen.insert($0).inserted }
    self.remarks = remarks
  }

  /// A summary with its additions.
  package func summed(_ summary: String) -> String {
    ([summary] + remarks).joined(separator: ", ")
  }

  /// 2 if the work could not be done, 1 for a finding as bad as `severity`, else 0.
  package func exitCode(failingOn severity: Diagnostic.Severity) -> Int32 {
    if !failures.isEmpty { return 2 }
    let isFinding = findings.contains { $0.diagnostics.contains { $0.severity >= severity } }
    return isFinding ? 1 : 0
  }

  /// `2 errors, 1 warning`; `nil` if there is nothing.
  package var counts: String? {
    let parts = Diagnostic.Severity.allCases.reversed().compactMap { severity -> String? in
      let count = findings.reduce(0) { $0 + $1.count(severity) }
      return count == 0 ? nil : Report.counted(count, severity.rawValue)
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// `1 file`, `2 files`.
  package static func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(plural ?? noun + "s")"
  }
}
