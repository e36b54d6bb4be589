import ArgumentParser
import StateFiles
import StateTables

/// `states validate`.
struct Validate: ParsableCommand {
  static let configuration = CommandConfiguration(
    "validate", abstract: "Checks definitions, types files and specs.")

  @Argument(
    help: "Files, folders or patterns, `-` for standard input; else the definitions folder.",
    completion: .file())
  var paths: [String] = []

  @Option(help: "The file name of standard input; it decides the kind and `uses`.")
  var stdinPath: String?

  @Flag(help: "Apply the fixes that keep the meaning, and check again.")
  var fix = false

  @Flag(help: "With --fix: show the changes as a patch, and write nothing.")
  var diff = false

  @OptionGroup var reporting: Reporting

  private static let kinds: Set<DefinitionFolder.Kind> = [.definition, .types, .spec]

  func validate() throws {
    if paths.contains("-"), paths.count > 1 {
      throw ValidationError("`-` cannot be combined with other paths")
    }
    if paths == ["-"], fix { throw ValidationError("--fix needs files, not standard input") }
    if paths == ["-"], reporting.watch {
      throw ValidationError("--watch needs files, not standard input")
    }
    if diff, !fix { throw ValidationError("--diff goes with --fix") }
    if fix, reporting.watch { throw ValidationError("--fix and --watch exclude each other") }
  }

  func run() throws {
    throw try reporting.run(paths) {
      let clock = Stopwatch()
      let validation = try validated()
      let report = reporting.settled(validation.report)
      let summary = "\(report.summed(validation.summary(of: report))) (\(clock.time))"
      let files = validation.files.map(\.file.path)
      if diff { return (reporting.options.common.conclude(report, summary: summary), files) }
      return (try reporting.print(report, summary: summary), files)
    }
  }

  /// Checks the requested files, after fixing them or with a preview of the fixes.
  private func validated() throws -> Validation {
    let failing = reporting.options.common.failOn
    let settings = SharedSettings(reporting.project.settings(failingOn: failing.severity))
    let exploring =
      failing == .note ? BehaviourChecks.everything : BehaviourChecks.enabled(by: settings)
    let styling = { settings.enable(TextForm.rule.id, in: $0) }
    var validation = Validation(
      exploring: exploring, styling: styling, keepingOnlyFindings: !diff)
    if paths == ["-"] {
      validation.check(try Console.input(), as: stdinPath ?? "stdin")
      return validation
    }
    let search = reporting.options.find(paths, Self.kinds)
    if fix, !diff {
      let fixed = Validation.fixed(
        search, exploring: exploring, styling: styling, telling: reporting.settled)
      Console.note("\(Report.counted(fixed.count, "fix", plural: "fixes")) made")
      return fixed.validation
    }
    validation.check(search)
    if diff { show(validation.plannedFixes(search, telling: reporting.settled)) }
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
