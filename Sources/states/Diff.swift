import ArgumentParser
import StateCommands
import StateModel

/// `states diff`.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    "diff", abstract: "Reports what a change of definitions breaks.",
    discussion: """
      Both versions are compared, declaration by declaration, and run side by side. OLD is a file, \
      a folder, or `git:REF` for the files of NEW in that revision: `states diff git:main \
      Definitions`.
      """)

  @Argument(
    help: "The version in use: a file, a folder, or `git:REF`.", completion: .file())
  var old: String

  @Argument(help: "The version that replaces it: a file or a folder.", completion: .file())
  var new: String

  @Option(help: "Permit violations of a rule: `breaking/output-optional`. Repeatable.")
  var allow: [String] = []

  @OptionGroup var options: Options

  func validate() throws {
    if old == "git:" || old.hasPrefix("git:-") { throw ValidationError("git: needs a revision") }
    for rule in allow { try Explain.requireRule(rule) }
  }

  func run() throws {
    let permitted = Set(allow.compactMap(RuleID.init(rawValue:)))
    throw VersionComparison.run(old, new, permitted: permitted, options.printer)
  }
}
