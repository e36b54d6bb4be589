import ArgumentParser
import StateFiles
import StateTables

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
    var settings = project.settings(failingOn: .error)
    if effective {
      let (text, report) = settings.effective(for: path)
      Console.write(text)
      throw options.print(report, toErrors: true)
    }
    let (found, report) = settings.path(for: path)
    if let found {
      Console.write(found + "\n")
    } else if report.failures.isEmpty {
      Console.note("no states.json")
    }
    throw options.print(report, toErrors: true)
  }
}
