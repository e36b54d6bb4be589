import ArgumentParser
import StateCommands
import StateFiles
import StateProject

extension ReportFile: ExpressibleByArgument {
  package init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let format = AnnotationFormat(rawValue: parts[0]) else { return nil }
    self.init(format: format, path: parts[1])
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

  /// The project files to use.
  var source: ProjectSettings.Source {
    noConfig ? .none : config.map(ProjectSettings.Source.file) ?? .nearest
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

  /// Reports the findings as these options specify.
  var reporter: FindingsReporter {
    FindingsReporter(
      options.printer, projectSource: project.source,
      failingOn: options.common.failOn.severity, files: output, baseline: baseline,
      newBaseline: writeBaseline, isWatching: watch)
  }
}
