import StateFiles
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

  /// A folder of files.
  private struct Folder {
    /// Absolute, links followed.
    let path: String
    /// The nearest project file, absolute.
    let project: String?
  }

  private let source: Source
  private let least: Diagnostic.Severity
  private var places: [String: Place] = [:]
  private var folders: [String: Folder] = [:]
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
      // A project file that is broken is told even where nothing else is wrong.
      _ = place(for: file.path)
      guard !file.diagnostics.isEmpty else { return file }
      return file.with(
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
    let (place, relative) = place(for: path)
    return (place?.project ?? ProjectFile()).severity(
      of: diagnostic.rule, diagnostic.severity, in: relative, least: least)
  }

  /// Whether the project asks for a rule in a file.
  package mutating func asks(for rule: String, in path: String) -> Bool {
    let (place, relative) = place(for: path)
    return place?.project.asks(for: rule, in: relative) ?? false
  }

  /// The project file of a file or folder, as a person would write it, and what it says about it.
  package mutating func project(
    for path: String
  ) -> (path: String?, project: ProjectFile, relative: String) {
    let isFolder = Files.kind(of: path) == .folder
    let (place, relative) = place(for: isFolder ? FilePath.joined(path, "*") : path)
    return (place?.path, place?.project ?? ProjectFile(), relative)
  }

  /// The project file that counts for a file, and the file's path relative to it.
  private mutating func place(for path: String) -> (place: Place?, relative: String) {
    let folder = folder(FilePath.folder(of: path))
    let place =
      switch source {
      case .none: Place?.none
      case .file(let path): read(path)
      case .nearest: folder.project.flatMap { read($0) }
      }
    guard let place else { return (nil, path) }
    let resolved = FilePath.joined(folder.path, FilePath.name(of: path))
    return (place, FilePath.relative(resolved, to: place.folder))
  }

  /// A folder, looked up once.
  private mutating func folder(_ path: String) -> Folder {
    if let known = folders[path] { return known }
    let resolved = Files.resolved(path) ?? Files.resolved(".") ?? "/"
    let isNeeded = source == .nearest
    let folder = Folder(
      path: resolved, project: isNeeded ? ProjectSettings.search(from: resolved) : nil)
    folders[path] = folder
    return folder
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
    if let known = places[path] { return known }
    guard let resolved = Files.resolved(path) else { return nil }
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
    places[path] = place
    return place
  }
}
