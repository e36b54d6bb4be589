import ArgumentParser
import StateFiles

/// The kinds of files that have a schema.
enum SchemaChoice: String, Choice {
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
      It comes from the tables that the reader reads by. What a schema cannot say, `states validate` \
      tells.
      """)

  @Argument(help: "The kind of file: state, spec or types.")
  var file = SchemaChoice.state

  func run() { Console.write(FormatSchema.text(for: file.kind)) }
}
