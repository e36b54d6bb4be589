import StateChecks
package import StateFiles
package import StateLinking
package import StateModel

/// Checks the files of a run: each file alone, then what definitions do and how files are written.
package struct Validation {
  /// Explores a definition without errors: it gets the definition, its spec, its path, and
  /// whether there are no warnings either.
  package typealias Exploring = (CheckedDefinition, Spec?, String, Bool) -> [Diagnostic]

  /// Whether the file at a path is compared with its canonical form.
  package typealias Styling = (String) -> Bool

  private var checker: FileChecker
  /// Files that could not be found or written.
  private var otherFailures: [String] = []
  /// The findings about project files that were named.
  private(set) var projects: [FileFindings] = []
  /// Whether only findings are wanted: then the content of a checked file is released.
  private let keepsOnlyFindings: Bool
  private let exploring: Exploring?
  let styling: Styling?
  let isIgnored: FileChecker.Ignoring
  /// The definitions that were explored.
  private var explored: Set<PathKey> = []
  /// The files that were compared with their canonical form.
  private var styled: Set<PathKey> = []

  /// Starts with no file read; definitions are explored with `exploring`, if it is given.
  package init(
    exploring: Exploring? = nil, styling: Styling? = nil,
    ignoring isIgnored: @escaping FileChecker.Ignoring = { _, _ in false },
    keepingOnlyFindings: Bool = false
  ) {
    checker = FileChecker(ignoring: isIgnored)
    self.isIgnored = isIgnored
    self.exploring = exploring
    self.styling = styling
    keepsOnlyFindings = keepingOnlyFindings
  }

  /// All files that were checked, in the order of the bytes of their paths.
  package var files: [CheckedFile] { checker.files }

  /// The files that could not be found, read or written, in the order of the requests.
  var failures: [String] { otherFailures + checker.failures }

  /// Adds files that could not be written.
  mutating func fail(_ failures: [String]) { otherFailures += failures }

  /// Takes a text as the file at `path`, which need not exist; it is checked when it is needed.
  package mutating func read(_ bytes: [UInt8], as path: String) { checker.read(bytes, as: path) }

  /// Checks a text as the file at `path`, which need not exist.
  package mutating func check(_ bytes: [UInt8], as path: String) {
    checker.check(bytes, as: path)
    explore(checker.order)
    style(checker.order)
  }

  /// Checks a file, and the files that it needs; `nil` if it cannot be read.
  @discardableResult
  package mutating func check(_ path: String) -> CheckedFile? { checker.check(path) }

  /// Checks the files of a search; in folders, definitions without a spec get a note.
  package mutating func check(_ search: FileSearch) {
    otherFailures += search.failures.map(\.description)
    // A spec is next to its definition: both are checked before the definition is explored.
    var stem: String?
    var together: [String] = []
    for path in search.paths {
      guard let found = checker.check(path, resolved: search.resolved[PathKey(path)]) else {
        continue
      }
      let resolved = found.file.resolved
      if search.hasFolder, let note = missingSpec(of: found.file) {
        checker.add([note], to: resolved)
      }
      if found.file.stem == nil || found.file.stem != stem {
        finish(together)
        together = []
        stem = found.file.stem
      }
      together.append(resolved)
    }
    finish(together)
    for path in search.projects {
      do throws(FileError) {
        projects.append(try ProjectSettings.findings(of: path))
      } catch {
        otherFailures.append(error.description)
      }
    }
    findEqualNames()
    explore(checker.order)
  }

  /// Explores definitions, and releases files that are not needed again.
  private mutating func finish(_ files: [String]) {
    explore(files)
    style(files)
    guard keepsOnlyFindings else { return }
    for resolved in files { checker.release(resolved) }
  }

  /// Explores the definitions that have no errors; a spec without errors adds what it knows.
  private mutating func explore(_ files: [String]) {
    guard let exploring else { return }
    for resolved in files {
      guard let file = checker[resolved], let definition = file.definition,
        file.findings.count(.error) == 0, explored.insert(PathKey(resolved)).inserted
      else { continue }
      let isClean = !file.findings.diagnostics.contains {
        $0.severity == .warning && !isIgnored($0, file.file.path)
      }
      let spec = checker.specBeside(file.file)
      checker.add(exploring(definition, spec, file.file.path, isClean), to: resolved)
    }
  }

  /// Compares files with their canonical form, where nothing else is wrong with them.
  private mutating func style(_ files: [String]) {
    guard let styling else { return }
    for resolved in files {
      guard let file = checker[resolved], !file.isReleased, file.findings.count(.error) == 0,
        file.findings.count(.warning) == 0, styled.insert(PathKey(resolved)).inserted,
        styling(file.file.path),
        let finding = Formatting.finding(in: file.file)
      else { continue }
      checker.add([finding], to: resolved)
    }
  }

  /// Two files of one definitions folder may not define one name.
  private mutating func findEqualNames() {
    var first: [String: String] = [:]
    var roots: [String: String] = [:]
    for file in files {
      guard let name = file.definedName else { continue }
      let resolved = file.file.resolved
      let folder = FilePath.folder(of: resolved)
      let root = roots[folder] ?? DefinitionFolder.root(of: resolved)
      roots[folder] = root
      let key = "\(name)\n\(root)"
      guard let other = first[key] else {
        first[key] = resolved
        continue
      }
      let shown = FilePath.relative(other, to: FilePath.folder(of: resolved))
      checker.add(
        [Diagnostic(.file(.definedTwice(name, also: shown)), at: .init("/state"))], to: resolved)
    }
  }

  /// The note for a definition without a spec beside it; `nil` if `allow` permits it.
  package func missingSpec(of file: DefinitionFolder.File) -> Diagnostic? {
    guard let stem = file.stem, case .definition(let definition) = file.content else { return nil }
    let name = stem + DefinitionFolder.Kind.spec.suffix
    let path = FilePath.joined(FilePath.folder(of: file.path), name)
    return Files.kind(of: path) == nil ? definition.missingSpec : nil
  }

  /// The path of the definition beside a spec.
  package func definitionPath(of spec: DefinitionFolder.File) -> String? {
    checker.definitionPath(of: spec)
  }
}

extension Validation {
  /// The findings, and the files that could not be read.
  package var report: Report {
    Report(files.map(\.findings) + projects, failures: failures)
  }

  /// `2 errors, 1 warning in 14 files`, or the valid files: `3 definitions and 2 specs are valid`.
  package var summary: String { summary(of: report) }

  /// The same for the findings that are reported.
  package func summary(of report: Report) -> String {
    let files = self.files
    let count = Report.counted(files.count + projects.count, "file")
    if let counts = report.counts { return "\(counts) in \(count)" }
    if self.report.findings.contains(where: { $0.count(.error) > 0 }) {
      return "nothing new in \(count)"
    }
    var parts = [DefinitionFolder.Kind.definition, .types, .spec].compactMap { kind -> String? in
      let count = files.count { $0.file.kind == kind }
      return count == 0 ? nil : Report.counted(count, kind.noun)
    }
    if !projects.isEmpty { parts.append(Report.counted(projects.count, "project file")) }
    guard let last = parts.last else { return "0 files" }
    let list = parts.count == 1 ? last : parts.dropLast().joined(separator: ", ") + " and \(last)"
    return "\(list) \(files.count + projects.count == 1 ? "is" : "are") valid"
  }
}

extension Validation {
  /// The errors of the checked files, and other findings, in the order of the paths.
  package func errors(and found: [FileFindings], failures: [String]) -> Report {
    let errors = files.map { file in
      FileFindings(
        path: file.file.path, map: file.file.map,
        diagnostics: file.findings.diagnostics.filter { $0.severity == .error },
        others: file.findings.others)
    }
    let files = (errors + found).sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    return Report(files, failures: failures + report.failures)
  }
}
