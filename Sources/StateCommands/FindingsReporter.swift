import StateFiles
package import StateModel
package import StateProject

/// A file for findings in one of the formats: `sarif=build/states.sarif`.
package struct ReportFile {
  let format: AnnotationFormat
  let path: String

  package init(format: AnnotationFormat, path: String) {
    self.format = format
    self.path = path
  }
}

/// Reports the findings of commands that judge files, and repeats these commands on changes.
///
/// It filters the findings by the project files and a baseline, and writes report files.
package struct FindingsReporter {
  let printer: ReportPrinter
  private let projectSource: ProjectSettings.Source
  private let failingSeverity: Diagnostic.Severity
  private let files: [ReportFile]
  private let baseline: String?
  private let newBaseline: String?
  private let isWatching: Bool

  /// - Parameters:
  ///   - printer: Prints the findings.
  ///   - projectSource: The project files to use.
  ///   - failingSeverity: The severity from which on a finding is reported in any case.
  ///   - files: The report files to write.
  ///   - baseline: The file with known findings, which are not reported.
  ///   - newBaseline: The file to write all findings to, instead of reporting them.
  ///   - isWatching: Whether to repeat the command whenever a file changes.
  package init(
    _ printer: ReportPrinter, projectSource: ProjectSettings.Source,
    failingOn failingSeverity: Diagnostic.Severity, files: [ReportFile], baseline: String?,
    newBaseline: String?, isWatching: Bool
  ) {
    self.printer = printer
    self.projectSource = projectSource
    self.failingSeverity = failingSeverity
    self.files = files
    self.baseline = baseline
    self.newBaseline = newBaseline
    self.isWatching = isWatching
  }

  private var project: ProjectSettings { ProjectSettings(projectSource, least: failingSeverity) }

  /// The settings of the project files, shared by the checks of one run.
  var settings: SharedSettings { SharedSettings(project) }

  /// The findings to report: those that the project enables and the baseline does not contain.
  func settled(_ report: Report) -> Report {
    var settings = project
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
  func print(_ report: Report, summary: @autoclosure () -> String) throws -> CommandExit {
    if let newBaseline { return try write(Baseline(report), to: newBaseline, report) }
    let code = printer.print(report, summary: summary())
    for file in files {
      try Console.save(printer.text(report, as: file.format), to: file.path)
    }
    return code
  }

  private func write(
    _ baseline: Baseline, to path: String, _ report: Report
  ) throws -> CommandExit {
    for failure in report.failures { Console.note("error: \(failure)") }
    guard report.failures.isEmpty else { return .failure }
    try Console.save(baseline.text, to: path)
    Console.note("\(Report.counted(baseline.count, "finding")) written to \(path)")
    return .success
  }

  /// Judges the files once or repeatedly; `judge` returns the exit code and the files that it used.
  func run(
    _ paths: [String], _ judge: () throws -> (code: CommandExit, files: [String])
  ) throws -> CommandExit {
    guard isWatching else { return try judge().code }
    var needed: [String] = []
    while true {
      var files = WatchedFiles(paths, others: needed)
      Console.clear()
      do {
        needed = try judge().files
        files.add(needed)
      } catch is CommandExit {}
      while !files.haveChanged() { Console.pause() }
    }
  }
}
