import ArgumentParser
import StateCommands

/// `states import`.
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    "import", abstract: "Translates a chart in SCXML or XState's JSON to a definition.",
    discussion: """
      A part without a counterpart is refused: then nothing is written and the exit code is 1. Renamed, \
      changed and omitted parts are reported.
      """)

  @Argument(help: "The format: scxml or xstate.")
  var from: ImportFormat

  @Argument(help: "The file.", completion: .file())
  var file: String

  @Option(help: "The definition's file. (default: standard output)", completion: .file())
  var output: String?

  @Flag(help: "Write the translated parts even if other parts are refused.")
  var partial = false

  @OptionGroup var options: Options

  func run() throws {
    throw try Exchange.importing(from, file, into: output, isPartial: partial, options.printer)
  }
}

/// `states export`.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    "export", abstract: "Writes a definition as SCXML or as a state diagram of Mermaid.",
    discussion: "Parts that the other format cannot express are reported on standard error.")

  @Argument(help: "The format: scxml or mermaid.")
  var to: ExportFormat

  @Argument(help: "The definition.", completion: .file())
  var file: String

  @Option(help: "The file to write. (default: standard output)", completion: .file())
  var output: String?

  @OptionGroup var options: Options

  func run() throws {
    throw try Exchange.exporting(to, file, into: output, options.printer)
  }
}
