import ArgumentParser
import StateCommands

/// `states format`.
struct Format: ParsableCommand {
  static let configuration = CommandConfiguration(
    "format", abstract: "Writes definitions, types files and specs in their canonical form.",
    discussion: """
      Keys are in the order of the format, expressions have one spelling, a row is on one line if it fits \
      in 160 columns. Files that are broken or contain unknown keys are not changed.
      """)

  @Argument(
    help: "Files, folders or patterns, `-` for standard input; else the definitions folder.",
    completion: .file())
  var paths: [String] = []

  @Flag(help: "Write nothing, and exit with 1 if a file is not in its canonical form.")
  var check = false

  @Flag(help: "Write nothing, and print the changes as a patch.")
  var diff = false

  @Option(help: "The file name of standard input; it decides the kind.")
  var stdinPath: String?

  @OptionGroup var options: Options

  func validate() throws {
    if paths.contains("-"), paths.count > 1 {
      throw ValidationError("`-` cannot be combined with other paths")
    }
  }

  func run() throws {
    throw try FileFormatting.run(
      paths, .init(isCheck: check, isDiff: diff), inputName: stdinPath, options.printer)
  }
}
