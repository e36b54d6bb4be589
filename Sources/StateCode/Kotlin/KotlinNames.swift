import CEL
import StateModel

/// Prints names and types in Kotlin.
struct KotlinNames: Sendable {
  let declarations: Declarations
  /// The types that the definition declares itself; they are nested in its state.
  let own: Set<String>
  /// The prefix of the definition's own types outside its state.
  var qualifier = ""
  /// Whether a type of the file hides a built-in type.
  var isHiding = false
  /// The new names of members whose own name is taken.
  var renamed: [GenerationCode.Name: String] = [:]

  static let reserved: Set<String> = [
    "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in",
    "interface", "is", "null", "object", "package", "return", "super", "this", "throw", "true",
    "try", "typealias", "typeof", "val", "var", "when", "while", "_", "__",
  ]

  /// The built-in types that classes for events, commands and cases could hide.
  static let builtIn: Set<String> = [
    "Boolean", "Long", "ULong", "Double", "String", "List", "Unit", "Nothing", "Any", "Int",
    "Array", "Map", "TimeSpan", "Timestamp", "Bytes", "StepResult",
  ]

  /// The names of generated members of a state.
  static let taken: Set<String> = [
    "reduce", "start", "copy", "place", "hashCode", "equals", "toString", "step", "state",
    "commands", "raised", "event", "kept", "receive", "configuration", "carried", "memories",
    "timers", "timer", "row", "rows", "fire", "target", "arriving", "find", "cancel", "cargo",
    "remaining",
  ]

  /// A name in a declaration or use, in backquotes if it is a keyword.
  static func escaped(_ name: String) -> String {
    reserved.contains(name) ? "`\(name)`" : name
  }

  /// The package of a file, with keywords in backquotes.
  static func package(_ options: GenerationOptions) -> String {
    options.package.split(separator: ".").map { escaped(String($0)) }.joined(separator: ".")
  }

  func text(_ type: ValueType) -> String {
    let language = isHiding ? "kotlin." : ""
    return switch type.withoutDoubleNull {
    case .bool: "\(language)Boolean"
    case .int: "\(language)Long"
    case .uint: "\(language)ULong"
    case .double: "\(language)Double"
    case .string: "\(language)String"
    case .void: "\(language)Unit"
    case .duration: "TimeSpan"
    case .list(let element): "\(isHiding ? "kotlin.collections." : "")List<\(text(element))>"
    case .nullable(let inner), .optional(let inner): "\(text(inner))?"
    case .parameter(let name): Self.escaped(name)
    case .declared(let id, let arguments):
      arguments.isEmpty
        ? name(of: id)
        : "\(name(of: id))<\(arguments.map { text($0) }.joined(separator: ", "))>"
    case .bytes: "Bytes"
    case .timestamp: "Timestamp"
    case .map(let key, let value):
      "\(isHiding ? "kotlin.collections." : "")Map<\(text(key)), \(text(value))>"
    case .null, .dyn, .type, .named, .unknown: "Dyn"
    case .caseData: "\(language)Nothing"
    }
  }

  func name(of id: TypeID) -> String {
    let declared = declarations[id]
    if case .state = declared.shape { return "\(declared.name)State" }
    return (own.contains(declared.name) ? qualifier : "") + Self.escaped(declared.name)
  }

  /// The name of a generated nested type; it gets a `_` if the definition declares a type of that
  /// name.
  func inner(_ name: String) -> String { own.contains(name) ? "\(name)_" : name }
}
