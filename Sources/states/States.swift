import ArgumentParser
import CEL

/// The command.
@main
struct States: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "states",
    abstract: "Checks, tests, runs and draws definitions of screen states.",
    discussion: """
      Exit codes: 0 all is well; 1 a finding, a failed case, a stale file, a definition that does \
      not pass its checks; 2 the work could not be done; 64 wrong arguments.
      """,
    version: Version.number,
    subcommands: [
      Init.self,
      Validate.self, Explain.self, Rules.self, Test.self, Run.self, Diagram.self, Docs.self,
      Generate.self, Format.self, Schema.self,
      Import.self, Export.self, Config.self, Diff.self,
      LayoutWorkerCommand.self,
    ])

  static func main() {
    Console.prepare()
    var named: (any ParsableCommand.Type)?
    do {
      var command = try parsed(Array(CommandLine.arguments.dropFirst()))
      named = type(of: command)
      try command.run()
      Console.end(.success)
    } catch let code as ExitCode {
      // The parser would put its usage together first.
      Console.end(code)
    } catch {
      // Help that is asked for is printed as all else is: the parser notices no closed pipe.
      if exitCode(for: error) == .success {
        Console.write(fullMessage(for: error) + "\n")
        Console.end(.success)
      }
      if let named, let mistake = error as? ValidationError { refuse(mistake, of: named) }
      exit(withError: error)
    }
  }

  /// Tells a mistake in the arguments that only running found as one that parsing finds: with how
  /// that command is used.
  private static func refuse(
    _ mistake: ValidationError, of command: any ParsableCommand.Type
  ) -> Never {
    let name = [configuration, command.configuration].compactMap { $0.commandName }
    Console.note("Error: \(mistake.message)")
    Console.note("Usage: \(usageString(for: command))")
    Console.note("  See '\(name.joined(separator: " ")) --help' for more information.")
    Console.end(.validationFailure)
  }

  /// The command that the words ask for.
  ///
  /// The one that the first word names is asked alone: the tree of all of them takes longer than
  /// many a run. Where it does not take the words, the tree helps, or tells why not.
  private static func parsed(_ words: [String]) throws -> any ParsableCommand {
    let named = configuration.subcommands.first { $0.configuration.commandName == words.first }
    if let named, let command = try? named.parseAsRoot(Array(words.dropFirst())),
      type(of: command) == named
    {
      return command
    }
    try requireCommand(words.first == help ? words.dropFirst().first : words.first)
    return try parseAsRoot(words)
  }

  /// The command of the parser itself.
  private static let help = "help"

  /// Refuses a word that should be a command, and is none.
  private static func requireCommand(_ word: String?) throws {
    guard let word, !word.hasPrefix("-"), word != help else { return }
    let commands = configuration.subcommands.map { $0.configuration }
    if commands.contains(where: { $0.commandName == word }) { return }
    let names = commands.filter { $0.shouldDisplay }.compactMap { $0.commandName }
    let hint = Suggestion(for: word, among: names).text ?? ""
    throw ValidationError("no command is called `\(word)`; \(hint)")
  }
}

extension CommandConfiguration {
  /// One of the commands of `states`.
  ///
  /// It is asked alone, and as its own root would be searched for the options that print scripts of
  /// completions: a sixth of what drawing a small diagram takes. One that names whose it is is not.
  init(
    _ name: String, abstract: String, discussion: String = "", shouldDisplay: Bool = true
  ) {
    self.init(
      commandName: name, _superCommandName: States.configuration.commandName ?? "",
      abstract: abstract, discussion: discussion, shouldDisplay: shouldDisplay)
  }
}
