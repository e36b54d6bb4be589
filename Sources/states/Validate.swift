import ArgumentParser
import StateCommands

/// `states validate`.
struct Validate: ParsableCommand {
  static let configuration = CommandConfiguration(
    "validate", abstract: "Checks definitions, types files and specs.")

  @Argument(
    help: "Files, folders or patterns, `-` for standard input; else the definitions folder.",
    completion: .file())
  var paths: [String] = []

  @Option(help: "The file name of standard input; it decides the kind and `uses`.")
  var stdinPath: String?

  @Flag(help: "Apply the fixes that keep the meaning, and check again.")
  var fix = false

  @Flag(help: "With --fix: show the changes as a patch, and write nothing.")
  var diff = false

  @OptionGroup var reporting: Reporting

  func validate() throws {
    if paths.contains("-"), paths.count > 1 {
      throw ValidationError("`-` cannot be combined with other paths")
    }
    if paths == ["-"], fix { throw ValidationError("--fix needs files, not standard input") }
    if paths == ["-"], reporting.watch {
      throw ValidationError("--watch needs files, not standard input")
    }
    if diff, !fix { throw ValidationError("--diff goes with --fix") }
    if fix, reporting.watch { throw ValidationError("--fix and --watch exclude each other") }
  }

  func run() throws {
    let fixing: FileValidation.Fixing = diff ? .preview : fix ? .apply : .none
    let validation = FileValidation(
      paths, inputName: stdinPath, fixing: fixing,
      includesNotes: reporting.options.common.failOn == .note, reporting.reporter)
    throw try validation.run()
  }
}
