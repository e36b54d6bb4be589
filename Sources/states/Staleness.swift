import StateFiles
import StateTables

extension FileFindings {
  /// A file of ours that is not as it would be written now.
  init(stale path: String, rule: String, _ message: String, help: String) {
    let diagnostic = Diagnostic(
      rule: rule, severity: .error, message: message, at: .init(""), help: help)
    self.init(path: path, map: SourceMap([]), diagnostics: [diagnostic])
  }
}

extension Validation {
  /// The errors of what was checked, and what else was found, in the order of the paths.
  func errors(and found: [FileFindings], failures: [String]) -> Report {
    let errors = files.map { file in
      FileFindings(
        path: file.file.path, map: file.file.map,
        diagnostics: file.findings.diagnostics.filter { $0.severity == .error },
        others: file.findings.others)
    }
    let files = (errors + found).sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    return Report(files, failures: failures + report.failures)
  }
}
