package import StateTables

/// Reads files and checks all that they say, each once, with the files that they need.
package struct Validation {
  /// A file after all checks.
  package struct CheckedFile: Sendable {
    /// What it says.
    package let file: DefinitionFolder.File
    /// What is wrong with it.
    package private(set) var findings: FileFindings
    /// The definition, ready to run; `nil` for other files, drafts, and where there is an error.
    package let definition: CheckedDefinition?

    /// The spec, if it is one and can be run.
    package var spec: Spec? {
      guard case .spec(let spec) = file.content, findings.count(.error) == 0 else { return nil }
      return spec
    }

    /// Adds a remark.
    package mutating func add(_ diagnostic: Diagnostic) {
      findings = FileFindings(
        path: findings.path, map: findings.map, diagnostics: findings.diagnostics + [diagnostic],
        others: findings.others)
    }
  }

  private var folder = DefinitionFolder()
  private var checked: [String: CheckedFile] = [:]
  /// What could not be found or read, in the order in which it was asked for.
  var failures: [String] = []
  /// Everything that was checked: what was asked for, then what that needs.
  private var order: [String] = []

  /// Looks at what a definition without errors does: the definition, its spec, its path, and whether
  /// there are no warnings either.
  package typealias Exploring = @Sendable (CheckedDefinition, Spec?, String, Bool) -> [Diagnostic]

  private let exploring: Exploring?

  /// Starts with nothing read; definitions are explored as `exploring` says, if at all.
  package init(exploring: Exploring? = nil) { self.exploring = exploring }

  /// All files that were checked, in the order of the bytes of their paths.
  package var files: [CheckedFile] {
    order.compactMap { checked[$0] }.sorted {
      $0.file.path.utf8.lexicographicallyPrecedes($1.file.path.utf8)
    }
  }

  /// Takes a text as the file at `path`, which need not exist; it is checked when it is needed.
  package mutating func read(_ bytes: [UInt8], as path: String) {
    _ = folder.add(bytes, as: path)
  }

  /// Checks a text as the file at `path`, which need not exist.
  package mutating func check(_ bytes: [UInt8], as path: String) {
    check(folder.add(bytes, as: path))
    explore()
  }

  /// Checks what was found; in folders, definitions without a spec are told.
  package mutating func check(_ search: FileSearch) {
    failures += search.failures.map(\.description)
    for path in search.paths {
      guard let found = check(path), search.hasFolder else { continue }
      if let note = noteOfMissingSpec(found.file) {
        checked[found.file.resolved]?.add(note)
      }
    }
    findEqualNames()
    explore()
  }

  /// Looks at what the definitions do that can run.
  private mutating func explore() {
    guard let exploring else { return }
    for resolved in order {
      guard let file = checked[resolved], let definition = file.definition,
        file.findings.count(.error) == 0
      else { continue }
      let spec = specBeside(file.file)
      let isClean = file.findings.count(.warning) == 0
      for diagnostic in exploring(definition, spec, file.file.path, isClean) {
        checked[resolved]?.add(diagnostic)
      }
    }
  }

  /// The spec beside a definition, if it was read and can be run.
  private func specBeside(_ definition: DefinitionFolder.File) -> Spec? {
    guard let stem = definition.stem else { return nil }
    let name = stem + DefinitionFolder.Kind.spec.suffix
    return checked[FilePath.joined(FilePath.folder(of: definition.resolved), name)]?.spec
  }

  /// Two files of one definitions folder may not define one name.
  private mutating func findEqualNames() {
    var first: [String: String] = [:]
    for file in files {
      guard case .definition(let definition) = file.file.content else { continue }
      let resolved = file.file.resolved
      let key = "\(definition.name)\n\(DefinitionFolder.root(of: resolved))"
      guard let other = first[key] else {
        first[key] = resolved
        continue
      }
      let shown = FilePath.relative(other, to: FilePath.folder(of: resolved))
      checked[resolved]?.add(
        Diagnostic(
          rule: "file/name", severity: .error,
          message: "two files define `\(definition.name)`: also `\(shown)`", at: .init("/state")))
    }
  }

  private func noteOfMissingSpec(_ file: DefinitionFolder.File) -> Diagnostic? {
    guard let stem = file.stem, case .definition(let definition) = file.content else { return nil }
    let name = stem + DefinitionFolder.Kind.spec.suffix
    let path = FilePath.joined(FilePath.folder(of: file.path), name)
    return Files.kind(of: path) == nil ? definition.missingSpec : nil
  }

  /// Checks a file, and the files that it needs; `nil` if it cannot be read.
  @discardableResult
  package mutating func check(_ path: String) -> CheckedFile? {
    do {
      return check(try folder.file(at: path))
    } catch {
      failures.append(error.description)
      return nil
    }
  }

  @discardableResult
  private mutating func check(_ file: DefinitionFolder.File) -> CheckedFile {
    if let known = checked[file.resolved] { return known }
    order.append(file.resolved)
    let used = folder.usedFiles(of: file)
    var diagnostics = file.diagnostics + used.diagnostics
    var definition: CheckedDefinition?
    if file.isWhole {
      switch file.content {
      case .definition(let written):
        let result = written.checked(with: used.files)
        diagnostics += result.diagnostics
        definition = used.isWhole ? result.checked : nil
      case .types(let written): diagnostics += written.checked(with: used.files)
      case .spec(let written): diagnostics += check(written, of: file)
      case .unreadable: break
      }
    }
    if !diagnostics.contains(where: { $0.severity == .error }) { diagnostics += file.remarks }
    let result = CheckedFile(
      file: file,
      findings: FileFindings(
        path: file.path, map: file.map, diagnostics: diagnostics, others: used.sources),
      definition: definition)
    checked[file.resolved] = result
    for path in used.paths { check(path) }
    return result
  }

  /// Checks a spec against the definition beside it.
  private mutating func check(_ spec: Spec, of file: DefinitionFolder.File) -> [Diagnostic] {
    guard let path = definitionPath(of: file) else {
      return [
        Diagnostic(
          rule: "file/name", severity: .error, message: "this spec has no definition beside it",
          at: .init("/spec"))
      ]
    }
    guard let definition = check(path)?.definition else { return [] }
    return spec.checked(against: definition)
  }

  /// The definition beside a spec.
  package func definitionPath(of spec: DefinitionFolder.File) -> String? {
    guard case .spec(let written) = spec.content else { return nil }
    let name = (spec.stem ?? written.definition) + DefinitionFolder.Kind.definition.suffix
    let path = FilePath.joined(FilePath.folder(of: spec.path), name)
    return Files.kind(of: path) == .file ? path : nil
  }
}

extension Validation {
  /// What was found, and what could not be read.
  package var report: Report {
    Report(files.map(\.findings), failures: failures)
  }

  /// `2 errors, 1 warning in 14 files`, or what is valid: `3 definitions and 2 specs are valid`.
  package var summary: String { summary(of: report) }

  /// The same for the findings that are told.
  package func summary(of report: Report) -> String {
    let files = self.files
    if let counts = report.counts { return "\(counts) in \(Report.counted(files.count, "file"))" }
    if self.report.findings.contains(where: { $0.count(.error) > 0 }) {
      return "nothing new in \(Report.counted(files.count, "file"))"
    }
    let nouns: [(DefinitionFolder.Kind, String)] = [
      (.definition, "definition"), (.types, "types file"), (.spec, "spec"),
    ]
    let parts = nouns.compactMap { kind, noun -> String? in
      let count = files.count { $0.file.kind == kind }
      return count == 0 ? nil : Report.counted(count, noun)
    }
    guard let last = parts.last else { return "0 files" }
    let list = parts.count == 1 ? last : parts.dropLast().joined(separator: ", ") + " and \(last)"
    return "\(list) \(files.count == 1 ? "is" : "are") valid"
  }
}
