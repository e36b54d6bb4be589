import StateFiles
import StateModel

/// Diagnostics as GitLab's report of code quality: one array.
struct GitLabReport {
  let renderer: DiagnosticRenderer

  func text(_ files: [FileFindings]) -> String {
    JSONLayout.text(.array(files.flatMap(entries)))
  }

  private func entries(_ findings: FileFindings) -> [JSON] {
    zip(findings.diagnostics, findings.fingerprints).map { diagnostic, fingerprint in
      let here = findings.located(diagnostic.location)
      let line = here.map.position(of: here.map.range(of: diagnostic.location).lowerBound).line
      return .objectOf([
        "description": .string(renderer.sentence(diagnostic)),
        "check_name": .string(diagnostic.rule.rawValue),
        "fingerprint": .string(fingerprint),
        "severity": .string(word(diagnostic.severity)),
        "location": .objectOf([
          "path": .string(FilePath.inRepository(here.path)),
          "lines": .objectOf(["begin": .number(String(line))]),
        ]),
      ])
    }
  }

  private func word(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "major"
    case .warning: "minor"
    case .note: "info"
    }
  }
}
