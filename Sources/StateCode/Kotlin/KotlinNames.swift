import CEL
import StateModel

/// Prints names and types in Kotlin.
struct KotlinNames: Sendable {
  let declarations: Declarations
  /// The types that the definition declares itself; they are nested in its state.
  let own: Set<String>
  /// The states in which the types of used definitions are nested.
  var owners: [TypeID: String] = [:]
  /// The prefix of the definition's own types outside its state.
  var qualifier = ""
  /// The name of the class of the state, which its own types are nested in.
  var owner = ""
  /// The package of the file, and the package of the runtime.
  var package = ""
  var runtime = ""
  /// The packages of imported types, by the names of the types.
  var packages: [String: String] = [:]
  /// The names of the classes of events, commands and cases. Inside an interface, each of them
  /// hides every other type of the same name.
  var cases: Set<String> = []
  /// The parts that hold the members of a very wide definition.
  var parts: [GenerationCode.Name: String] = [:]
  /// The names of members, by the classes of states.
  var members: [String: Set<String>] = [:]
  /// The names of variables that cells can read.
  var variables: Set<String> = []
  /// The new names of members whose own name is taken.
  var renamed: [GenerationCode.Name: String] = [:]

  static let reserved: Set<String> = [
    "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in",
    "interface", "is", "null", "object", "package", "return", "super", "this", "throw", "true",
    "try", "typealias", "typeof", "val", "var", "when", "while",
  ]

  /// The types that generated code uses by these names, so that a declared type of such a name
  /// gets a `_`.
  private static let typesInUse: Set<String> = [
    "Any", "ArrayDeque", "Boolean", "Bytes", "Cargo", "Carried", "Chart", "ChartOperation",
    "ChartRow", "ChartStep", "Chosen", "Command", "Companion", "Configuration", "Double", "Dyn",
    "Enum", "EvaluationException", "Event", "ExactDecimal", "Found", "Held", "Inputs", "Int",
    "List", "Long", "Map", "Message", "Microstep", "Microsteps", "Move", "Natural", "Next",
    "Nothing", "Pair", "Pattern", "PatternMachine", "Place", "Reentry", "Restored", "RunningTimer",
    "SnapshotException", "SnapshotReader", "State", "StateDefinition", "StateKind", "StateNode",
    "StateTest", "StateTree", "Step", "StepResult", "String", "TextScanner", "TimeSpan", "Timer",
    "TimerName", "TimerRequest", "Timestamp", "Traversal", "ULong", "UiState", "Unit", "Wire",
    "WireException", "WireForm", "WireParser", "restore",
  ]

  /// The functions that generated code calls without a receiver; a declared function of such a
  /// name gets a `_`.
  private static let functionsInUse: Set<String> = [
    "arrayOf", "byteArrayOf", "emptyList", "emptyMap", "error", "intArrayOf", "lazy", "listOf",
    "listOfNotNull", "mutableListOf", "read", "readCarried", "restore", "restoring", "start",
    "wireAlternative", "wireObject", "wireTimers",
  ]

  /// The functions that each object of the JVM has. Some of them are final.
  static let membersOfAny: Set<String> = [
    "clone", "equals", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString",
    "wait",
  ]

  /// A name that is not among others. Different names stay different: one that ends with `_` already
  /// gets another `_`.
  private static func free(_ name: String, besides taken: Set<String>) -> String {
    let stem = String(name.reversed().drop { $0 == "_" }.reversed())
    return taken.contains(stem) ? "\(name)_" : quoted(name)
  }

  /// The name of the class of a declared type.
  static func typeName(_ name: String) -> String { free(name, besides: typesInUse) }

  /// The standard types and the types of the runtime that the runtime uses by these names. A class
  /// of its package would hide them.
  private static let runtimeTypes: Set<String> = [
    "Array", "Byte", "ByteArray", "CelOptional", "CelOwned", "CelType", "Char", "CharSequence",
    "CivilDay", "Comparable", "Comparator", "ConsistentCopyVisibility", "Exception", "Float",
    "GeneratedCodeOnly", "IntArray", "IntRange", "Iterable", "Iterator", "JvmInline", "LongRange",
    "MutableList", "MutableMap", "MutableSet", "Number", "OptIn", "Regex", "RequiresOptIn",
    "RuntimeException", "Sequence", "Set", "Short", "StringBuilder", "Suppress", "Throwable",
    "Throws", "UInt",
  ]

  /// The name of the class of a type of a types file.
  private static func sharedName(_ name: String) -> String {
    free(name, besides: typesInUse.union(runtimeTypes))
  }

  /// The name of the class of a declared type inside a state. No object has the name of a member.
  func typeName(_ name: String, in owner: String?) -> String {
    guard let owner, !owner.isEmpty else { return Self.sharedName(name) }
    let members = self.members[owner] ?? []
    var other = Self.typeName(name)
    while members.contains(other) { other += "_" }
    return other
  }

  /// The name of a method. It does not override a function of all objects.
  static func methodName(_ name: String) -> String {
    free(name, besides: membersOfAny.union(typesBeforeDots))
  }

  /// The name of a declared function.
  static func functionName(_ name: String) -> String {
    if name.hasPrefix("cel"), name.dropFirst(3).first?.isUppercase == true { return "\(name)_" }
    return free(name, besides: functionsInUse.union(membersOfAny).union(typesBeforeDots))
  }

  /// The names of generated members of a state.
  static let taken: Set<String> = [
    "reduce", "start", "copy", "place", "hashCode", "equals", "toString", "step", "state",
    "commands", "raised", "event", "kept", "receive", "configuration", "carried", "histories",
    "memories", "running", "before", "timers", "timer", "row", "rows", "fire", "target", "arriving",
    "find", "cancel", "cargo", "remaining", "hasEnded",
  ]

  /// The types before a dot in generated code. A variable of such a name would hide the type.
  static let typesBeforeDots: Set<String> = [
    "Cargo", "Carried", "Chart", "ChartOperation", "Command", "Configuration", "Double", "Dyn",
    "Event", "Found", "Long", "Message", "Place", "Reentry", "State", "StateKind", "StepResult",
    "TimeSpan", "Timer", "TimerRequest", "UiState", "Wire", "kotlin",
  ]

  /// The name of a variable or member, in backquotes if it is a keyword.
  static func escaped(_ name: String) -> String {
    typesBeforeDots.contains(name) ? "\(name)_" : quoted(name)
  }

  /// The name of a local variable, a parameter of a function of cells or the variable of a loop. It
  /// does not hide what generated code uses in a step.
  static func local(_ name: String) -> String {
    free(name, besides: hiddenByLocals)
  }

  private static let hiddenByLocals = typesBeforeDots.union([
    "arriving", "commands", "configuration", "event", "place", "raised", "running", "state",
  ])

  /// A name in backquotes if it is a keyword.
  static func quoted(_ name: String) -> String {
    reserved.contains(name) || name.allSatisfy { $0 == "_" } ? "`\(name)`" : name
  }

  /// The package of a file, with keywords in backquotes.
  static func package(_ options: GenerationOptions) -> String { package(options.package) }

  /// A package with keywords in backquotes.
  static func package(_ name: String) -> String {
    name.split(separator: ".").map { quoted(String($0)) }.joined(separator: ".")
  }

  func text(_ type: ValueType) -> String {
    switch type.withoutDoubleNull {
    case .bool: builtIn("Boolean")
    case .int: builtIn("Long")
    case .uint: builtIn("ULong")
    case .double: builtIn("Double")
    case .string: builtIn("String")
    case .void: builtIn("Unit")
    case .duration: ofRuntime("TimeSpan")
    case .list(let element): "\(collection("List"))<\(text(element))>"
    case .nullable(let inner), .optional(let inner): "\(text(inner))?"
    case .parameter(let name): Self.typeName(name)
    case .declared(let id, let arguments):
      arguments.isEmpty
        ? name(of: id)
        : "\(name(of: id))<\(arguments.map { text($0) }.joined(separator: ", "))>"
    case .bytes: ofRuntime("Bytes")
    case .timestamp: ofRuntime("Timestamp")
    case .map(let key, let value):
      "\(collection("Map"))<\(text(key)), \(text(value))>"
    case .null, .dyn, .type, .named, .unknown: ofRuntime("Dyn")
    case .caseData: builtIn("Nothing")
    }
  }

  func name(of id: TypeID) -> String {
    let name = path(of: id)
    if isOwn(id) {
      return (qualifier.isEmpty && cases.contains(name) ? "\(owner)." : qualifier) + name
    }
    guard cases.contains(name) || own.contains(name) else { return name }
    return "\(packages[declarations[id].name] ?? package).\(name)"
  }

  /// The name of a type in its package, or in the state that declares it.
  private func path(of id: TypeID) -> String {
    let declared = declarations[id]
    if case .state = declared.shape { return "\(declared.name)State.Inputs" }
    let name = typeName(declared.name, in: isOwn(id) ? owner : owners[id])
    return (owners[id].map { "\($0)." } ?? "") + name
  }

  /// The name of the function that reads a declared type from its wire form.
  func reader(of id: TypeID) -> String {
    Self.reader((isOwn(id) ? qualifier : "") + path(of: id))
  }

  /// The name of the function that reads a type, given by its path.
  static func reader(_ path: String) -> String { "read" + path.filter { $0 != "." && $0 != "`" } }

  /// Whether the definition declares a type itself: its types are the last ones.
  func isOwn(_ id: TypeID) -> Bool { Int(id.index) >= declarations.types.count - own.count }

  /// A sealed interface, as its cases write it.
  func sealed(_ name: String, isNested: Bool = true) -> String {
    if !cases.contains(name) { return name }
    return isNested ? "\(owner).\(name)" : "\(package).\(name)"
  }

  /// A type of the package `kotlin`.
  func builtIn(_ name: String) -> String { cases.contains(name) ? "kotlin.\(name)" : name }

  /// A type of the package `kotlin` inside an enum class, where an entry hides a type of its name.
  static func builtIn(_ name: String, besides entries: [String]) -> String {
    entries.contains(name) ? "kotlin.\(name)" : name
  }

  /// A collection type of Kotlin.
  func collection(_ name: String) -> String {
    cases.contains(name) ? "kotlin.collections.\(name)" : name
  }

  /// A type of the runtime.
  func ofRuntime(_ name: String) -> String {
    cases.contains(name) ? "\(runtime).\(name)" : name
  }

  /// The name of a generated nested type; it gets a `_` if the definition declares a type of that
  /// name.
  func inner(_ name: String) -> String {
    own.contains { typeName($0, in: owner) == name } ? inner("\(name)_") : name
  }
}

extension String {
  /// The name of the class of an event, command, state or case.
  var asClass: String { KotlinNames.quoted(capitalized) }
}
