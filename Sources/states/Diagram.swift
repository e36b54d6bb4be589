import ArgumentParser
import StateFiles

/// `states diagram`.
struct Diagram: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Draws definitions as SVG.")

  @Argument(help: "Definitions, folders or patterns; else the definitions folder.")
  var paths: [String] = []

  @Option(help: "The folder to draw into.")
  var output = "Diagrams"

  @Flag(help: "Write nothing; exit with 1 if a diagram is stale.")
  var check = false

  @OptionGroup var options: Options

  func run() throws {
    throw ExitCode(2)
  }
}
