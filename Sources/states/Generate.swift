import ArgumentParser
import StateCode
import StateCommands

/// The access level of generated declarations.
enum VisibilityChoice: String, OptionChoice {
  case `public`, `internal`
}

/// The type of an `int` in generated Swift.
enum IntegerChoice: String, OptionChoice {
  case platform = "Int"
  case wide = "Int64"
}

/// The options of `states generate` that only Kotlin has.
struct KotlinOptions: ParsableArguments {
  @Option(help: "The package of Kotlin files. (default: states)")
  var package: String?

  @Flag(help: "Write only the runtime of Kotlin, which several packages can import.")
  var runtimeOnly = false

  @Flag(help: "Also write a store for Kotlin, which needs kotlinx-coroutines, beside the runtime.")
  var host = false

  @Option(
    help: ArgumentHelp(
      "The annotation of states, records and unions in Kotlin.",
      valueName: "androidx.compose.runtime.Immutable"))
  var annotate: String?
}

/// What `states generate` writes.
enum GenerationTarget: String, OptionChoice {
  case swift, kotlin
  case swiftTests = "swift-tests"
  case kotlinTests = "kotlin-tests"

  var language: TargetLanguage {
    switch self {
    case .swift, .swiftTests: .swift
    case .kotlin, .kotlinTests: .kotlin
    }
  }

  var isTests: Bool { self == .swiftTests || self == .kotlinTests }
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

      `swift-tests` and `kotlin-tests` write the cases of specs as tests of Swift Testing and of \
      kotlin.test, which run the generated code of the app: one test for each case.
      """)

  @Argument(help: "The language, or the language of tests.")
  var target: GenerationTarget

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

  @Option(
    help: ArgumentHelp(
      """
      What contains the runtime. Swift: `import` (StateRuntime, the default) or `embed`. Kotlin: \
      `embed` (the default), or the package that files import it from.
      """,
      valueName: "embed|import|package"))
  var runtime: String?

  @Option(
    help: """
      The type of an int in Swift. Where `Int` has 32 bits, `Int64` is needed, with \
      `--runtime embed`.
      """)
  var integers = IntegerChoice.platform

  @OptionGroup var kotlin: KotlinOptions

  @Option(
    name: .customLong("import"),
    help: ArgumentHelp(
      """
      The module (in Kotlin: the package) that contains the types of a types file, such as \
      `Common=FeatureKit`. For tests of Swift, the module that contains the states.
      """,
      valueName: "types=module"))
  var imports: [String] = []

  @Flag(help: "Add all UI outputs as one immutable value.")
  var uiState = false

  @OptionGroup var options: Options

  private var language: TargetLanguage { target.language }

  func validate() throws {
    if target.isTests, !wire { throw ValidationError("tests need the wire form: omit --no-wire") }
    for text in imports {
      let parts = text.split(separator: "=", omittingEmptySubsequences: false)
      let isModule = target == .swiftTests
      if isModule ? parts.count != 1 : parts.count != 2 || parts.contains(where: \.isEmpty) {
        throw ValidationError(
          isModule
            ? "--import is the module that contains the states, such as `--import Shop`"
            : "--import is a types file and a module, such as `--import Common=FeatureKit`")
      }
    }
    if language == .kotlin, !imports.isEmpty, runtime == nil || runtime == "embed" {
      throw ValidationError("--import needs a shared runtime: add `--runtime PACKAGE`")
    }
    if language == .swift, !target.isTests, !imports.isEmpty, runtime == "embed" {
      throw ValidationError("--import needs the shared runtime: omit `--runtime embed`")
    }
    if integers == .wide, language == .kotlin {
      throw ValidationError("--integers is for Swift: an int is a `Long` in Kotlin")
    }
    if integers == .wide, runtime != "embed" {
      throw ValidationError(
        "--integers Int64 needs `--runtime embed`: StateRuntime counts with `Int`")
    }
    if language == .swift {
      if let runtime, runtime != "import", runtime != "embed" {
        throw ValidationError("--runtime is `import` or `embed` for Swift")
      }
      if kotlin.package != nil {
        throw ValidationError("--package is for Kotlin: Swift files have no package")
      }
      if kotlin.runtimeOnly {
        throw ValidationError("--runtime-only is for Kotlin: Swift files import StateRuntime")
      }
      if kotlin.annotate != nil { throw ValidationError("--annotate is for Kotlin") }
      if kotlin.host {
        throw ValidationError("--host is for Kotlin: the store of Swift is StateHost")
      }
    }
    if kotlin.runtimeOnly, target.isTests {
      throw ValidationError("--runtime-only writes no tests: use `states generate kotlin`")
    }
    if kotlin.runtimeOnly, runtime != nil || !paths.isEmpty {
      throw ValidationError("--runtime-only writes no definition: omit paths and --runtime")
    }
    var packages = [kotlin.package, kotlin.annotate].compactMap { $0 }
    if language == .kotlin { packages += importedTypes.values + (runtime.map { [$0] } ?? []) }
    for name in packages where !Self.isPackage(name) {
      throw ValidationError("`\(name)` is not a package name: write names with dots between them")
    }
    let modules = target == .swiftTests ? imports : Array(importedTypes.values)
    for name in modules.sorted() where language == .swift && !Self.isPackage(name) {
      throw ValidationError("`\(name)` is not the name of a module")
    }
    if kotlin.host, let runtime, runtime != "embed" {
      throw ValidationError("--host goes with --runtime-only: the store is beside the runtime")
    }
    if language == .kotlin, runtime == "import" {
      throw ValidationError(
        "--runtime is a package for Kotlin, such as `com.example.states.runtime`, or `embed`")
    }
  }

  private static func isPackage(_ text: String) -> Bool {
    let letters: (Character) -> Bool = { $0.isASCII && ($0.isLetter || $0 == "_") }
    return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { name in
      (name.first.map(letters) ?? false)
        && name.allSatisfy { letters($0) || ("0"..."9").contains($0) }
    }
  }

  /// The modules or packages that contain types, by the names of types files.
  private var importedTypes: [String: String] {
    if target == .swiftTests { return [:] }
    let pairs = imports.map { $0.split(separator: "=").map(String.init) }
    return Dictionary(pairs.map { ($0[0], $0[1]) }) { $1 }
  }

  private var choices: GenerationOptions {
    var choices = GenerationOptions(
      isPublic: visibility == .public, hasWire: wire, hasScreen: screen,
      package: kotlin.package ?? "states")
    choices.embedsRuntime = runtime == "embed"
    choices.usesInt64 = integers == .wide
    choices.hasHost = kotlin.host
    choices.content = target.isTests ? .tests : kotlin.runtimeOnly ? .runtime : .definitions
    choices.hasUIState = uiState
    if target == .swiftTests { choices.testedModules = imports }
    choices.importedTypes = importedTypes
    choices.annotation = kotlin.annotate
    if language == .kotlin, runtime != "embed" { choices.runtimePackage = runtime }
    return choices
  }

  func run() throws {
    throw GenerationBatch.run(
      paths, language, choices, into: output, isChecking: check, options.printer)
  }
}
