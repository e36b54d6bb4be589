import ArgumentParser
import StateCommands
import StateFiles
import StateProject

/// `states config`.
struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    "config", abstract: "Shows which states.json applies, and the severity of each rule in it.")

  @Argument(help: "The file or folder that it applies to.", completion: .file())
  var path = "."

  @Flag(help: "Show the severity of every rule instead of the project file's path.")
  var effective = false

  @OptionGroup var project: ProjectOptions

  @OptionGroup var options: Options

  func run() throws {
    throw ProjectFiles.show(
      for: path, ProjectSettings(project.source), isEffective: effective, options.printer)
  }
}
