import ArgumentParser
import GraphDrawing
import StateFiles

/// `states diagram`.
struct Diagram: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draws definitions as SVG: states and transitions, and the flow of data.")

  @Argument(help: "Definitions, folders or patterns; else the definitions folder.")
  var paths: [String] = []

  @Option(help: "The folder to draw into.")
  var output = "Diagrams"

  @Flag(help: "Write nothing, and exit with 1 if a diagram is stale.")
  var check = false

  @OptionGroup var options: Options

  func run() throws {
    let clock = Stopwatch()
    var batch = DiagramBatch(into: output, isChecking: check)
    batch.draw(options.find(paths, [.definition]))
    throw options.print(batch.report, summary: "\(batch.summary) (\(clock.time))")
  }
}

/// What draws diagrams in a process of its own, which may die.
struct LayoutWorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout-worker", abstract: "Lays out for `states diagram`.", shouldDisplay: false)

  func run() { serveLayouts() }
}
