import ArgumentParser
import StateFiles
import StateInterpreter
import StateTables

/// When to use colours.
enum ColorChoice: String, OptionChoice {
  case auto, always, never
}

/// The severity from which on a finding is a failure.
enum SeverityChoice: String, OptionChoice {
  case error, warning, note

  var severity: Diagnostic.Severity {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note: .note
    }
  }
}

/// The options of all commands that check files.
struct Options: ParsableArguments {
  @Option(help: "The format of findings. (default: text; github in a GitHub workflow)")
  var format: AnnotationFormat?

  @OptionGroup var common: CommonOptions

  /// Prints findings and failures, and returns the exit code.
  ///
  /// With `toErrors`, findings go to standard error, because standard output has another use.
  func print(_ report: Report, summary: String? = nil, toErrors: Bool = false) -> ExitCode {
    common.print(report, as: format, summary: summary, toErrors: toErrors)
  }

  /// Prints details for people: on standard output, unless that contains output for programs.
  func printDetails(_ text: String) {
    switch common.chosen(format) {
    case .text, .short, .none: Console.write(text)
    case .json, .sarif, .junit, .github, .gitlab: Console.complain(text)
    }
  }

  /// A definition that passes its checks; otherwise prints the findings and ends the command.
  func compiled(_ path: String) throws -> CompiledDefinition {
    let clock = Stopwatch()
    let search = find([path], [.definition])
    var failures = search.failures.map(\.description)
    if search.paths.count > 1 {
      failures.append("`\(path)` holds \(search.paths.count) definitions, and one is needed")
    }
    if !failures.isEmpty { throw print(Report([], failures: failures)) }
    var validation = Validation()
    let definition = search.paths.first.flatMap { validation.check($0)?.definition }
    guard let definition, validation.report.exitCode(failingOn: .error) == 0 else {
      let code = print(validation.report, summary: "\(validation.summary) (\(clock.time))")
      throw code == ExitCode(0) ? ExitCode(1) : code
    }
    return try CompiledDefinition(definition)
  }

  /// The files of the arguments.
  func find(_ paths: [String], _ kinds: Set<DefinitionFolder.Kind>) -> FileSearch {
    common.find(paths, kinds)
  }
}

/// The same options for commands whose `--format` is the format of their output files.
struct CommonOptions: ParsableArguments {
  @Option(help: "When to use colours.")
  var color = ColorChoice.auto

  @Option(help: "Exit with 1 for findings of this severity or worse.")
  var failOn = SeverityChoice.error

  @Flag(help: "Permit paths without any file.")
  var allowEmpty = false

  /// Prints findings and failures, and returns the exit code.
  ///
  /// With `toErrors`, findings go to standard error, because standard output has another use.
  func print(
    _ report: Report, as format: AnnotationFormat?, summary: String?, toErrors: Bool = false
  ) -> ExitCode {
    let annotations = Annotations(
      chosen(format), isColored: Console.isColored(color, onErrors: toErrors),
      failingOn: failOn.severity)
    let text = annotations.print(report)
    if toErrors { Console.complain(text) } else { Console.write(text) }
    return conclude(report, summary: summary)
  }

  /// The given format; otherwise the default for the environment.
  func chosen(_ format: AnnotationFormat?) -> AnnotationFormat {
    format ?? (Console.isGitHubWorkflow ? .github : .text)
  }

  /// Prints the failures and the summary, and returns the exit code.
  func conclude(_ report: Report, summary: String?) -> ExitCode {
    for failure in report.failures { Console.note("error: \(failure)") }
    if let summary { Console.note(summary) }
    return ExitCode(report.exitCode(failingOn: failOn.severity))
  }

  /// The files of the arguments.
  func find(_ paths: [String], _ kinds: Set<DefinitionFolder.Kind>) -> FileSearch {
    FileSearch(paths, kinds: kinds, mayBeEmpty: allowEmpty)
  }
}
