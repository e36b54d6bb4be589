import ArgumentParser
import StateFiles

/// `states validate`.
struct Validate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks definitions, types files and specs.")

  @Argument(
    help: "Files, folders or patterns, `-` for standard input; else the definitions folder.")
  var paths: [String] = []

  @Option(help: "The name of what comes on standard input: it decides its kind and `uses`.")
  var stdinPath: String?

  @OptionGroup var options: Options

  func run() throws {
    let clock = Stopwatch()
    var validation = Validation()
    if paths == ["-"] {
      validation.check(try Console.input(), as: stdinPath ?? "stdin")
    } else {
      validation.check(options.find(paths, [.definition, .types, .spec]))
    }
    throw options.print(validation.report, summary: "\(validation.summary) (\(clock.time))")
  }
}
