import ArgumentParser
import StateCommands

/// `states run`.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    "run",
    abstract: "Runs a definition: reads one JSON event a line, prints one JSON object a line.",
    discussion: """
      An event is "name" or {"name": {...}}; {"wait": 10} lets ten seconds pass, and \
      {"snapshot": true} saves and restores the machine. The first output line is the start.
      """)

  @Argument(help: "The definition.", completion: .file())
  var file: String

  @Option(help: "The inputs, as a JSON object.")
  var inputs = "{}"

  @Option(help: "Names of events, separated by commas, instead of standard input.")
  var events: String?

  @Flag(
    help: """
      Explain each result: the rows that were tried, what made their guards false, what was set, \
      and what gave the outputs that changed.
      """)
  var explain = false

  @Option(
    help: """
      Write the session as a recording for `states replay`, without private data. The session is \
      named after the file.
      """,
    completion: .file())
  var record: String?

  @OptionGroup var options: Options

  func run() throws {
    let inputs = try ArgumentText.members(of: inputs, option: "--inputs")
    throw try EventSession.run(
      try options.printer.compiled(file, isExplaining: explain), inputs: inputs,
      events: try events.map(ArgumentText.plainNames), isExplaining: explain, recordingTo: record)
  }
}
