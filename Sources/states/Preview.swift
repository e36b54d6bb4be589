import ArgumentParser
import StateCommands

/// `states preview`.
struct Preview: ParsableCommand {
  static let configuration = CommandConfiguration(
    "preview",
    abstract: "Shows definitions in a browser: send events, look at each step, save cases.",
    discussion: """
      The page is served to this machine only, at an address that nobody can guess. It shows what \
      changes whenever a file is saved. It writes only specs, and only after showing the difference.
      """)

  @Argument(
    help: "Definitions, folders or patterns; else the definitions folder.", completion: .file())
  var paths: [String] = []

  @Option(help: "The port to listen at. (default: a free one)")
  var port: UInt16 = 0

  @Flag(help: "Print the address, and open no browser.")
  var noOpen = false

  func run() throws { throw PreviewProgram.run(paths, port: port, opensBrowser: !noOpen) }
}
