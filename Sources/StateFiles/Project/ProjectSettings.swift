package import StateTables

/// The project files of a run: each file obeys the nearest one upwards.
package struct ProjectSettings {
  /// Which project file counts.
  package enum Source: Hashable, Sendable {
    case nearest
    case file(String)
    case none
  }

  /// A project file with the folder that its patterns are relative to.
  private struct Place {
    /// Absolute.
    let folder: String
    /// As a person would write it.
    let path: String
    let project: ProjectFile
    let findings: FileFindings
  }

  private let source: Source
  private let least: Diagnostic.Severity
  private var places: [String: Place] = [:]
  private var nearest: [String: String?] = [:]
  private var failures: [String] = []

  /// Looks project files up as they are needed; findings from `least` on are told in any case.
  package init(_ source: Source, least: Diagnostic.Severity = .error) {
    self.source = source
    self.least = least
    if case .file(let path) = source, Files.kind(of: path) == nil {
      failures.append("`\(path)` does not exist")
    }
  }

  /// The findings that the project wants to be told, with the mistakes of the project files.
  package mutating func settled(_ report: Report) -> Report {
    var counts: [Diagnostic.Severity: Int] = [:]
    var findings = report.findings.map { file in
      file.with(
        file.diagnostics.compactMap { diagnostic in
          let path = file.located(diagnostic.place).path
          guard let severity = severity(of: diagnostic, in: path) else {
            counts[diagnostic.severity, default: 0] += 1
            return nil
          }
          var diagnostic = diagnostic
          diagnostic.severity = severity
          return diagnostic
        })
    }
    let broken = places.values.map(\.findings).filter { !$0.diagnostics.isEmpty }
    findings += broken
    findings.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    let hidden = [Diagnostic.Severity.warning, .note].compactMap { severity in
      counts[severity].map { "\(Report.counted($0, severity.rawValue)) not shown" }
    }
    return Report(
      findings, failures: report.failures + failures, remarks: report.remarks + hidden)
  }

  private mutating func severity(
    of diagnostic: Diagnostic, in path: String
  ) -> Diagnostic.Severity? {
    let place = place(for: path)
    let resolved = Files.resolved(path) ?? path
    return (place?.project ?? ProjectFile()).severity(
      of: diagnostic.rule, diagnostic.severity,
      in: place.map { FilePath.relative(resolved, to: $0.folder) } ?? path, least: least)
  }

  /// The project file of a file, as a person would write it, and what it says about it.
  package mutating func project(
    for path: String
  ) -> (path: String?, project: ProjectFile, relative: String) {
    guard let place = place(for: path) else { return (nil, ProjectFile(), path) }
    let resolved = Files.resolved(path) ?? path
    return (place.path, place.project, FilePath.relative(resolved, to: place.folder))
  }

  private mutating func place(for path: String) -> Place? {
    switch source {
    case .none: return nil
    case .file(let path): return read(path)
    case .nearest:
      let folder =
        Files.kind(of: path) == .folder
        ? Files.resolved(path) : Files.resolved(FilePath.folder(of: path))
      guard let start = folder ?? Files.resolved(".") else { return nil }
      let known = nearest[start]
      let found = known ?? ProjectSettings.search(from: start)
      if known == nil { nearest[start] = .some(found) }
      return found.flatMap { read($0) }
    }
  }

  /// The nearest project file in a folder or around it.
  private static func search(from start: String) -> String? {
    var folder = start
    while true {
      let path = FilePath.joined(folder, "states.json")
      if Files.kind(of: path) == .file { return path }
      let parent = FilePath.folder(of: folder)
      if parent == folder { return nil }
      folder = parent
    }
  }

  private mutating func read(_ path: String) -> Place? {
    guard let resolved = Files.resolved(path) else { return nil }
    if let known = places[resolved] { return known }
    var bytes: [UInt8] = []
    do {
      bytes = try Files.read(resolved)
    } catch {
      failures.append(error.description)
    }
    let (project, diagnostics, map) = ProjectReader.read(bytes)
    let shown = Files.shown(resolved)
    let place = Place(
      folder: FilePath.folder(of: resolved), path: shown, project: project,
      findings: FileFindings(path: shown, map: map, diagnostics: diagnostics))
    places[resolved] = place
    return place
  }
}
