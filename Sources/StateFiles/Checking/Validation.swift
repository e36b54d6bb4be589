package import StateTables

/// Reads files and checks all that they say, each once, with the files that they need.
package struct Validation {
  private var folder = DefinitionFolder()
  private var checked: [String: CheckedFile] = [:]
  /// What could not be found or read, in the order in which it was asked for.
  var failures: [String] = []
  /// Everything that was checked: what was asked for, then what that needs.
  private var order: [String] = []
  /// Whether only findings are wanted: then a file is let go of once it is checked.
  private let keepsOnlyFindings: Bool
  /// The files that others use: these are needed again and again.
  private var used: Set<String> = []

  /// Looks at what a definition without errors does: the definition, its spec, its path, and whether
  /// there are no warnings either.
  package typealias Exploring = (CheckedDefinition, Spec?, String, Bool) -> [Diagnostic]

  /// Whether it is told of the file at a path that it is not in its canonical form.
  package typealias Styling = (String) -> Bool

  private let exploring: Exploring?
  let styling: Styling?
  /// What was explored: each definition once, before it is let go of.
  private var explored: Set<String> = []

  /// Starts with nothing read; definitions are explored as `exploring` says, if at all.
  package init(
    exploring: Exploring? = nil, styling: Styling? = nil, keepingOnlyFindings: Bool = false
  ) {
    self.exploring = exploring
    self.styling = styling
    keepsOnlyFindings = keepingOnlyFindings
  }

  /// All files that were checked, in the order of the bytes of their paths.
  package var files: [CheckedFile] {
    let files = order.compactMap { checked[$0] }
    // A search finds them in this order: only used files stand elsewhere.
    let areSorted = files.indices.dropFirst().allSatisfy { place in
      !files[place].file.path.utf8.lexicographicallyPrecedes(files[place - 1].file.path.utf8)
    }
    if areSorted { return files }
    return files.sorted { $0.file.path.utf8.lexicographicallyPrecedes($1.file.path.utf8) }
  }

  /// Takes a text as the file at `path`, which need not exist; it is checked when it is needed.
  package mutating func read(_ bytes: [UInt8], as path: String) {
    _ = folder.add(bytes, as: path)
  }

  /// Checks a text as the file at `path`, which need not exist.
  package mutating func check(_ bytes: [UInt8], as path: String) {
    check(folder.add(bytes, as: path))
    explore(order)
    style(order)
  }

  /// Checks what was found; in folders, definitions without a spec are told.
  package mutating func check(_ search: FileSearch) {
    failures += search.failures.map(\.description)
    // A spec and its definition stand side by side: both are there when one is explored.
    var stem: String?
    var together: [String] = []
    for path in search.paths {
      guard let found = check(path, resolved: search.resolved[path]) else { continue }
      let resolved = found.file.resolved
      if search.hasFolder, let note = noteOfMissingSpec(found.file) {
        checked[resolved]?.add(note)
      }
      if found.file.stem == nil || found.file.stem != stem {
        finish(together)
        together = []
        stem = found.file.stem
      }
      together.append(resolved)
    }
    finish(together)
    findEqualNames()
    explore(order)
  }

  /// Explores definitions, and lets go of files that are not needed again.
  private mutating func finish(_ files: [String]) {
    explore(files)
    style(files)
    guard keepsOnlyFindings else { return }
    for resolved in files {
      checked[resolved]?.release()
      if !used.contains(resolved) { folder.release(resolved) }
    }
  }

  /// Explores the definitions that have no errors; a spec without errors adds what it knows.
  private mutating func explore(_ files: [String]) {
    guard let exploring else { return }
    for resolved in files {
      guard let file = checked[resolved], let definition = file.definition,
        file.findings.count(.error) == 0, explored.insert(resolved).inserted
      else { continue }
      let isClean = file.findings.count(.warning) == 0
      let found = exploring(definition, specBeside(file.file), file.file.path, isClean)
      for diagnostic in found { checked[resolved]?.add(diagnostic) }
    }
  }

  /// Compares files with their canonical form, where nothing else is wrong with them.
  private mutating func style(_ files: [String]) {
    guard let styling else { return }
    for resolved in files {
      guard let file = checked[resolved], !file.isReleased, file.findings.count(.error) == 0,
        file.findings.count(.warning) == 0, styling(file.file.path),
        let finding = Formatting.finding(in: file.file)
      else { continue }
      checked[resolved]?.add(finding)
    }
  }

  /// The spec beside a definition, if it was read and has no errors.
  private mutating func specBeside(_ definition: DefinitionFolder.File) -> Spec? {
    guard let stem = definition.stem else { return nil }
    let path = FilePath.joined(
      FilePath.folder(of: definition.resolved), stem + DefinitionFolder.Kind.spec.suffix)
    guard let file = checked[path] else { return nil }
    return file.isReleased ? check(path)?.spec : file.spec
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
      checked[resolved]?.add(
        Diagnostic(
          rule: "file/name", severity: .error,
          message: "two files define `\(name)`: also `\(shown)`", at: .init("/state")))
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
  package mutating func check(_ path: String) -> CheckedFile? { check(path, resolved: nil) }

  private mutating func check(_ path: String, resolved: String?) -> CheckedFile? {
    do {
      return check(try folder.file(at: path, resolved: resolved))
    } catch {
      failures.append(error.description)
      return nil
    }
  }

  @discardableResult
  private mutating func check(_ file: DefinitionFolder.File) -> CheckedFile {
    let known = checked[file.resolved]
    if let known, !known.isReleased { return known }
    if known == nil { order.append(file.resolved) }
    let used = folder.usedFiles(of: file)
    var diagnostics = file.diagnostics + used.diagnostics
    var definition: CheckedDefinition?
    var outline: PartialDefinition?
    if file.isWhole {
      switch file.content {
      case .definition(let written):
        let result = written.checked(with: used.files)
        diagnostics = file.diagnostics(with: result.diagnostics) + used.diagnostics
        definition = used.isWhole ? result.checked : nil
        outline = used.isWhole ? result.outline : nil
      case .types(let written): diagnostics += written.checked(with: used.files)
      case .spec(let written): diagnostics += check(written, of: file)
      case .unreadable: break
      }
    }
    diagnostics = UnicodeCheck.explained(diagnostics, in: file)
    if !diagnostics.contains(where: { $0.severity == .error }) { diagnostics += file.remarks }
    let result = CheckedFile(
      file: file,
      findings: FileFindings(
        path: file.path, map: file.map, diagnostics: diagnostics, others: used.sources),
      definition: definition, outline: outline)
    // What was released has been told of, with what concerns it and other files.
    if known != nil { return result }
    checked[file.resolved] = result
    for path in used.paths { checkUsed(path) }
    return result
  }

  /// Checks a file that another one uses, unless it has been checked.
  private mutating func checkUsed(_ path: String) {
    do {
      let file = try folder.file(at: path)
      used.insert(file.resolved)
      if checked[file.resolved] == nil { check(file) }
    } catch {
      failures.append(error.description)
    }
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
    guard let checked = check(path) else { return [] }
    if let definition = checked.definition { return spec.checked(against: definition) }
    guard let outline = checked.outline else { return [] }
    return spec.checked(against: outline)
  }

  /// The definition beside a spec.
  package func definitionPath(of spec: DefinitionFolder.File) -> String? {
    guard case .spec(let written) = spec.content else { return nil }
    let name = (spec.stem ?? written.definition) + DefinitionFolder.Kind.definition.suffix
    let path = FilePath.joined(FilePath.folder(of: spec.path), name)
    return Files.kind(of: path) == .file || folder.given(path) != nil ? path : nil
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
    let parts = [DefinitionFolder.Kind.definition, .types, .spec].compactMap { kind -> String? in
      let count = files.count { $0.file.kind == kind }
      return count == 0 ? nil : Report.counted(count, kind.noun)
    }
    guard let last = parts.last else { return "0 files" }
    let list = parts.count == 1 ? last : parts.dropLast().joined(separator: ", ") + " and \(last)"
    return "\(list) \(files.count == 1 ? "is" : "are") valid"
  }
}

extension Validation {
  /// The errors of what was checked, and what else was found, in the order of the paths.
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
