import ArgumentParser
import StateCommands
import StateFiles
import StateProject

/// `states diagram`.
struct Diagram: ParsableCommand {
  static let configuration = CommandConfiguration(
    "diagram", abstract: "Draws definitions: states and transitions, and the flow of data.")

  @Argument(
    help: "Definitions, folders or patterns; else the definitions folder.", completion: .file())
  var paths: [String] = []

  @Option(
    help: "The folder to draw into. (default: Diagrams, but standard output for text)",
    completion: .directory)
  var output: String?

  @Flag(help: "Write nothing, and exit with 1 if a diagram is stale.")
  var check = false

  @OptionGroup var pictures: DiagramOptions

  @Option(help: "How findings are printed. (default: text; github in a GitHub workflow)")
  var findings: AnnotationFormat?

  @OptionGroup var options: CommonOptions

  /// The folder for pictures; `nil` for standard output.
  private var folder: String? { output ?? (pictures.format.isText ? nil : "Diagrams") }

  func validate() throws {
    if output == nil, folder != nil, !pictures.traffic.isEmpty {
      throw ValidationError(
        "--traffic needs a folder beside the usual diagrams, which it would replace: --output")
    }
    guard check else { return }
    if folder == nil { throw ValidationError("--check needs the folder to compare: --output") }
    if !pictures.format.isComparable {
      throw ValidationError("--check compares SVG and text, not \(pictures.format.rawValue)")
    }
  }

  func run() throws {
    throw DiagramBatch.run(
      paths, try pictures.request(), into: folder, isChecking: check, options.printer(findings))
  }
}
