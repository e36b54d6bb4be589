import ArgumentParser
import StateFiles
import StateTables

/// A file for findings in one of the formats: `sarif=build/states.sarif`.
struct ReportFile: ExpressibleByArgument {
  let format: AnnotationFormat
  let path: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let format = AnnotationFormat(rawValue: parts[0]) else { return nil }
    self.format = format
    path = parts[1]
  }
}

/// The options for the project file.
struct ProjectOptions: ParsableArguments {
  @Option(
    help: .init(
      "The project file. (default: the nearest states.json in or above each file's folder)",
      valueName: "file"), completion: .file())
  var config: String?

  @Flag(help: "Use no project file.")
  var noConfig = false

  func validate() throws {
    if noConfig, config != nil {
      throw ValidationError("--config and --no-config exclude each other")
    }
  }

  /// The project files to use; findings that fail the run are reported in any case.
  func settings(failingOn severity: Diagnostic.Severity) -> ProjectSettings {
    let source = noConfig ? .none : config.map(ProjectSettings.Source.file) ?? .nearest
    return ProjectSettings(source, least: severity)
  }
}

/// The options of commands that judge files: which findings to report, and where.
struct Reporting: ParsableArguments {
  @OptionGroup var options: Options

  @OptionGroup var project: ProjectOptions

  @Option(
    help: .init(
      "Also write the findings to a file, in any format. Repeatable.",
      valueName: "format=file"))
  var output: [ReportFile] = []

  @Option(help: .init("Report only findings that are not in this file.", valueName: "file"))
  var baseline: String?

  @Option(help: .init("Write all findings to this file, for --baseline.", valueName: "file"))
  var writeBaseline: String?

  @Flag(help: "Start again whenever a file changes, until interrupted.")
  var watch = false

  func validate() throws {
    if baseline != nil, writeBaseline != nil {
      throw ValidationError("--baseline and --write-baseline exclude each other")
    }
  }

  /// The findings to report: those that the project enables and the baseline does not contain.
  func settled(_ report: Report) -> Report {
    var settings = project.settings(failingOn: options.common.failOn.severity)
    let report = settings.settled(report)
    guard let baseline else { return report }
    do {
      let (known, findings) = try Baseline.read(baseline)
      let settled = known.settled(report)
      if findings.diagnostics.isEmpty { return settled }
      return Report(
        settled.findings + [findings], failures: settled.failures, remarks: settled.remarks)
    } catch {
      return Report(
        report.findings, failures: report.failures + [error.description], remarks: report.remarks)
    }
  }

  /// Prints the findings, and writes them to the requested files; returns the exit code.
  func print(_ report: Report, summary: String) throws -> ExitCode {
    if let writeBaseline { return try write(Baseline(report), to: writeBaseline, report) }
    let code = options.print(report, summary: summary)
    for file in output {
      let annotations = Annotations(file.format, failingOn: options.common.failOn.severity)
      try Console.save(annotations.print(report), to: file.path)
    }
    return code
  }

  private func write(_ baseline: Baseline, to path: String, _ report: Report) throws -> ExitCode {
    for failure in report.failures { Console.note("error: \(failure)") }
    guard report.failures.isEmpty else { return ExitCode(2) }
    try Console.save(baseline.text, to: path)
    Console.note("\(Report.counted(baseline.count, "finding")) written to \(path)")
    return ExitCode(0)
  }

  /// Judges the files once or repeatedly; `judge` returns the exit code and the files that it used.
  func run(
    _ paths: [String], _ judge: () throws -> (code: ExitCode, files: [String])
  ) throws -> ExitCode {
    guard watch else { return try judge().code }
    var needed: [String] = []
    while true {
      var files = WatchedFiles(paths, others: needed)
      Console.clear()
      do {
        needed = try judge().files
        files.add(needed)
      } catch is ExitCode {}
      while !files.haveChanged() { Console.pause() }
    }
  }
}
