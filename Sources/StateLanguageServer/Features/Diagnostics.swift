import StateFiles
import StateModel

/// Findings as diagnostics of the protocol.
extension LanguageServer {
  /// Publishes the findings of a file.
  mutating func publish(
    _ found: [Diagnostic], of path: String, uri: String, version: Int?,
    text: @autoclosure () -> SourceText, findings: FileFindings? = nil
  ) {
    // Most files on the disk have no findings, and no client knows of any.
    if found.isEmpty, version == nil, !work.hasFindings(path) { return }
    work.remember(path, hasFindings: !found.isEmpty)
    let lines = text().lines
    let list = found.prefix(FileLimits.diagnostics).map { diagnostic in
      json(of: diagnostic, lines, findings)
    }
    notify(
      "textDocument/publishDiagnostics",
      .members([
        "uri": .string(uri), "version": version.map(JSON.int), "diagnostics": .array(list),
      ]))
  }

  /// A finding of an open or closed file.
  func json(
    of diagnostic: Diagnostic, _ lines: LineTable, _ findings: FileFindings?
  ) -> JSON {
    let renderer = DiagnosticRenderer.english
    var message = renderer.message(diagnostic)
    if let label = renderer.label(diagnostic), label != message { message += "; " + label }
    if let help = renderer.help(diagnostic) { message += "\nhelp: " + help }
    var related: [JSON] = []
    for note in diagnostic.notes {
      guard let location = note.location, let findings else {
        message += "\nnote: " + renderer.message(note)
        continue
      }
      let there = findings.located(location)
      related.append([
        "location": [
          "uri": .string(uri(of: there.path)),
          "range": LineTable(there.map.bytes).json(there.map.range(of: location), client.encoding),
        ],
        "message": .string(renderer.message(note)),
      ])
    }
    let severity =
      switch diagnostic.severity {
      case .error: 1
      case .warning: 2
      case .note: 3
      }
    return .members([
      "range": lines.json(range(of: diagnostic, findings), client.encoding),
      "severity": .int(severity), "code": .string(diagnostic.rule.rawValue), "source": "states",
      "message": .string(message), "relatedInformation": related.isEmpty ? nil : .array(related),
    ])
  }

  /// The bytes of a finding; the start of the file for one that is in another file.
  func range(of diagnostic: Diagnostic, _ findings: FileFindings?) -> Range<Int> {
    guard let findings, diagnostic.location.file == nil else { return 0..<0 }
    return findings.map.range(of: diagnostic.location)
  }

  /// The URI of a path: that of the client for an open document.
  func uri(of path: String) -> String { workspace[path]?.uri ?? FileURI.uri(path) }
}
