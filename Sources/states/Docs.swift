import ArgumentParser
import StateFiles

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

  @Flag(help: "Write nothing, and exit with 1 if anything is stale.")
  var check = false

  @OptionGroup var options: Options

  func run() throws {
    let clock = Stopwatch()
    if let pages {
      var batch = PageBatch(into: pages, isChecking: check)
      batch.make(options.find(paths, [.definition]))
      throw options.print(batch.report, summary: "\(batch.summary) (\(clock.time))")
    }
    var batch = DocumentBatch(diagrams: diagrams, isChecking: check)
    batch.fill(MarkdownSearch(paths.isEmpty ? ["."] : paths))
    throw options.print(batch.report, summary: "\(batch.summary) (\(clock.time))")
  }
}
