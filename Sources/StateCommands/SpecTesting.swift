import StateFiles
import StateInterpreter
import StateLinking
import StateModel
import StateProject
import StateSpecs

/// Runs specs on the interpreter; each spec and its definition are checked first.
package struct SpecTesting {
  private let threshold: Int?
  private let showsCoverage: Bool
  private var validation = Validation()
  private var failures: [String] = []
  private var verdicts: [(file: CheckedFile, diagnostics: [Diagnostic], cases: [CaseResult])] = []
  /// The definitions with the parts that no case reaches, and the files with too little coverage.
  private var unreached: [(file: CheckedFile, diagnostics: [Diagnostic])] = []
  private var specCount = 0
  private var passedCount = 0
  private var failedCount = 0
  /// The coverage of each spec, in the order of the runs.
  private(set) var coverageText = ""

  /// Runs the specs in paths once, or whenever a file changes.
  ///
  /// - Parameters:
  ///   - paths: Files, folders or patterns.
  ///   - threshold: The coverage in percent below which a spec gets an error; nil for none.
  ///   - showsCoverage: Whether to print the coverage of each spec.
  ///   - reporter: Reports the findings.
  /// - Returns: The exit code.
  /// - Throws: `CommandExit` if a report file cannot be written.
  package static func run(
    _ paths: [String], threshold: Int?, showsCoverage: Bool, _ reporter: FindingsReporter
  ) throws -> CommandExit {
    try reporter.run(paths) {
      let clock = Stopwatch()
      var testing = SpecTesting(threshold: threshold, showsCoverage: showsCoverage)
      testing.run(reporter.printer.find(paths, [.spec]))
      if let threshold {
        testing.findUntested(FileSearch(paths, kinds: [.definition]), threshold)
      }
      let report = reporter.settled(testing.report)
      var summary: String { "\(report.summed(testing.summary(of: report))) (\(clock.time))" }
      let code = try reporter.print(report, summary: summary)
      if showsCoverage {
        reporter.printer.printDetails(DisplayText.safeLines(testing.coverageText))
      }
      return (code, testing.report.findings.map(\.path))
    }
  }

  init(threshold: Int?, showsCoverage: Bool = false) {
    self.threshold = threshold
    self.showsCoverage = showsCoverage
  }

  /// Runs the specs of a search.
  mutating func run(_ search: FileSearch) {
    failures += search.failures.map(\.description)
    for path in search.paths { run(path) }
  }

  /// Reports the definitions without a spec in the folders of a search: they have no coverage.
  private mutating func findUntested(_ search: FileSearch, _ threshold: Int) {
    guard threshold > 0, search.hasFolder else { return }
    for path in search.paths {
      guard let checked = validation.check(path), validation.missingSpec(of: checked.file) != nil
      else { continue }
      let finding = Diagnostic(
        .spec(.lowCoverage(percent: nil, wanted: threshold)), at: .init("/state"))
      unreached.append((checked, [finding]))
    }
  }

  /// Runs a spec, or the spec beside a definition.
  private mutating func run(_ path: String) {
    var path = path
    if path.hasSuffix(DefinitionFolder.Kind.definition.suffix) {
      let stem = path.dropLast(DefinitionFolder.Kind.definition.suffix.count)
      let spec = String(stem) + DefinitionFolder.Kind.spec.suffix
      if Files.kind(of: spec) == nil {
        failures.append("`\(path)` has no spec: `\(spec)` does not exist")
        return
      }
      guard DefinitionFolder.isNeighbor(spec) else {
        let root = DefinitionFolder.root(of: Files.resolved(path) ?? path)
        failures.append("\(FileError.linkOut(spec, of: Files.shown(root)))")
        return
      }
      path = spec
    }
    guard let file = validation.check(path) else { return }
    guard let spec = file.spec, let beside = validation.definitionPath(of: file.file),
      let definition = validation.check(beside)
    else { return }
    guard let checked = definition.definition ?? definition.draft else {
      let isExplained = definition.findings.count(.error) > 0
      let skipped = CaseResult(title: "all cases", .skipped)
      return verdicts.append((file, isExplained ? [] : [Self.broken], [skipped]))
    }
    do {
      let compiled = try CompiledDefinition(
        draft: checked, isAccelerated: Console.acceleratesSteps)
      run(spec, file, compiled, definition)
    } catch {
      failures.append("`\(beside)` cannot run: \(error)")
    }
  }

  private static let broken = Diagnostic(
    .product(.specOfBroken), at: .init("/spec"), severity: .error)

  private mutating func run(
    _ spec: Spec, _ file: CheckedFile, _ definition: CompiledDefinition,
    _ definitionFile: CheckedFile
  ) {
    var result = SpecRunner<InterpreterSubject>.run(spec, of: definition.source) { inputs in
      InterpreterSubject.start(definition, inputs)
    }
    // An explanation reads outputs that no case reads, which is no coverage.
    let coverage = result.coverage
    if result.passedCount < result.verdicts.count,
      let explaining = try? CompiledDefinition(explaining: definition.source)
    {
      result = SpecRunner<InterpreterSubject>.run(spec, of: definition.source) { inputs in
        InterpreterSubject.start(explaining, inputs, isExplaining: true)
      }
    }
    specCount += 1
    passedCount += result.passedCount
    failedCount += result.verdicts.count - result.passedCount
    let cases = result.verdicts.map { verdict in
      CaseResult(title: verdict.title, verdict.diagnostic.map { .failed($0) } ?? .passed)
    }
    verdicts.append((file, cases.compactMap(\.failure), cases))
    guard let coverage else { return }
    let table = CoverageTable(coverage, of: definition.source)
    coverageText += table.text(name: definition.name)
    if showsCoverage {
      let allowances = definition.source.definition.allowances
      let found = table.findings.filter { part in !allowances.contains { $0.permits(part) } }
      unreached.append((definitionFile, found))
    }
    if let threshold, table.percent < threshold {
      let finding = Diagnostic(
        .spec(.lowCoverage(percent: table.percent, wanted: threshold)), at: .init("/spec"))
      unreached.append((file, [finding]))
    }
  }

  /// The failed cases, and the findings of the checks.
  var report: Report {
    let found = validation.files.map { checked in
      let failed = verdicts.first { $0.file.file.resolved == checked.file.resolved }
      return FileFindings(
        path: checked.file.path, map: checked.file.map,
        diagnostics: checked.findings.diagnostics.filter(Self.matters)
          + (failed?.diagnostics ?? [])
          + unreached.filter { $0.file.file.resolved == checked.file.resolved }
          .flatMap(\.diagnostics), others: checked.findings.others,
        cases: failed?.cases ?? [])
    }
    return Report(found, failures: failures + validation.report.failures)
  }

  /// Whether a finding of the checks matters for running specs.
  private static func matters(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.severity == .error || diagnostic.rule == .specEmpty
  }

  /// The summary: `13 specs, 201 cases passed`, or the failures.
  func summary(of report: Report) -> String {
    let specs = Report.counted(specCount, "spec")
    let cases = Report.counted(passedCount, "case")
    let failed = failedCount == 0 ? "" : "\(Report.counted(failedCount, "case")) failed, "
    let errors = report.findings.reduce(0) { sum, file in
      sum + file.diagnostics.count { $0.severity == .error && $0.rule != .specFailed }
    }
    let passed = failedCount == 0 ? cases : String(passedCount)
    let emptyCount = self.report.findings.reduce(0) { sum, file in
      sum + file.diagnostics.count { $0.rule == .specEmpty }
    }
    let empty =
      emptyCount == 0
      ? "" : ", \(emptyCount == 1 ? "1 case expects" : "\(emptyCount) cases expect") nothing"
    let broken = errors == 0 ? "" : "\(Report.counted(errors, "error")), "
    return "\(broken)\(specs), \(failed)\(passed) passed\(empty)"
  }
}
