import CEL
import StateModel

/// Prints names and types in Swift.
struct SwiftNames: Sendable {
  let declarations: Declarations
  /// The types that the definition declares itself; they are nested in its state.
  let own: Set<String>
  /// The new names of members whose own name is taken.
  var renamed: [GenerationCode.Name: String] = [:]

  /// The prefix of the definition's own types outside its state.
  var qualifier = ""

  static let reserved: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import",
    "init", "inout", "internal", "let", "open", "operator", "precedencegroup", "private",
    "protocol", "public", "rethrows", "static", "struct", "subscript", "typealias", "var",
    "break", "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for",
    "guard", "if", "in", "repeat", "return", "switch", "throw", "where", "while", "Any", "as",
    "await", "catch", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try",
    "Type", "Protocol", "_",
  ]

  /// The names of generated members of a state.
  static let taken: Set<String> = [
    "reduce", "start", "receive", "leave", "arrive", "go", "enter", "exit", "Event",
    "Command", "Next", "place", "isExactly", "wire", "hash", "hashValue", "next", "outcome",
    "effects", "kept", "state", "event", "configuration", "carried", "memories", "timers", "timer",
    "row", "cargo", "operations", "fire", "perform", "carry", "step", "run", "selection", "begin",
    "remaining", "id", "hasEnded", "get", "set", "willSet", "didSet", "init", "self", "Self",
    "copied",
    "before", "hasRun", "denied", "found", "index",
  ]

  /// The name of a local variable. It gets a `_` if it would hide something that generated code
  /// uses.
  static func local(_ name: String) -> String {
    taken.contains(name) || isLikeRuntime(name) ? "\(name)_" : escaped(name)
  }

  /// Whether a name looks like a function of the runtime, such as `celAt`.
  static func isLikeRuntime(_ name: String) -> Bool {
    name.hasPrefix("cel") && name.dropFirst(3).first?.isUppercase == true
  }

  /// The name of a private function that the definition declares.
  static func function(_ name: String) -> String {
    isLikeRuntime(name) ? "\(name)_" : escaped(name)
  }

  /// The name of a declared type. It gets a `_` if generated code uses the name.
  static func type(_ name: String) -> String {
    ReservedTypes.inSwift.contains(name) ? "\(name)_" : escaped(name)
  }

  /// The names of the members that read a union: one that tests each case, and one for each field of
  /// each case. A name gets a `_` if an earlier one is equal.
  static func members(
    of cases: [Declarations.Case]
  ) -> (tests: [String], fields: [[String]]) {
    var known: Set<String> = Set(cases.map(\.name))
    func unique(_ name: String) -> String {
      var name = name
      while !known.insert(name).inserted { name += "_" }
      return name
    }
    let tests = cases.map { unique("is\($0.name.capitalized)") }
    return (
      tests, cases.map { item in item.fields.map { unique(item.name + $0.name.capitalized) } }
    )
  }

  /// The name of a generated nested type; it gets a `_` if the definition declares a type of that
  /// name.
  func inner(_ name: String) -> String { own.contains(name) ? inner("\(name)_") : name }

  /// A name in a declaration or use, in backquotes if it is a keyword.
  static func escaped(_ name: String) -> String {
    reserved.contains(name) ? "`\(name)`" : name
  }

  /// A name as an argument label; `inout` is the only keyword that needs backquotes there.
  static func label(_ name: String) -> String { name == "inout" ? "`inout`" : name }

  func text(_ type: ValueType) -> String {
    switch type.withoutDoubleNull {
    case .bool: "Bool"
    case .int: "Int64"
    case .uint: "UInt64"
    case .double: "Double"
    case .string: "String"
    case .bytes: "Bytes"
    case .timestamp: "Timestamp"
    case .duration: "Duration"
    case .void: "Signal"
    case .list(let element): "[\(text(element))]"
    case .map(let key, let value): "OrderedMap<\(text(key)), \(text(value))>"
    case .nullable(let inner), .optional(let inner): "\(text(inner))?"
    case .parameter(let name): Self.escaped(name)
    case .declared(let id, let arguments):
      arguments.isEmpty
        ? name(of: id)
        : "\(name(of: id))<\(arguments.map { text($0) }.joined(separator: ", "))>"
    case .null, .dyn, .type, .named, .unknown: "Dyn"
    case .caseData: "Never"
    }
  }

  func name(of id: TypeID) -> String {
    let declared = declarations[id]
    if case .state = declared.shape { return "\(declared.name)State" }
    return (own.contains(declared.name) ? qualifier : "") + Self.type(declared.name)
  }
}

extension GenerationModel {
  /// The fields of a record, the inputs of a state, or the fields of a union case.
  func fields(of type: ValueType) -> [Declarations.Field] { declarations.fields(of: type) ?? [] }

  func caseName(_ unionCase: UnionCase) -> String { declarations[unionCase]?.name ?? "" }

  func entryName(_ id: TypeID, _ index: Int) -> String {
    guard case .enumeration(let names) = declarations[id].shape, names.indices.contains(index)
    else { return "" }
    return names[index]
  }
}

extension String {
  /// The text with a capital first letter.
  var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
