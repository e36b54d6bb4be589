import ArgumentParser
import StateFiles
import StateTables

/// `states diff`.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    "diff", abstract: "Tells what a change of definitions breaks.",
    discussion: """
      Both versions are compared, declaration by declaration, and run side by side. OLD is a file, \
      a folder, or `git:REF` for the files of NEW as they are there: `states diff git:main \
      Definitions`.
      """)

  @Argument(
    help: "The version that others know: a file, a folder, or `git:REF`.", completion: .file())
  var old: String

  @Argument(help: "The version that is to replace it: a file or a folder.", completion: .file())
  var new: String

  @Option(help: "Permit a rule: `breaking/output-optional`. Repeatable.")
  var allow: [String] = []

  @OptionGroup var options: Options

  func validate() throws {
    if old == "git:" || old.hasPrefix("git:-") { throw ValidationError("git: needs a revision") }
    for rule in allow { try AllChecks.requireRule(rule) }
  }

  func run() throws {
    let clock = Stopwatch()
    var comparing = Comparing(permitted: Set(allow))
    comparing.compare(old, new)
    throw options.print(comparing.report, summary: "\(comparing.summary) (\(clock.time))")
  }
}
