package import StateFiles
package import StateTables

/// What a run found, told at its end, and with what it exits.
package struct Report: Sendable {
  /// The files with what is wrong with them, in the order in which they are printed.
  package let findings: [FileFindings]
  /// What could not be done, each once: told on standard error.
  package let failures: [String]
  /// What the summary adds: `1 note not shown`, `3 known`.
  package let remarks: [String]

  /// Sums up a run.
  package init(_ findings: [FileFindings], failures: [String] = [], remarks: [String] = []) {
    self.findings = findings
    var told: Set<String> = []
    self.failures = failures.filter { told.insert($0).inserted }
    self.remarks = remarks
  }

  /// A summary with what is to be added to it.
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
