import StateFiles
import StateTables

/// Diagnostics for programs: one object a line.
enum JSONAnnotations {
  /// All diagnostics of a file.
  static func lines(_ findings: FileFindings) -> String {
    let fingerprints = findings.fingerprints
    return zip(findings.diagnostics, fingerprints).map { diagnostic, fingerprint in
      let here = findings.located(diagnostic.location)
      let object = JSON.members([
        "rule": .string(diagnostic.rule),
        "severity": .string(diagnostic.severity.rawValue),
        "message": .string(diagnostic.sentence),
        "file": .string(here.path),
        "range": range(here.map.range(of: diagnostic.location), here.map),
        "pointer": .string(diagnostic.location.pointer),
        "notes": .array(notes(of: diagnostic, findings)),
        "fixes": .array(fixes(of: diagnostic, findings)),
        "classes": diagnostic.classes.isEmpty
          ? nil : .array(diagnostic.classes.map(JSON.string)),
        "fingerprint": .string(fingerprint),
      ])
      return object.text + "\n"
    }.joined()
  }

  private static func notes(of diagnostic: Diagnostic, _ findings: FileFindings) -> [JSON] {
    let notes = diagnostic.notes.map { note in
      let there = note.location.map(findings.located)
      return JSON.members([
        "message": .string(note.message),
        "file": (there?.path).map(JSON.string),
        "range": note.location.flatMap { location in
          there.map { range($0.map.range(of: location), $0.map) }
        },
      ])
    }
    let help = diagnostic.help.map { JSON.members(["help": .string($0)]) }
    return notes + (help.map { [$0] } ?? [])
  }

  private static func fixes(of diagnostic: Diagnostic, _ findings: FileFindings) -> [JSON] {
    guard let fix = diagnostic.fix else { return [] }
    let there = findings.located(fix.location)
    let (replaced, text) = Fixes.edit(fix, in: there.map)
    let edit = JSON.members(["range": range(replaced, there.map), "text": .string(text)])
    return [
      .members([
        "title": .string(fix.title), "safe": .bool(fix.isSafe), "edits": .array([edit]),
      ])
    ]
  }

  private static func range(_ range: Range<Int>, _ map: SourceMap) -> JSON {
    .members([
      "start": position(range.lowerBound, map), "end": position(range.upperBound, map),
    ])
  }

  private static func position(_ offset: Int, _ map: SourceMap) -> JSON {
    let position = map.position(of: offset)
    return .members([
      "line": .number(String(position.line)), "col": .number(String(position.column)),
      "offset": .number(String(offset)),
    ])
  }
}
