import ArgumentParser
import StateCommands
import StateModel

/// `states init`.
struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    "init",
    abstract: "Writes a first definition with its spec, and states.json; overwrites nothing.")

  @Argument(help: "The name of the definition.")
  var name = "Counter"

  func validate() throws {
    if Identifier(name) == nil {
      throw ValidationError(
        "`\(name)` is not a name: use letters, digits and `_`, not a digit first")
    }
  }

  func run() throws { try ProjectFiles.start(name: name) }
}
