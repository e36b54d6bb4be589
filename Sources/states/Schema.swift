import ArgumentParser
import StateCommands
import StateFiles

/// The kinds of files that have a schema.
enum SchemaChoice: String, OptionChoice {
  case state, spec, types, recording

  var text: String {
    switch self {
    case .state: FormatSchema.text(for: .definition)
    case .spec: FormatSchema.text(for: .spec)
    case .types: FormatSchema.text(for: .types)
    case .recording: FormatSchema.textForRecordings()
    }
  }
}

/// `states schema`.
struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    "schema", abstract: "Prints the JSON Schema of a kind of file, for editors.",
    discussion: """
      The schemas of files are made from the reader's own tables. `states validate` also checks what a schema \
      cannot express.
      """)

  @Argument(help: "The kind of file. The schema of a recording is for each of its lines.")
  var file = SchemaChoice.state

  func run() { Console.write(file.text) }
}
