import ArgumentParser
import StateCommands
import StateFiles
import StateProject

/// The kinds of files that have a schema.
enum SchemaChoice: String, OptionChoice {
  case state, spec, types

  var kind: DefinitionFolder.Kind {
    switch self {
    case .state: .definition
    case .spec: .spec
    case .types: .types
    }
  }
}

/// `states schema`.
struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    "schema", abstract: "Prints the JSON Schema of a kind of file, for editors.",
    discussion: """
      The schema is made from the reader's own tables. `states validate` also checks what a schema \
      cannot express.
      """)

  @Argument(help: "The kind of file: state, spec or types.")
  var file = SchemaChoice.state

  func run() { Console.write(FormatSchema.text(for: file.kind)) }
}
