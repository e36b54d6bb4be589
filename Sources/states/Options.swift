import ArgumentParser
import StateFiles
import StateInterpreter
import StateProject
import StateTables

/// When colours are used.
enum ColorChoice: String, Choice {
  case auto, always, never
}

/// What counts as a failure.
enum SeverityChoice: String, Choice {
  case error, warning, note

  var severity: Diagnostic.Severity {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note: .note
    }
  }
}

/// What all commands that check files have in common.
struct Options: ParsableArguments {
  @Option(help: "How findings are printed. (default: text; github in a GitHub workflow)")
  var format: AnnotationFormat?

  @OptionGroup var common: CommonOptions

  /// Prints what was found and what could not be done; gives the exit code.
  ///
  /// `toErrors`: standard output is for something else.
  func print(_ report: Report, summary: String? = nil, toErrors: Bool = false) -> ExitCode {
    common.print(report, as: format, summary: summary, toErrors: toErrors)
  }

  /// Tells people more: on standard output, unless what stands there is for programs.
  func tell(_ text: String) {
    switch common.chosen(format) {
    case .text, .short, .none: Console.write(text)
    case .json, .sarif, .junit, .github, .gitlab: Console.complain(text)
    }
  }

  /// A definition that has passed its checks; else they are printed and the command is over.
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

  /// The files that the arguments name.
  func find(_ paths: [String], _ kinds: Set<DefinitionFolder.Kind>) -> FileSearch {
    common.find(paths, kinds)
  }
}

/// The same for commands whose `--format` is that of what they write.
struct CommonOptions: ParsableArguments {
  @Option(help: "When colours are used.")
  var color = ColorChoice.auto

  @Option(help: "Exit with 1 for findings of this severity and worse.")
  var failOn = SeverityChoice.error

  @Flag(help: "Permit paths that lead to no file.")
  var allowEmpty = false

  /// Prints what was found and what could not be done; gives the exit code.
  ///
  /// `toErrors`: standard output is for something else.
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

  /// The format asked for; else the one of the place.
  func chosen(_ format: AnnotationFormat?) -> AnnotationFormat {
    format ?? (Console.isGitHubWorkflow ? .github : .text)
  }

  /// Tells what could not be done, and the summary; gives the exit code.
  func conclude(_ report: Report, summary: String?) -> ExitCode {
    for failure in report.failures { Console.note("error: \(failure)") }
    if let summary { Console.note(summary) }
    return ExitCode(report.exitCode(failingOn: failOn.severity))
  }

  /// The files that the arguments name.
  func find(_ paths: [String], _ kinds: Set<DefinitionFolder.Kind>) -> FileSearch {
    FileSearch(paths, kinds: kinds, mayBeEmpty: allowEmpty)
  }
}
