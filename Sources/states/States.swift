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
    subcommands: [
      Init.self,
      Validate.self, Explain.self, Rules.self, Test.self, Run.self, Diagram.self, Docs.self,
      Generate.self, Format.self, Schema.self,
      Import.self, Export.self, Config.self, Diff.self,
      LayoutWorkerCommand.self,
    ])

  static func main() {
    Console.prepare()
    main(nil)
  }
}
