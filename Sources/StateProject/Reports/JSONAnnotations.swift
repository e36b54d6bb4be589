import StateFiles
import StateModel

/// Diagnostics for programs: one object a line.
struct JSONAnnotations {
  let renderer: DiagnosticRenderer

  /// All diagnostics of a file.
  func lines(_ findings: FileFindings) -> String {
    let fingerprints = findings.fingerprints
    return zip(findings.diagnostics, fingerprints).map { diagnostic, fingerprint in
      let here = findings.located(diagnostic.location)
      let object = JSON.objectOf([
        "rule": .string(diagnostic.rule.rawValue),
        "severity": .string(diagnostic.severity.rawValue),
        "message": .string(renderer.sentence(diagnostic)),
        "file": .string(here.path),
        "range": range(here.map.range(of: diagnostic.location), here.map),
        "pointer": .string(diagnostic.location.pointer.text),
        "notes": .array(notes(of: diagnostic, findings)),
        "fixes": .array(fixes(of: diagnostic, findings)),
        "classes": renderer.audience(diagnostic).map { .array($0.map(JSON.string)) },
        "fingerprint": .string(fingerprint),
      ])
      return object.text + "\n"
    }.joined()
  }

  private func notes(of diagnostic: Diagnostic, _ findings: FileFindings) -> [JSON] {
    let notes = diagnostic.notes.map { note in
      let there = note.location.map(findings.located)
      return JSON.objectOf([
        "message": .string(renderer.message(note)),
        "file": (there?.path).map(JSON.string),
        "range": note.location.flatMap { location in
          there.map { range($0.map.range(of: location), $0.map) }
        },
      ])
    }
    let help = renderer.help(diagnostic).map { JSON.objectOf(["help": .string($0)]) }
    return notes + (help.map { [$0] } ?? [])
  }

  private func fixes(of diagnostic: Diagnostic, _ findings: FileFindings) -> [JSON] {
    guard let fix = diagnostic.fix else { return [] }
    let there = findings.located(fix.location)
    let (replaced, text) = Fixes.edit(fix, in: there.map)
    let edit = JSON.objectOf(["range": range(replaced, there.map), "text": .string(text)])
    return [
      .objectOf([
        "title": .string(renderer.title(fix)), "safe": .bool(fix.isSafe), "edits": .array([edit]),
      ])
    ]
  }

  private func range(_ range: Range<Int>, _ map: SourceMap) -> JSON {
    .objectOf([
      "start": position(range.lowerBound, map), "end": position(range.upperBound, map),
    ])
  }

  private func position(_ offset: Int, _ map: SourceMap) -> JSON {
    let position = map.position(of: offset)
    return .objectOf([
      "line": .number(String(position.line)), "col": .number(String(position.column)),
      "offset": .number(String(offset)),
    ])
  }
}
