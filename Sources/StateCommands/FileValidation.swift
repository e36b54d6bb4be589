import StateFiles
import StateModel
import StateProject

/// The work of `states validate`: checks files, and fixes them on request.
package struct FileValidation {
  /// How to treat the fixes of findings.
  package enum Fixing {
    /// Only check.
    case none
    /// Print the fixes as a patch, and write nothing.
    case preview
    /// Apply the fixes, and check again.
    case apply
  }

  private static let kinds: Set<DefinitionFolder.Kind> = [.definition, .types, .spec]

  private let paths: [String]
  private let inputName: String?
  private let fixing: Fixing
  private let includesNotes: Bool
  private let reporter: FindingsReporter

  /// - Parameters:
  ///   - paths: Files, folders or patterns; `-` alone for standard input.
  ///   - inputName: The file name of standard input.
  ///   - fixing: How to treat the fixes of findings.
  ///   - includesNotes: Whether to search for notes that the project does not enable, too.
  ///   - reporter: Reports the findings.
  package init(
    _ paths: [String], inputName: String?, fixing: Fixing, includesNotes: Bool,
    _ reporter: FindingsReporter
  ) {
    self.paths = paths
    self.inputName = inputName
    self.fixing = fixing
    self.includesNotes = includesNotes
    self.reporter = reporter
  }

  /// Checks the files once, or whenever they change.
  package func run() throws -> CommandExit {
    try reporter.run(paths) {
      let clock = Stopwatch()
      let validation = try validated()
      let report = reporter.settled(validation.report)
      var summary: String {
        "\(report.summed(validation.summary(of: report))) (\(clock.time))"
      }
      let files = validation.files.map(\.file.path)
      if fixing == .preview { return (reporter.printer.conclude(report, summary: summary), files) }
      return (try reporter.print(report, summary: summary), files)
    }
  }

  /// Checks the files, after fixing them or with a preview of the fixes.
  private func validated() throws -> Validation {
    let settings = reporter.settings
    let exploring =
      includesNotes ? BehaviourChecks.everything : BehaviourChecks.enabled(by: settings)
    let styling = { settings.enable(anyOf: [.styleFormat], in: $0) }
    let isIgnored = { settings.ignores($0, in: $1) }
    var validation = Validation(
      exploring: exploring, styling: styling, ignoring: isIgnored,
      keepingOnlyFindings: fixing != .preview)
    if paths == ["-"] {
      validation.check(try Console.input(), as: inputName ?? "stdin")
      return validation
    }
    let search = reporter.printer.find(paths, Self.kinds, readsInput: true)
    if fixing == .apply {
      let fixed = Validation.fixed(
        search, exploring: exploring, styling: styling, ignoring: isIgnored,
        reporting: reporter.settled)
      Console.note("\(Report.counted(fixed.count, "fix", plural: "fixes")) made")
      return fixed.validation
    }
    validation.check(search)
    if fixing == .preview { show(validation.plannedFixes(search, reporting: reporter.settled)) }
    return validation
  }

  private func show(_ fixes: [Validation.PlannedFix]) {
    for fix in fixes {
      Console.write(fix.patch(forTerminal: Console.isTerminal))
    }
    let count = fixes.reduce(0) { $0 + $1.count }
    Console.note("\(Report.counted(count, "fix", plural: "fixes")) possible")
  }
}
