import ArgumentParser
import StateCommands

/// `states lsp`.
struct LanguageServerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "lsp", abstract: "Serves editors, by the Language Server Protocol.",
    discussion:
      "It reads from standard input and writes to standard output, until the editor ends it.")

  @Flag(help: "Accepted because some editors pass it; there is no other connection.")
  var stdio = false

  func run() throws { throw LanguageSession.run() }
}
