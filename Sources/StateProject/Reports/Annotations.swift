package import StateFiles
package import StateModel

/// The forms in which diagnostics are printed.
package enum AnnotationFormat: String, CaseIterable, Sendable {
  case text, short, json, sarif, junit, github, gitlab, none
}

/// Prints diagnostics: the same bytes on every run and machine.
package struct Annotations: Sendable {
  private let format: AnnotationFormat
  private let isColored: Bool
  private let severity: Diagnostic.Severity
  private let renderer: DiagnosticRenderer

  /// Prints in `format`; colours are for `text` alone, and `junit` fails from `severity` on.
  package init(
    _ format: AnnotationFormat, isColored: Bool = false,
    failingOn severity: Diagnostic.Severity = .error,
    renderer: DiagnosticRenderer = .english
  ) {
    self.format = format
    self.isColored = isColored
    self.severity = severity
    self.renderer = renderer
  }

  /// All diagnostics of the files, in the order given.
  package func print(_ files: [FileFindings]) -> String { print(Report(files)) }

  /// All findings of a run, and its failures where the format has room for them.
  package func print(_ report: Report) -> String {
    let found = report.findings.filter { !$0.diagnostics.isEmpty }
    switch format {
    case .text:
      return found.map(TextAnnotations(isColored: isColored, renderer: renderer).text)
        .joined(separator: "\n")
    case .short: return found.map(short).joined()
    case .json:
      return found.map {
        DisplayText.safeJSON(JSONAnnotations(renderer: renderer).lines($0.listed))
      }.joined()
    case .sarif: return DisplayText.safeJSON(SARIFLog(report, renderer).text)
    case .junit: return JUnitReport(report, failingOn: severity, renderer).text
    case .github:
      return found.map { WorkflowCommands(renderer: renderer).lines($0.listed) }.joined()
    case .gitlab:
      return DisplayText.safeJSON(GitLabReport(renderer: renderer).text(found.map(\.listed)))
    case .none: return ""
    }
  }

  /// `file:line:col: error: message [rule]`, each on one physical line.
  private func short(_ findings: FileFindings) -> String {
    var lines = findings.diagnostics.prefix(FileLimits.diagnostics).map { diagnostic in
      let here = findings.located(diagnostic.location)
      let position = here.map.position(of: here.map.range(of: diagnostic.location).lowerBound)
      let message = DisplayText.safe(renderer.sentence(diagnostic))
      let location = "\(DisplayText.safe(here.path)):\(position.line):\(position.column)"
      return
        "\(location): \(diagnostic.severity.rawValue): \(message) [\(diagnostic.rule.rawValue)]\n"
    }
    let rest = findings.mistakeCount(after: lines.count)
    if rest > 0 { lines.append("\(DisplayText.safe(findings.path)): and \(rest) more\n") }
    return lines.joined()
  }
}

extension JSON {
  /// An object without the members that are `nil`.
  static func objectOf(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    .object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } })
  }
}
