import StateFiles
package import StateModel

/// The project files of a run: each file obeys the nearest one upwards.
package struct ProjectSettings {
  /// Which project file counts.
  package enum Source: Hashable, Sendable {
    case nearest
    case file(String)
    case none
  }

  /// A project file with the folder that its patterns are relative to.
  private struct FoundProject {
    /// Absolute.
    let folder: String
    /// As a person would write it.
    let path: String
    let file: ProjectFile
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
  private var found: [String: FoundProject] = [:]
  private var folders: [String: Folder] = [:]
  /// The settings for each file that was looked up.
  private var settings: [String: ProjectFile] = [:]
  private var failures: [String] = []

  /// Looks project files up as they are needed; findings from `least` on are always reported.
  package init(_ source: Source, least: Diagnostic.Severity = .error) {
    self.source = source
    self.least = least
    if case .file(let path) = source, Files.kind(of: path) == nil {
      failures.append("`\(path)` does not exist")
    }
  }

  /// The findings that the project reports, with those about the project files.
  ///
  /// - Parameters:
  ///   - report: All findings.
  ///   - present: The path whose settings count for the findings at a path.
  /// - Returns: The findings that are reported.
  package mutating func settled(
    _ report: Report, as present: (String) -> String = { $0 }
  ) -> Report {
    var counts: [Diagnostic.Severity: Int] = [:]
    var findings = report.findings.map { file in
      // A broken project file is reported even if nothing else is wrong.
      _ = lookUp(present(file.path))
      guard !file.diagnostics.isEmpty else { return file }
      return file.with(
        file.diagnostics.compactMap { diagnostic in
          let path = present(file.located(diagnostic.location).path)
          guard let severity = severity(of: diagnostic, in: path) else {
            counts[diagnostic.severity, default: 0] += 1
            return nil
          }
          var diagnostic = diagnostic
          diagnostic.severity = severity
          return diagnostic
        })
    }
    let checked = Set(findings.map { PathKey($0.path) })
    let broken = found.values.map(\.findings).filter {
      !$0.diagnostics.isEmpty && !checked.contains(PathKey($0.path))
    }
    // The findings of the checked files keep their order.
    if !broken.isEmpty {
      findings += broken
      findings.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }
    let hidden = [Diagnostic.Severity.warning, .note].compactMap { severity in
      counts[severity].map { "\(Report.counted($0, severity.rawValue)) not shown" }
    }
    return Report(
      findings, failures: report.failures + failures, remarks: report.remarks + hidden)
  }

  private mutating func severity(
    of diagnostic: Diagnostic, in path: String
  ) -> Diagnostic.Severity? {
    settings(of: path).severity(
      of: diagnostic.rule.rawValue, diagnostic.severity, in: path, least: least)
  }

  /// The settings of a file, found once: a file may have a finding for each of its values, and a
  /// project as many patterns.
  private mutating func settings(of path: String) -> ProjectFile {
    if let known = settings[path] { return known }
    let (project, relative) = lookUp(path)
    let found = (project?.file ?? ProjectFile()).settings(for: relative)
    settings[path] = found
    return found
  }

  /// Whether a finding in a file is not reported.
  package mutating func ignores(_ diagnostic: Diagnostic, in path: String) -> Bool {
    severity(of: diagnostic, in: path) == nil
  }

  /// Whether the project enables one of the rules in a file.
  package mutating func isEnabled(anyOf rules: [RuleID], in path: String) -> Bool {
    settings(of: path).isEnabled(anyOf: rules.map(\.rawValue), in: path)
  }

  /// The project file of a file or folder, as a person would write it, and its settings.
  package mutating func project(
    for path: String
  ) -> (path: String?, project: ProjectFile, relative: String) {
    let isFolder = Files.kind(of: path) == .folder
    let (project, relative) = lookUp(isFolder ? FilePath.joined(path, "*") : path)
    return (project?.path, project?.file ?? ProjectFile(), relative)
  }

  /// The project file that counts for a file, and the file's path relative to it.
  private mutating func lookUp(_ path: String) -> (project: FoundProject?, relative: String) {
    let folder = folder(FilePath.folder(of: path))
    let project =
      switch source {
      case .none: FoundProject?.none
      case .file(let path): read(path)
      case .nearest: folder.project.flatMap { read($0) }
      }
    guard let project else { return (nil, path) }
    let resolved = FilePath.joined(folder.path, FilePath.name(of: path))
    return (project, FilePath.relative(resolved, to: project.folder))
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
      let path = FilePath.joined(folder, DefinitionFolder.projectFileName)
      if DefinitionFolder.isProjectFile(path) { return path }
      let parent = FilePath.folder(of: folder)
      if parent == folder { return nil }
      folder = parent
    }
  }

  /// The findings about a project file.
  static func findings(of path: String) throws(FileError) -> FileFindings {
    let (file, diagnostics, map) = ProjectReader.read(try Files.read(path))
    let folder = Files.resolved(path).map(FilePath.folder) ?? "."
    return FileFindings(
      path: path, map: map, diagnostics: diagnostics + unmatchedPaths(of: file, in: folder))
  }

  /// The patterns of a project file that match no file in its folder.
  private static func unmatchedPaths(of file: ProjectFile, in folder: String) -> [Diagnostic] {
    var left: [(index: Int, position: Int?, pattern: FilePattern)] = []
    for (index, section) in file.sections.dropFirst().enumerated() {
      for (position, pattern) in (section.paths ?? []).enumerated() {
        left.append((index, section.isPathsList ? position : nil, pattern))
      }
    }
    if left.isEmpty { return [] }
    let search = FileSearch([folder], kinds: [.definition, .types, .spec], mayBeEmpty: true)
    for path in search.paths where !left.isEmpty {
      let relative = FilePath.relative(path, to: folder)
      left.removeAll { $0.pattern.covers(relative) }
    }
    return left.map { index, position, pattern in
      let paths = Pointer.root["files"][index]["paths"]
      return Diagnostic(
        .setting(.unmatchedPaths(pattern.text)), at: .init(position.map { paths[$0] } ?? paths),
        severity: .warning)
    }
  }

  private mutating func read(_ path: String) -> FoundProject? {
    if let known = found[path] { return known }
    guard let resolved = Files.resolved(path) else { return nil }
    let shown = Files.shown(resolved)
    var bytes: [UInt8] = []
    do {
      bytes = try Files.read(shown)
    } catch {
      failures.append(error.description)
    }
    let (file, diagnostics, map) = ProjectReader.read(bytes)
    let project = FoundProject(
      folder: FilePath.folder(of: resolved), path: shown, file: file,
      findings: FileFindings(
        path: shown, map: map,
        diagnostics: diagnostics
          + ProjectSettings.unmatchedPaths(of: file, in: FilePath.folder(of: resolved))))
    found[path] = project
    return project
  }
}
