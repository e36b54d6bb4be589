import StateFiles
import StateModel

/// Diagnostics as commands of a GitHub workflow, which shows them in the change: one line each.
struct WorkflowCommands {
  let renderer: DiagnosticRenderer

  /// All diagnostics of a file.
  func lines(_ findings: FileFindings) -> String {
    findings.diagnostics.map { diagnostic in
      let here = findings.located(diagnostic.location)
      let range = here.map.range(of: diagnostic.location)
      let start = here.map.position(of: range.lowerBound)
      let end = here.map.position(of: range.upperBound)
      let properties = [
        "file=\(property(FilePath.inRepository(here.path)))", "line=\(start.line)",
        "col=\(start.column)", "endLine=\(end.line)", "endColumn=\(end.column)",
        "title=\(property(diagnostic.rule.rawValue))",
      ]
      let help = renderer.help(diagnostic).map { "\nhelp: \($0)" } ?? ""
      let message = data(renderer.sentence(diagnostic) + help)
      return "::\(word(diagnostic.severity)) \(properties.joined(separator: ","))::\(message)\n"
    }.joined()
  }

  private func word(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }

  private func property(_ text: String) -> String { escaped(text, and: ":,") }

  private func data(_ text: String) -> String { escaped(text, and: "") }

  /// Percent signs and line ends, and what would end a property; other controls are shown.
  private func escaped(_ text: String, and others: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if "%\r\n".unicodeScalars.contains(scalar) || others.unicodeScalars.contains(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      } else {
        result += DisplayText.safe(String(scalar))
      }
    }
  }
}
