import StateTables

/// The forms in which diagnostics are printed.
package enum AnnotationFormat: String, CaseIterable, Sendable {
  case text, short, json, none
}

/// Prints diagnostics: the same bytes on every run and machine.
package struct Annotations: Sendable {
  private let format: AnnotationFormat
  private let isColored: Bool

  /// Prints in `format`; colours are for `text` alone.
  package init(_ format: AnnotationFormat, isColored: Bool = false) {
    self.format = format
    self.isColored = isColored
  }

  /// All diagnostics of the files, in the order given.
  package func print(_ files: [FileFindings]) -> String {
    let found = files.filter { !$0.diagnostics.isEmpty }
    switch format {
    case .text: return found.map(TextAnnotations(isColored: isColored).text).joined(separator: "\n")
    case .short: return found.map(short).joined()
    case .json: return found.map(json).joined()
    case .none: return ""
    }
  }

  /// `file:line:col: error: message [rule]`, each on one physical line.
  private func short(_ findings: FileFindings) -> String {
    var lines = findings.diagnostics.prefix(FileLimits.diagnostics).map { diagnostic in
      let here = findings.located(diagnostic.place)
      let position = here.map.position(of: here.map.range(of: diagnostic.place).lowerBound)
      let message = DisplayText.safe(diagnostic.message)
      let place = "\(DisplayText.safe(here.path)):\(position.line):\(position.column)"
      return "\(place): \(diagnostic.severity.rawValue): \(message) [\(diagnostic.rule)]\n"
    }
    let rest = findings.diagnostics.count - lines.count
    if rest > 0 { lines.append("\(DisplayText.safe(findings.path)): and \(rest) more\n") }
    return lines.joined()
  }

  /// One object a line.
  private func json(_ findings: FileFindings) -> String {
    findings.diagnostics.map { diagnostic in
      let here = findings.located(diagnostic.place)
      var members: [JSON.Member] = [
        .init(key: "rule", value: .string(diagnostic.rule)),
        .init(key: "severity", value: .string(diagnostic.severity.rawValue)),
        .init(key: "message", value: .string(diagnostic.message)),
        .init(key: "file", value: .string(here.path)),
        .init(key: "range", value: range(here.map.range(of: diagnostic.place), here.map)),
        .init(key: "pointer", value: .string(diagnostic.place.pointer)),
        .init(key: "notes", value: .array(notes(of: diagnostic, findings))),
      ]
      members.append(.init(key: "fixes", value: .array(fixes(of: diagnostic, findings))))
      return JSON.object(members).text + "\n"
    }.joined()
  }

  private func notes(of diagnostic: Diagnostic, _ findings: FileFindings) -> [JSON] {
    let notes: [JSON] = diagnostic.notes.map { note in
      var members = [JSON.Member(key: "message", value: .string(note.message))]
      if let place = note.place {
        let there = findings.located(place)
        members.append(.init(key: "file", value: .string(there.path)))
        members.append(.init(key: "range", value: range(there.map.range(of: place), there.map)))
      }
      return .object(members)
    }
    let help = diagnostic.help.map { JSON.object([.init(key: "help", value: .string($0))]) }
    return notes + (help.map { [$0] } ?? [])
  }

  private func fixes(of diagnostic: Diagnostic, _ findings: FileFindings) -> [JSON] {
    guard let fix = diagnostic.fix else { return [] }
    let place = range(findings.map.range(of: fix.place), findings.map)
    let edit = JSON.object([
      .init(key: "range", value: place),
      .init(key: "text", value: .string(fix.replacement)),
    ])
    return [
      .object([
        .init(key: "title", value: .string(fix.title)),
        .init(key: "safe", value: .bool(fix.isSafe)),
        .init(key: "edits", value: .array([edit])),
      ])
    ]
  }

  private func range(_ range: Range<Int>, _ map: SourceMap) -> JSON {
    .object([
      .init(key: "start", value: position(range.lowerBound, map)),
      .init(key: "end", value: position(range.upperBound, map)),
    ])
  }

  private func position(_ offset: Int, _ map: SourceMap) -> JSON {
    let position = map.position(of: offset)
    return .object([
      .init(key: "line", value: .number(String(position.line))),
      .init(key: "col", value: .number(String(position.column))),
      .init(key: "offset", value: .number(String(offset))),
    ])
  }
}
