import ArgumentParser

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
    do {
      var command = try parsed(Array(CommandLine.arguments.dropFirst()))
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
      exit(withError: error)
    }
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
    return try parseAsRoot(words)
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
