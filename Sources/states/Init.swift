import ArgumentParser
import StateFiles
import StateTables

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

  func run() throws {
    let files = Starter(name: name).files.filter {
      $0.path != Starter.projectFile || Files.kind(of: $0.path) == nil
    }
    for file in files where Files.kind(of: file.path) != nil {
      Console.note("error: `\(file.path)` already exists")
      throw ExitCode(2)
    }
    for file in files {
      try Console.save(file.text, to: file.path)
      Console.note("written: \(file.path)")
    }
  }
}
