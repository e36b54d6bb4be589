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

  /// Looks at what the definitions do that can run.
  private mutating func explore(_ files: [String]) {
    guard let exploring else { return }
    for resolved in files {
      guard let file = checked[resolved], let definition = file.definition,
        file.findings.count(.error) == 0, explored.insert(resolved).inserted
      else { continue }
      let spec = specBeside(file.file)
      let isClean = file.findings.count(.warning) == 0
      // A row that is missing or never runs may be the one that clears what stays set, or what fails.
      let known = exploring(definition, spec, file.file.path, isClean)
      let isOpen = (file.findings.diagnostics + known).contains { finding in
        Validation.openRules.contains(finding.rule)
      }
      let waits = hasBrokenSpec(file.file)
      let found = known.filter { diagnostic in
        !(isOpen && Validation.consequences.contains(diagnostic.rule))
          && !(waits && Validation.waiting.contains(diagnostic.rule))
      }
      for diagnostic in withCause(Validation.alike(found), in: resolved) {
        checked[resolved]?.add(diagnostic)
      }
    }
  }

  /// The same guard that asks nothing in several rows is one mistake: of what it asks for.
  private static func alike(_ found: [Diagnostic]) -> [Diagnostic] {
    var first: [String: Int] = [:]
    return found.reduce(into: []) { told, diagnostic in
      guard diagnostic.rule == "expr/constant-guard" else { return told.append(diagnostic) }
      guard let place = first[diagnostic.message] else {
        first[diagnostic.message] = told.count
        return told.append(diagnostic)
      }
      told[place].notes.append(.mention(diagnostic.message, at: diagnostic.place))
    }
  }

  /// An error in what a definition does, with the one row that never runs, or the one guard that
  /// asks nothing, as a note: what comes after it is what is wrong.
  private mutating func withCause(_ found: [Diagnostic], in resolved: String) -> [Diagnostic] {
    let known = (checked[resolved]?.findings.diagnostics ?? []) + found
    let causes = known.filter { Validation.causes.contains($0.rule) }
    guard let cause = causes.first, causes.count == 1,
      let place = found.firstIndex(where: { $0.severity == .error }),
      found.count(where: { $0.severity == .error }) == 1
    else { return found }
    checked[resolved]?.drop([cause.rule])
    var found = found
    found[place].notes.append(.mention(cause.message, at: cause.place))
    return found.filter { $0.rule != cause.rule }
  }

  private static let causes: Set<String> = [
    "row/unreachable", "expr/constant-guard", "event/unhandled",
  ]
  private static let openRules: Set<String> = [
    "event/unhandled", "row/unreachable", "state/unreachable", "state/dead-end",
    "expr/constant-guard",
  ]
  private static let consequences: Set<String> = [
    "output/sticky", "output/constant", "expr/may-fail", "spec/row-uncovered",
  ]

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

  /// The spec beside a definition, if it was read and can be run.
  private mutating func specBeside(_ definition: DefinitionFolder.File) -> Spec? {
    guard let path = specPath(of: definition), let file = checked[path] else { return nil }
    return file.isReleased ? check(path)?.spec : file.spec
  }

  /// Whether the spec beside a definition was found wrong.
  private func hasBrokenSpec(_ definition: DefinitionFolder.File) -> Bool {
    specPath(of: definition).flatMap { checked[$0] }.map { $0.findings.count(.error) > 0 } ?? false
  }

  private func specPath(of definition: DefinitionFolder.File) -> String? {
    definition.stem.map { stem in
      FilePath.joined(
        FilePath.folder(of: definition.resolved), stem + DefinitionFolder.Kind.spec.suffix)
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
    var outline: Outline?
    if file.isWhole {
      switch file.content {
      case .definition(let written):
        let result = written.checked(with: used.files)
        diagnostics = GuessedKeys(diagnostics, file.map).with(result.diagnostics)
        definition = used.isWhole ? result.checked : nil
        outline = used.isWhole ? result.outline : nil
      case .types(let written): diagnostics += written.checked(with: used.files)
      case .spec(let written): diagnostics += check(written, of: file)
      case .unreadable: break
      }
    }
    if var exchanged = ExchangedValues(diagnostics, in: file, uses: used.files) {
      diagnostics = exchanged.explained()
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
    guard let definition = checked.definition else {
      self.checked[checked.file.resolved]?.doubt(namesIn: file.map)
      guard let outline = checked.outline else { return [] }
      return together(
        spec.checked(against: outline, with: checked.findings.diagnostics), in: spec, of: checked)
    }
    let found = together(spec.checked(against: definition), in: spec, of: checked)
    // What the spec knows and the definition lacks may be what something there waits for.
    if found.contains(where: { $0.rule == "name/unknown" && $0.fix == nil }) {
      self.checked[checked.file.resolved]?.drop(Validation.waiting)
    } else if found.contains(where: { $0.severity == .error }) {
      self.checked[checked.file.resolved]?.drop(["output/name", "event/name-tense"])
    }
    return found
  }

  /// What was found in a spec, where one mistake of its definition may explain it: that is told
  /// there if the definition has errors as well, and else with the first of the spec.
  private mutating func together(
    _ found: [Diagnostic], in spec: Spec, of checked: CheckedFile
  ) -> [Diagnostic] {
    let errors = found.filter { $0.severity == .error }
    let others = found.filter { $0.severity != .error }
    let hasErrors = checked.definition == nil
    guard errors.count + (hasErrors ? checked.findings.count(.error) : 0) > 1,
      case .definition(let written) = checked.file.content,
      !checked.file.diagnostics.contains(where: { $0.severity == .error }),
      let cause = written.explanation(
        of: errors, in: spec, with: folder.usedFiles(of: checked.file).files)
    else { return found }
    if hasErrors {
      self.checked[checked.file.resolved]?.replaceErrors(by: cause)
      return others
    }
    var first = errors[0]
    first.notes.append(Diagnostic.Note("in the definition: \(cause.message)"))
    first.notes += errors.dropFirst().map { .mention($0.message, at: $0.place) }
    return [first] + others
  }

  /// What is told of a definition that lacks something.
  private static let waiting: Set<String> = [
    "property/unread", "property/unwritten", "state/unreachable", "state/dead-end",
    "event/unhandled", "command/unsent", "expr/constant-guard", "output/name",
    "output/constant", "output/sticky",
  ]

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
