import StateChecks
import StateExploration
import StateFiles
import StateInterpreter
import StateLinking
package import StateModel
import StateProject
import StateSpecs

/// Compares the definitions of two versions, pair by pair.
package struct VersionComparison {
  /// The rules that may be violated.
  private let permitted: Set<RuleID>
  /// The name of the old version if it differs from its path or revision.
  private let oldName: String?
  private var findings: [FileFindings] = []
  private var failures: [String] = []
  private var pairCount = 0
  private var sameCount = 0
  private var documentCount = 0

  /// Compares the versions in two paths, and prints the findings.
  ///
  /// - Parameters:
  ///   - old: A file, a folder, or `git:REF` for the files of `new` in a revision.
  ///   - new: A file or a folder.
  ///   - permitted: The rules that may be violated.
  ///   - printer: Prints the findings.
  /// - Returns: The exit code.
  package static func run(
    _ old: String, _ new: String, permitted: Set<RuleID>, _ printer: ReportPrinter
  ) -> CommandExit {
    let clock = Stopwatch()
    var comparison = VersionComparison(permitted: permitted)
    comparison.compare(old, new)
    // Every note counts: it may be that not all was compared.
    var settings = ProjectSettings(.nearest, least: .note)
    let report = settings.settled(comparison.report) { present($0, old, new) }
    let summary = comparison.summary(of: report)
    return printer.print(report, summary: "\(summary) (\(clock.time))")
  }

  /// The path in the new version for one of the old: the settings of the new version count for both.
  private static func present(_ path: String, _ old: String, _ new: String) -> String {
    if old.hasPrefix("git:") {
      let prefix = old.dropFirst(4) + ":"
      return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
    }
    return path == old || path.hasPrefix(old + "/") ? new + path.dropFirst(old.count) : path
  }

  init(permitted: Set<RuleID>, oldName: String? = nil) {
    self.permitted = permitted
    self.oldName = oldName
  }

  /// A version whose files are read.
  private struct Version {
    /// The name of the version in findings.
    let name: String
    /// The prefix of its paths in findings.
    var prefix = ""
    var validation = Validation()

    /// The absolute path of its folder: of the files that it is compared with, for a revision.
    var root = ""

    /// A definition of a version.
    struct Definition {
      let file: CheckedFile
      let name: String
      /// Its folder, relative to that of the version.
      let folder: String
    }

    /// The definitions of the version, including those with errors.
    var definitions: [Definition] {
      validation.files.compactMap { file in
        guard case .definition(let definition) = file.file.content else { return nil }
        let folder = FilePath.relative(FilePath.folder(of: file.file.resolved), to: root)
        return Definition(file: file, name: definition.name, folder: folder)
      }
    }

    /// Whether all its definitions are known: a file that cannot be read could contain another.
    var isWhole: Bool {
      validation.report.failures.isEmpty
        && !validation.files.contains { file in
          guard case .unreadable = file.file.content else { return false }
          return file.file.kind == .definition
        }
    }

    /// The errors of all files except specs: what of a spec does not fit is not run.
    var errors: [FileFindings] {
      validation.files.filter { file in
        if case .spec = file.file.content { return false }
        return file.findings.count(.error) > 0
      }.map { VersionComparison.errors(of: $0.findings, prefix) }
    }

    /// The spec of a definition; it may have errors.
    func spec(of file: CheckedFile) -> CheckedFile? {
      validation.files.first { other in
        guard case .spec = other.file.content else { return false }
        return other.file.stem == file.file.stem
          && FilePath.folder(of: other.file.resolved) == FilePath.folder(of: file.file.resolved)
      }
    }
  }

  /// Compares everything in the paths of two arguments.
  mutating func compare(_ old: String, _ new: String) {
    let kinds: Set<DefinitionFolder.Kind> = [.definition, .spec]
    let search = FileSearch(VersionComparison.withSpecs(new), kinds: kinds)
    var after = Version(name: new)
    after.root = Self.root(of: new)
    after.validation.check(search)
    var before: Version
    if old.hasPrefix("git:") {
      before = Version(name: String(old.dropFirst(4)), prefix: "\(old.dropFirst(4)):")
      before.root = after.root
      do {
        let tree = GitTree(revision: before.name)
        let paths = try tree.load(around: new, into: &before.validation)
        for path in paths { before.validation.check(path) }
      } catch {
        failures.append(error.description)
        return
      }
    } else {
      before = Version(name: oldName ?? old)
      before.root = Self.root(of: old)
      before.validation.check(
        FileSearch(VersionComparison.withSpecs(old), kinds: kinds))
    }
    failures += before.validation.report.failures + after.validation.report.failures
    findings = before.errors + after.errors
    if failures.isEmpty, before.definitions.isEmpty, after.definitions.isEmpty, findings.isEmpty {
      failures.append("`\(old)` and `\(new)` hold no definition")
    }
    compare(before, after)
  }

  /// The definitions that two versions have in common.
  private struct DefinitionPairs {
    private(set) var pairs: [(old: Version.Definition, new: Version.Definition)] = []
    /// The definitions that only the old version has.
    private(set) var removed: [Version.Definition] = []

    /// Pairs definitions of one name in one folder; then those of a name that are left, in order,
    /// as files move. A single definition is paired with a single one of any name.
    init(_ olds: [Version.Definition], _ news: [Version.Definition]) {
      if olds.count == 1, news.count == 1 {
        pairs = [(olds[0], news[0])]
        removed = olds.filter { $0.name != news[0].name }
        return
      }
      func key(_ definition: Version.Definition) -> [PathKey] {
        [PathKey(definition.name), PathKey(definition.folder)]
      }
      let inFolder = Dictionary(olds.map { (key($0), $0) }) { first, _ in first }
      let kept = Set(news.map(key))
      removed = olds.filter { !kept.contains(key($0)) }
      for new in news {
        if let old = inFolder[key(new)] {
          pairs.append((old, new))
        } else if let index = removed.firstIndex(where: { $0.name == new.name }) {
          pairs.append((removed.remove(at: index), new))
        }
      }
    }
  }

  /// The absolute path of a folder, or of the folder of a file.
  private static func root(of path: String) -> String {
    let folder = Files.kind(of: path) == .folder ? path : FilePath.folder(of: path)
    return Files.resolved(folder) ?? folder
  }

  /// The path of a definition, and of its spec if there is one.
  private static func withSpecs(_ path: String) -> [String] {
    guard let spec = DefinitionFolder.Kind.spec(beside: path), DefinitionFolder.isNeighbor(spec)
    else { return [path] }
    return [path, spec]
  }

  private static func errors(of file: FileFindings, _ prefix: String) -> FileFindings {
    FileFindings(
      path: prefix + file.path, map: file.map,
      diagnostics: file.diagnostics.filter { $0.severity == .error }, others: file.others)
  }

  private mutating func compare(_ before: Version, _ after: Version) {
    let pairs = DefinitionPairs(before.definitions, after.definitions)
    for (old, new) in pairs.pairs {
      guard let one = old.file.definition ?? old.file.draft,
        let other = new.file.definition ?? new.file.draft
      else { continue }
      pairCount += 1
      compare(old.file, one, new.file, other, before, after)
    }
    for old in pairs.removed where after.isWhole && !permitted.contains(.breakingState) {
      let name = old.name
      let removed = Diagnostic(
        .change(.definitionRemoved(name)), at: .init("/state", range: 0..<name.utf8.count))
      add([removed], of: old.file, prefix: before.prefix)
    }
  }

  private mutating func compare(
    _ oldFile: CheckedFile, _ old: CheckedDefinition,
    _ newFile: CheckedFile, _ new: CheckedDefinition, _ before: Version,
    _ after: Version
  ) {
    let (oldSpec, newSpec) = (before.spec(of: oldFile), after.spec(of: newFile))
    let differences = Differences(
      from: old, to: new, oldName: before.name, newPath: newFile.file.path,
      specs: [oldSpec, newSpec].compactMap { $0?.spec })
    if differences.changes.isEmpty, differences.isSameMeaning {
      if oldFile.file.map.bytes == newFile.file.map.bytes {
        sameCount += 1
      } else {
        documentCount += 1
      }
    }
    let changes = differences.changes.filter { change in
      !permitted.contains(change.diagnostic.rule)
        && !new.definition.allowances.contains { $0.permits(change) }
    }
    add(changes.filter { !$0.isInOld }.map(\.diagnostic), of: newFile, prefix: after.prefix)
    add(changes.filter(\.isInOld).map(\.diagnostic), of: oldFile, prefix: before.prefix)
    let canRun = !old.definition.isDraft && !new.definition.isDraft
    if canRun, let oldSpec, case .spec(let spec) = oldSpec.file.content,
      !permitted.contains(.behaviorChanged)
    {
      let found = VersionComparison.changes(of: spec, old, new, differences.names)
      add(found, of: oldSpec, prefix: before.prefix)
    }
  }

  /// The findings about the cases of an old spec, which runs under the new names.
  private static func changes(
    of spec: Spec, _ old: CheckedDefinition, _ new: CheckedDefinition, _ names: NameMatching
  ) -> [Diagnostic] {
    var found: [Diagnostic] = []
    func note(_ change: Problem.Change) {
      let location = Diagnostic.Location("/spec", range: 0..<spec.definition.utf8.count)
      found.append(Diagnostic(.change(change), at: location, severity: .note))
    }
    /// What of a spec can run on a version.
    func runnable(_ spec: Spec, on version: CheckedDefinition, isOld: Bool) -> Spec? {
      let errors = spec.checked(against: version).filter { $0.severity == .error }
      if errors.isEmpty { return spec }
      let rest = spec.without(errors)
      let isPartly = rest?.root.expectsSomewhere ?? false
      note(.specNotRun(errors: errors.count, isPartly: isPartly, inOld: isOld))
      return rest
    }
    guard let sound = runnable(spec, on: old, isOld: true),
      let renamed = runnable(names.renamed(sound), on: new, isOld: false)
    else { return found }
    let known = Set(failed(sound, of: old).map(\.pointer))
    let failures = failed(renamed, of: new)
    let count = failures.count { known.contains($0.pointer) }
    if count > 0 { note(.casesFailBefore(count)) }
    return found
      + failures.filter { !known.contains($0.pointer) }.compactMap { failure(of: $0, names) }
  }

  /// The finding about a case of an old spec that the new version fails.
  private static func failure(of verdict: Verdict, _ names: NameMatching) -> Diagnostic? {
    verdict.differences.first.map { difference in
      var location = difference.location
      location.pointer = Pointer(names.original(location.pointer.text)) ?? location.pointer
      return Diagnostic(
        .change(.caseFails(title: verdict.title, difference: difference.message)), at: location)
    }
  }

  /// The failed cases of an old spec if it runs on a version.
  private static func failed(_ spec: Spec, of definition: CheckedDefinition) -> [Verdict] {
    guard !spec.checked(against: definition).contains(where: { $0.severity == .error }),
      let compiled = try? CompiledDefinition(definition)
    else { return [] }
    let report = SpecRunner<InterpreterSubject>.run(spec, of: definition) { inputs in
      InterpreterSubject.start(compiled, inputs)
    }
    return report.verdicts.filter { !$0.hasPassed }
  }

  private mutating func add(
    _ diagnostics: [Diagnostic], of file: CheckedFile, prefix: String
  ) {
    if diagnostics.isEmpty { return }
    findings.append(
      FileFindings(
        path: prefix + file.findings.path, map: file.findings.map, diagnostics: diagnostics,
        others: file.findings.others))
  }

  /// The findings of the comparison.
  var report: Report { Report(findings, failures: failures) }

  /// The summary: `2 errors in 1 file`, or `3 definitions compared: 2 unchanged, 1 changed in
  /// documents only`.
  func summary(of report: Report) -> String {
    let compared = "\(Report.counted(pairCount, "definition")) compared"
    var parts: [String] = []
    if sameCount > 0 { parts.append("\(sameCount) unchanged") }
    if documentCount > 0 { parts.append("\(documentCount) changed in documents only") }
    let kept = parts.isEmpty ? compared : "\(compared): \(parts.joined(separator: ", "))"
    return report.summed(report.counts.map { "\($0), \(kept)" } ?? kept)
  }
}

extension Spec {
  /// The spec without what has these errors: expected outputs, and cases, which become empty so that
  /// the others keep their positions. `nil` if an error is elsewhere.
  fileprivate func without(_ errors: [Diagnostic]) -> Spec? {
    guard let root = root.without(errors.map { $0.location.pointer.text[...] }) else { return nil }
    var result = self
    result.root = root
    return result
  }
}

extension Spec.Case {
  /// Whether it or a case below it expects anything.
  fileprivate var expectsSomewhere: Bool {
    expectsSomething || cases.contains(where: \.expectsSomewhere)
  }

  fileprivate func without(_ errors: [Substring]) -> Spec.Case? {
    var result = self
    var inside: [Int: [Substring]] = [:]
    for error in errors {
      let steps = error.split(separator: "/", maxSplits: 2)
      switch (steps.first, steps.dropFirst().first) {
      case ("then", let output?):
        result.then?.removeAll { $0.key == output }
        result.isExact = false
      case ("cases", let index?):
        guard let index = Int(index), cases.indices.contains(index) else { return nil }
        inside[index, default: []].append(steps.count > 2 ? steps[2] : "")
      default: return nil
      }
    }
    for (index, errors) in inside {
      result.cases[index] = cases[index].without(errors) ?? Spec.Case(name: cases[index].name)
    }
    return result
  }
}
