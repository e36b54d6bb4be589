import ArgumentParser
import StateCommands

/// `states docs`.
struct Docs: ParsableCommand {
  static let configuration = CommandConfiguration(
    "docs",
    abstract: "Fills marked sections of Markdown files, or makes a page of each definition.",
    discussion: """
      A marked section begins with <!-- states: Coin.state.json diagram rows --> and ends with \
      <!-- /states -->, each on a separate line; the path is relative to the file. It can show: \
      diagram, flow (pictures), mermaid, spec, tables, or a table: inputs, properties, computed, \
      events, states, rows, ui, data, navigation, commands, functions, invariants, types.
      """)

  @Argument(
    help: "Markdown files or folders (else this one); with --pages, definitions.",
    completion: .file())
  var paths: [String] = []

  @Option(help: "Make a page of each definition in this folder.", completion: .directory)
  var pages: String?

  @Option(
    help: "The folder of the pictures that `states diagram` has drawn.", completion: .directory)
  var diagrams = "Diagrams"

  @OptionGroup var traffic: TrafficOptions

  @Flag(help: "Write nothing, and exit with 1 if anything is stale.")
  var check = false

  @OptionGroup var options: Options

  func validate() throws {
    if pages == nil, !traffic.isEmpty {
      throw ValidationError(
        "--traffic is for --pages; Markdown shows the pictures of `states diagram --traffic`")
    }
  }

  func run() throws {
    if let pages {
      throw PageBatch.run(
        paths, into: pages, isChecking: check, traffic: try traffic.summaries(), options.printer)
    }
    throw DocumentBatch.run(
      paths.isEmpty ? ["."] : paths, diagrams: diagrams, isChecking: check, options.printer)
  }
}
