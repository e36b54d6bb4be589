import ArgumentParser
import CEL
import StateCommands

/// The command `states`.
@main
struct States: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "states",
    abstract: "Checks, tests, runs and draws definitions of screen states.",
    discussion: """
      Exit codes: 0 success; 1 a finding, a failed case, a stale file, a definition that does \
      not pass its checks; 2 the work could not be done; 64 wrong arguments. `states help topics` \
      lists the sections of the reference.
      """,
    version: Version.number,
    subcommands: [
      Init.self,
      Validate.self, Explain.self, Rules.self, Test.self, Run.self, ReplaySessions.self,
      Diagram.self, Docs.self, Preview.self,
      Generate.self, Format.self, Schema.self,
      Import.self, Export.self, Config.self, Diff.self, LanguageServerCommand.self,
    ])

  static func main() {
    Console.prepare()
    var named: (any ParsableCommand.Type)?
    do {
      try requireText()
      var command = try parsed(Array(CommandLine.arguments.dropFirst()))
      named = type(of: command)
      try command.run()
      Console.end(.success)
    } catch let end as CommandExit {
      // The parser would compose its usage text first.
      Console.end(end)
    } catch {
      // Prints help like all other output, because the parser does not handle closed pipes.
      if exitCode(for: error) == .success {
        Console.write(fullMessage(for: error) + "\n")
        Console.end(.success)
      }
      if let named, let mistake = error as? ValidationError { refuse(mistake, of: named) }
      Console.note(fullMessage(for: error))
      Console.end(CommandExit(exitCode(for: error).rawValue))
    }
  }

  /// Reports an invalid argument that was found while running, with the usage of the command.
  private static func refuse(
    _ mistake: ValidationError, of command: any ParsableCommand.Type
  ) -> Never {
    let name = [configuration, command.configuration].compactMap { $0.commandName }
    Console.note("Error: \(mistake.message)")
    Console.note("Usage: \(usageString(for: command))")
    Console.note("  See '\(name.joined(separator: " ")) --help' for more information.")
    Console.end(CommandExit(ExitCode.validationFailure.rawValue))
  }

  /// Throws a usage error if an argument is not UTF-8: a path would be changed silently.
  private static func requireText() throws {
    // Bytes that are not UTF-8 become U+FFFD.
    for argument in CommandLine.arguments where argument.unicodeScalars.contains("\u{FFFD}") {
      throw ValidationError("`\(argument)` is not UTF-8")
    }
  }

  /// Parses the arguments.
  ///
  /// Only the command named by the first word parses them, because building the tree of all
  /// commands takes longer than many runs. If that fails, the whole tree provides help or the
  /// error.
  private static func parsed(_ words: [String]) throws -> any ParsableCommand {
    let named = configuration.subcommands.first { $0.configuration.commandName == words.first }
    if let named, let command = try? named.parseAsRoot(Array(words.dropFirst())),
      type(of: command) == named
    {
      return command
    }
    let isHelp = words.first == help
    if isHelp, let topic = HelpTopic(words.dropFirst()) { return topic }
    try requireCommand(isHelp ? words.dropFirst().first : words.first, isHelp: isHelp)
    return try parseAsRoot(words)
  }

  /// The name of the parser's help command.
  private static let help = "help"

  /// Throws a usage error if a word is not a command.
  private static func requireCommand(_ word: String?, isHelp: Bool) throws {
    guard let word, !word.hasPrefix("-"), word != help else { return }
    let commands = configuration.subcommands.map { $0.configuration }
    if commands.contains(where: { $0.commandName == word }) { return }
    let names = commands.filter { $0.shouldDisplay }.compactMap { $0.commandName }
    guard isHelp else {
      let hint = Suggestion(for: word, among: names).text ?? ""
      throw ValidationError("no command is named `\(word)`; \(hint)")
    }
    let topics = Reference.topics.map(\.name)
    let hint = Suggestion(for: word, among: names + topics + [HelpTopic.all]).text ?? ""
    throw ValidationError(
      "no command and no topic is named `\(word)` (`states help topics` lists them); \(hint)")
  }
}

extension CommandConfiguration {
  /// Configures one of the commands of `states`.
  ///
  /// A command that is its own root is searched for options that print completion scripts, which
  /// takes a sixth of the time of drawing a small diagram. A command with a parent's name is not.
  init(
    _ name: String, abstract: String, discussion: String = "", shouldDisplay: Bool = true
  ) {
    self.init(
      commandName: name, _superCommandName: States.configuration.commandName ?? "",
      abstract: abstract, discussion: discussion, shouldDisplay: shouldDisplay)
  }
}

/// The release of the command.
enum Version {
  /// The output of `states --version`; increased with each release, and nowhere else.
  static let number = "0.1.0"
}
