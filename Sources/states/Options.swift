import ArgumentParser
import StateCommands
import StateFiles
import StateModel
import StateProject

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

  /// Prints findings in the given format.
  var printer: ReportPrinter { common.printer(format) }
}

/// The same options for commands whose `--format` is the format of their output files.
struct CommonOptions: ParsableArguments {
  @Option(help: "When to use colours.")
  var color = ColorChoice.auto

  @Option(help: "Exit with 1 for findings of this severity or worse.")
  var failOn = SeverityChoice.error

  @Flag(help: "Permit paths without any file.")
  var allowEmpty = false

  /// Prints findings in a format; nil selects the default for the environment.
  func printer(_ format: AnnotationFormat?) -> ReportPrinter {
    ReportPrinter(
      format, color: color, failingOn: failOn.severity, permitsEmpty: allowEmpty)
  }
}
