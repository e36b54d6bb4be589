import ArgumentParser
import StateFiles

/// `states validate`.
struct Validate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks definitions, types files and specs.")

  @Argument(
    help: "Files, folders or patterns, `-` for standard input; else the definitions folder.")
  var paths: [String] = []

  @Option(help: "The name of what comes on standard input: it decides its kind and `uses`.")
  var stdinPath: String?

  @Flag(help: "Make the fixes that keep the meaning, and check again.")
  var fix = false

  @OptionGroup var reporting: Reporting

  func validate() throws {
    if fix, paths == ["-"] { throw ValidationError("--fix needs files, not standard input") }
  }

  func run() throws {
    let clock = Stopwatch()
    var validation = Validation()
    let kinds: Set<DefinitionFolder.Kind> = [.definition, .types, .spec]
    if fix {
      let fixed = Validation.fixed(reporting.options.find(paths, kinds))
      validation = fixed.validation
      Console.note("\(Report.counted(fixed.count, "fix", plural: "fixes")) made")
    } else if paths == ["-"] {
      validation.check(try Console.input(), as: stdinPath ?? "stdin")
    } else {
      validation.check(reporting.options.find(paths, kinds))
    }
    let report = reporting.settled(validation.report)
    let summary = report.summed(validation.summary(of: report))
    throw try reporting.print(report, summary: "\(summary) (\(clock.time))")
  }
}
