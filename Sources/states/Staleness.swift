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
