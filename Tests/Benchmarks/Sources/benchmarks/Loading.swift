import StateFiles
import StateInterpreter

/// From the text of a definition to one that runs, by the doors that an app uses.
enum Loading {
  enum Failure: Error {
    /// The scenario names an event or output that its definition does not have.
    case names
  }

  static func compile(_ text: String) throws -> CompiledDefinition {
    let name = text.split(separator: "\"", maxSplits: 4)[3]
    return try CompiledDefinition(DefinitionFile.read(text, as: "\(name).state.json"))
  }
}
