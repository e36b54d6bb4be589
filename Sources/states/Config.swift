import ArgumentParser
import StateFiles
import StateProject
import StateTables

/// `states config`.
struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    "config", abstract: "Tells which states.json counts, and how bad each rule is there.")

  @Argument(help: "The file or folder that it is about.", completion: .file())
  var path = "."

  @Flag(help: "Tell the severity of every rule, in place of the project file's path.")
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
