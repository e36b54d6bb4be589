import ArgumentParser
import StateExchange
import StateFiles
import StateTables
import XMLFiles

/// The formats that are read.
enum ImportFormat: String, Choice {
  case scxml, xstate
}

/// The formats that are written.
enum ExportFormat: String, Choice {
  case scxml, mermaid
}

/// `states import`.
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    "import", abstract: "Makes a definition of a chart in SCXML or XState's JSON.",
    discussion: """
      What has no counterpart is refused: then nothing is written and the exit code is 1. What is \
      renamed, changed or left out is told.
      """)

  @Argument(help: "The format: scxml or xstate.")
  var from: ImportFormat

  @Argument(help: "The file.", completion: .file())
  var file: String

  @Option(help: "The definition's file, in place of standard output.", completion: .file())
  var output: String?

  @Flag(help: "Write what could be translated even where something was refused.")
  var partial = false

  @OptionGroup var options: Options

  func run() throws {
    let exchange = try Exchange.reading(from, file, into: output)
    let code = options.print(exchange.report, summary: exchange.summary, toErrors: output == nil)
    if let text = exchange.text, code == ExitCode(0) || partial {
      try Exchange.write(text, to: output)
    }
    throw code
  }
}

/// `states export`.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    "export", abstract: "Writes a definition as SCXML or as a state diagram of Mermaid.",
    discussion: "What the other format cannot say is told on standard error.")

  @Argument(help: "The format: scxml or mermaid.")
  var to: ExportFormat

  @Argument(help: "The definition.", completion: .file())
  var file: String

  @Option(help: "The file to write, in place of standard output.", completion: .file())
  var output: String?

  @OptionGroup var options: Options

  func run() throws {
    let exchange = try Exchange.writing(to, file)
    let code = options.print(exchange.report, summary: exchange.summary, toErrors: output == nil)
    if let text = exchange.text, code == ExitCode(0) { try Exchange.write(text, to: output) }
    throw code
  }
}
