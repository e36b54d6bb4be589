/// The options of code generation.
package struct GenerationOptions: Sendable {
  /// A kind of files.
  package enum Content: Sendable {
    /// Definitions, with the runtime unless they import it.
    case definitions
    /// The cases of specs, as tests.
    case tests
    /// Only the runtime of Kotlin, for other packages to import.
    case runtime
  }

  /// Whether the types are public.
  package var isPublic: Bool
  /// Whether to generate the wire form: events, commands and outputs as JSON.
  package var hasWire: Bool
  /// Whether to generate a protocol or interface that a screen implements.
  package var hasScreen: Bool
  /// The package of the Kotlin files.
  package var package: String
  /// Whether Swift files contain the runtime, instead of an import of `StateRuntime`.
  package var embedsRuntime = false
  /// Whether an int is an `Int64` in Swift, also where `Int` has 32 bits. The runtime must be embedded.
  package var usesInt64 = false
  /// The package of the runtime that Kotlin files import; `nil` if a file of their package contains it.
  package var runtimePackage: String?
  /// Whether the store of Kotlin is generated beside the runtime.
  package var hasHost = false
  /// The files to generate.
  package var content = Content.definitions
  /// The modules that contain the states of generated tests.
  package var testedModules: [String] = []
  /// The modules or packages that contain types, by the names of types files: `Common` is
  /// `Common.types.json`.
  package var importedTypes: [String: String] = [:]
  /// The names of those types, by module or package.
  var typesByModule: [String: Set<String>] = [:]
  /// Whether all UI outputs are also generated as one value.
  package var hasUIState = false
  /// The annotation of values in Kotlin, such as `androidx.compose.runtime.Immutable`.
  package var annotation: String?
  /// Whether every definition uses the general chart.
  package var isGeneral = false

  package init(
    isPublic: Bool = true, hasWire: Bool = false, hasScreen: Bool = false,
    package: String = "states"
  ) {
    self.isPublic = isPublic
    self.hasWire = hasWire
    self.hasScreen = hasScreen
    self.package = package
  }
}
