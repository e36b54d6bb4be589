package import StateFiles
package import StateInterpreter
package import StateModel
package import StateProject

/// Prints the findings and failures of a command, and decides its exit code.
package struct ReportPrinter {
  private let color: ColorChoice
  private let failingSeverity: Diagnostic.Severity
  private let permitsEmpty: Bool
  /// The format of findings.
  private let format: AnnotationFormat

  /// - Parameters:
  ///   - format: The format of findings; nil selects the default for the environment.
  ///   - color: When to use colours.
  ///   - failingSeverity: The severity from which on a finding fails the command.
  ///   - permitsEmpty: Whether paths without any file are permitted.
  package init(
    _ format: AnnotationFormat?, color: ColorChoice, failingOn failingSeverity: Diagnostic.Severity,
    permitsEmpty: Bool
  ) {
    self.format = format ?? (Console.isGitHubWorkflow ? .github : .text)
    self.color = color
    self.failingSeverity = failingSeverity
    self.permitsEmpty = permitsEmpty
  }

  /// Prints findings and failures, and returns the exit code.
  ///
  /// With `toErrors`, findings go to standard error, because standard output has another use. The
  /// summary is made after they are printed, so the time in it is that of all work.
  package func print(
    _ report: Report, summary: @autoclosure () -> String? = nil, toErrors: Bool = false
  ) -> CommandExit {
    let annotations = Annotations(
      format, isColored: Console.isColored(color, onErrors: toErrors), failingOn: failingSeverity)
    let text = annotations.print(report)
    if toErrors { Console.complain(text) } else { Console.write(text) }
    return conclude(report, summary: summary())
  }

  /// Prints details for people: on standard output, unless that contains output for programs.
  func printDetails(_ text: String) {
    switch format {
    case .text, .short, .none: Console.write(text)
    case .json, .sarif, .junit, .github, .gitlab: Console.complain(text)
    }
  }

  /// Prints the failures and the summary, and returns the exit code.
  func conclude(_ report: Report, summary: String?) -> CommandExit {
    for failure in report.failures { Console.note("error: \(failure)") }
    if let summary { Console.note(summary) }
    return CommandExit(report.exitCode(failingOn: failingSeverity))
  }

  /// A definition that passes its checks; otherwise prints the findings and ends the command.
  package func compiled(
    _ path: String, isExplaining: Bool = false
  ) throws -> CompiledDefinition {
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
      throw code == .success ? CommandExit.finding : code
    }
    return isExplaining
      ? try CompiledDefinition(explaining: definition)
      : try CompiledDefinition(definition, isAccelerated: Console.acceleratesSteps)
  }

  /// The files of the given kinds in paths, for a command that may also read standard input.
  package func find(
    _ paths: [String], _ kinds: Set<DefinitionFolder.Kind>, readsInput: Bool = false
  ) -> FileSearch {
    FileSearch(paths, kinds: kinds, mayBeEmpty: permitsEmpty, readsInput: readsInput)
  }

  /// The findings as text for a report file.
  func text(_ report: Report, as format: AnnotationFormat) -> String {
    Annotations(format, failingOn: failingSeverity).print(report)
  }
}
