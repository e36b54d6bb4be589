import ArgumentParser
import StateFiles
import StateTables

/// `states run`.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    "run",
    abstract: "Runs a definition: reads one JSON event a line, prints one JSON object a line.",
    discussion: """
      An event is "name" or {"name": {...}}; {"wait": 10} lets ten seconds pass. The first output \
      line is the start.
      """)

  @Argument(help: "The definition.", completion: .file())
  var file: String

  @Option(help: "The inputs, as a JSON object.")
  var inputs = "{}"

  @Option(help: "Names of events, separated by commas, instead of standard input.")
  var events: String?

  @OptionGroup var options: Options

  func run() throws {
    let given = try Console.members(of: inputs, option: "--inputs")
    let definition = try options.compiled(file)
    guard var session = EventSession.start(definition, inputs: given) else { throw ExitCode(1) }
    if let events {
      for name in Console.names(in: events) { session.receive(Spec.Call(name: name)) }
    } else {
      try Console.readLines { session.receive($0) }
    }
    throw ExitCode(session.hasFailed ? 1 : 0)
  }
}
