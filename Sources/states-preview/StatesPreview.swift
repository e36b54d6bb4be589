import ArgumentParser
import StateCommands
import StatePreview

/// The server of `states preview`, which starts it with these arguments.
@main
struct StatesPreview: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "states-preview", abstract: "Serves the page of `states preview`, which starts it."
  )

  @Argument var paths: [String] = []
  @Option var port: UInt16 = 0
  @Flag var noOpen = false

  static func main() {
    Console.prepare()
    do {
      let command = try parse()
      Console.end(PreviewRun.run(command.paths, port: command.port, opensBrowser: !command.noOpen))
    } catch {
      exit(withError: error)
    }
  }
}
