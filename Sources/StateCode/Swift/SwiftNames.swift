import CEL
import StateModel

/// Prints names and types in Swift.
struct SwiftNames: Sendable {
  let declarations: Declarations
  /// The types of an `int` and of a `uint`.
  let int, uint: String
  /// The types that the definition declares itself; they are nested in its state.
  let own: Set<String>
  /// The names of the members that read a union, by the index of its type; empty for other types.
  private let unionMembers: [UnionMembers]
  /// The number of own types; they are the last ones of the declarations.
  private let ownCount: Int
  /// The names of all members, functions and types of the definition.
  var members: Set<String> = []
  /// The names of inputs, properties, computed values and outputs, as they are written.
  var memberNames: Set<String> = []
  /// The new names of members whose own name is taken.
  var renamed: [GenerationCode.Name: String] = [:]

  /// The names of all local variables of cells and rows.
  var locals: Set<String> = []

  /// The prefix of the definition's own types outside its state.
  var qualifier = ""
  /// The states in which other definitions nest their types.
  var owners: [TypeID: String] = [:]

  init(declarations: Declarations, ownCount: Int, _ options: GenerationOptions) {
    self.declarations = declarations
    (int, uint) = options.usesInt64 ? ("Int64", "UInt64") : ("Int", "UInt")
    self.ownCount = ownCount
    own = Set(declarations.types.suffix(ownCount).map(\.name))
    unionMembers = declarations.types.map {
      if case .union(let cases) = $0.shape { Self.members(of: cases) } else { ([], []) }
    }
  }

  var ownTypes: ArraySlice<Declarations.DeclaredType> { declarations.types.suffix(ownCount) }

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
    "Command", "Next", "place", "isExactly", "wire", "hash", "hashValue", "next",
    "effects", "kept", "state", "event", "configuration", "carried", "memories", "timers", "timer",
    "row", "cargo", "operations", "fire", "perform", "carry", "step", "run", "selection", "begin",
    "remaining", "hasEnded", "arriving", "update", "wireHistory", "get", "set", "willSet",
    "didSet", "init", "self", "Self",
    "reader", "earlier", "hasRun", "denied",
  ]

  /// The names that a declared type does not keep: the types that generated code uses, and those
  /// that it nests in a state under this name.
  static let takenTypes = SwiftRuntime.typeNames.union([
    "Any", "Array", "Bool", "CaseIterable", "Command", "CustomStringConvertible", "Double",
    "Duration", "Equatable", "Error", "Event", "Hashable", "Identifiable", "Int", "Inputs", "Int64",
    "Never", "Optional", "Protocol", "Self", "Sendable", "Set", "StateRuntime", "StepError",
    "String", "Swift", "Type", "UInt", "UInt32", "UInt64", "Void",
  ])

  /// The standard types that the embedded runtime uses, which a type at top level would hide.
  private static let runtimeTypes: Set<String> = [
    "AnyHashable", "ArraySlice", "BinaryInteger", "Character", "ClosedRange", "Collection",
    "Comparable", "Dictionary", "FixedWidthInteger", "Hasher", "Int32", "KeyPath", "Range",
    "RawRepresentable", "Result", "Sequence", "Substring", "UInt8", "UInt16", "UTF8", "Unicode",
    "UnsafeBufferPointer",
  ]

  /// The name of a local variable. It gets a `_` if it would hide something that generated code
  /// uses.
  static func local(_ name: String) -> String {
    isTaken(name) ? "\(name)_" : escaped(name)
  }

  /// Whether a local variable cannot keep a name.
  static func isTaken(_ name: String) -> Bool {
    name == "current" || taken.contains(name) || takenTypes.contains(name)
      || unquotable.contains(name)
      || isLikeRuntime(name)
  }

  /// Whether a name looks like a function of the runtime, such as `celAt`.
  static func isLikeRuntime(_ name: String) -> Bool {
    name.hasPrefix("cel") && name.dropFirst(3).first?.isUppercase == true
  }

  /// The name of a private function of an event, or of one that the definition declares. It gets a
  /// `_` if a type may have the name.
  func function(_ name: String) -> String {
    let isLikeType = own.contains(name) || name.first?.isUppercase == true
    guard isLikeType || Self.isLikeRuntime(name) else { return Self.escaped(name) }
    var other = "\(name)_"
    while ownTypes.contains(where: { type($0.name) == other }) { other += "_" }
    return other
  }

  /// The name of a declared type. It gets a `_` if generated code or a member uses the name.
  func type(_ name: String) -> String {
    if ownCount == 0 { return Self.shared(name) }
    var other = Self.isTakenType(name) ? "\(name)_" : name
    while memberNames.contains(other) { other += "_" }
    return Self.escaped(other)
  }

  /// The name of a type of a types file, which is at top level.
  private static func shared(_ name: String) -> String {
    isTakenType(name) || runtimeTypes.contains(name) ? "\(name)_" : escaped(name)
  }

  /// The name of a type parameter, or of a type that is nested in another state.
  static func nested(_ name: String) -> String {
    isTakenType(name) ? "\(name)_" : escaped(name)
  }

  /// Whether a type cannot keep a name: generated code uses it, or Swift reads it as a word of a type.
  private static func isTakenType(_ name: String) -> Bool {
    takenTypes.contains(name) || isLikeRuntime(name)
      || ["any", "each", "restore", "some", "start"].contains(name)
  }

  /// The names of members that read a union: of one that tests each case, and of one for each field
  /// of each case.
  typealias UnionMembers = (tests: [String], fields: [[String]])

  /// The name of the union member that reads a field of a case, such as `dataValue`.
  func caseField(_ unionCase: UnionCase, _ field: Int) -> String {
    unionMembers[Int(unionCase.type.index)].fields[Int(unionCase.index)][field]
  }

  /// The name of the union member that tests a case, such as `isData`.
  func caseTest(_ unionCase: UnionCase) -> String {
    unionMembers[Int(unionCase.type.index)].tests[Int(unionCase.index)]
  }

  /// The names of the members that read a union. A name gets a `_` if an earlier one is equal.
  static func members(of cases: [Declarations.Case]) -> UnionMembers {
    var known: Set<String> = Set(cases.map(\.name)).union(["isEqual", "isExactly", "isKey"])
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

  /// The name of a generated nested type; it gets a `_` if the definition declares a type or a
  /// member of that name.
  func inner(_ name: String) -> String {
    own.contains(name) || members.contains(name) ? inner("\(name)_") : name
  }

  /// A name in a declaration or use, in backquotes if it is a keyword. It gets a `_` if backquotes
  /// do not help, or if Swift or the runtime declares a member of that name.
  static func escaped(_ name: String) -> String {
    if unquotable.contains(name) { return "\(name)_" }
    return reserved.contains(name) ? "`\(name)`" : name
  }

  private static let unquotable: Set<String> = [
    "Protocol", "Self", "Type", "WireError", "WireMember", "allCases", "hashValue", "self", "wire",
  ]

  /// A name after `self.` or as the label of a stored member, where no keyword needs backquotes.
  static func member(_ name: String) -> String {
    unquotable.contains(name) ? "\(name)_" : name
  }

  /// The declaration of an enum value, whose raw value is its name in the wire form.
  static func entry(_ name: String) -> String {
    unquotable.contains(name) ? "\(name)_ = \"\(name)\"" : escaped(name)
  }

  /// A name as the label of a parameter; few keywords need backquotes there.
  static func label(_ name: String) -> String {
    ["inout", "let", "var", "_"].contains(name) ? "`\(name)`" : name
  }

  /// A name as the label of an argument.
  static func argument(_ name: String) -> String {
    ["inout", "_"].contains(name) ? "`\(name)`" : name
  }

  func text(_ type: ValueType) -> String {
    switch type.withoutDoubleNull {
    case .bool: "Bool"
    case .int: int
    case .uint: uint
    case .double: "Double"
    case .string: "String"
    case .bytes: "Bytes"
    case .timestamp: "Timestamp"
    case .duration: "Duration"
    case .void: "Signal"
    case .list(let element): "[\(text(element))]"
    case .map(let key, let value): "OrderedMap<\(text(key)), \(text(value))>"
    case .nullable(let inner), .optional(let inner): "\(text(inner))?"
    case .parameter(let name): Self.nested(name)
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
    if case .state = declared.shape { return "\(declared.name)State.Inputs" }
    let isOwn = Int(id.index) >= declarations.types.count - ownCount
    if isOwn { return qualifier + type(declared.name) }
    guard let owner = owners[id] else { return Self.shared(declared.name) }
    return "\(owner).\(Self.nested(declared.name))"
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
