import ArgumentParser
import StateCode
import StateCommands

/// The access level of generated declarations.
enum VisibilityChoice: String, OptionChoice {
  case `public`, `internal`
}

/// `states generate`.
struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    "generate", abstract: "Writes definitions as source code without dependencies.",
    discussion: """
      It writes one file for each definition and each types file, and a prelude that implements \
      cells where the language differs. A definition that needs a feature which generated code does not \
      have is refused with the location that needs it, and the others are written. The step budgets \
      of the interpreter do not apply.
      """)

  @Argument(help: "The language.")
  var language: TargetLanguage

  @Argument(
    help: "Definitions, folders or patterns; else the definitions folder.", completion: .file())
  var paths: [String] = []

  @Option(help: "The folder to write into.", completion: .directory)
  var output: String

  @Flag(help: "Write nothing, and exit with 1 if a file is stale.")
  var check = false

  @Option(help: "The access level of the types.")
  var visibility = VisibilityChoice.public

  @Flag(
    inversion: .prefixedNo,
    help: "Add snapshots, and events, commands and outputs as JSON.")
  var wire = true

  @Flag(help: "Add a protocol or interface with a member for each output and command.")
  var screen = false

  @Option(help: "The package of Kotlin files. (default: states)")
  var package: String?

  @Option(
    help: "For Swift `import` (default) or `embed`: import StateRuntime, or write its sources.")
  var runtime: String?

  @OptionGroup var options: Options

  func validate() throws {
    if language == .swift, let runtime, runtime != "import", runtime != "embed" {
      throw ValidationError("--runtime is `import` or `embed` for Swift")
    }
    guard let package else { return }
    if language == .swift {
      throw ValidationError("--package is for Kotlin: Swift files have no package")
    }
    let letters: (Character) -> Bool = { $0.isASCII && ($0.isLetter || $0 == "_") }
    let isPackage = package.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
      name in
      (name.first.map(letters) ?? false)
        && name.allSatisfy { letters($0) || ("0"..."9").contains($0) }
    }
    if !isPackage {
      throw ValidationError(
        "`\(package)` is not a package name: write names with dots between them")
    }
  }

  func run() throws {
    var choices = GenerationOptions(
      isPublic: visibility == .public, hasWire: wire, hasScreen: screen,
      package: package ?? "states")
    choices.embedsRuntime = runtime == "embed"
    throw GenerationBatch.run(
      paths, language, choices, into: output, isChecking: check, options.printer)
  }
}
