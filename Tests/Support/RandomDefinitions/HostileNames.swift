/// Legal names that collide with Swift, Kotlin, their libraries or generated code unless the
/// generator takes care.
struct HostileNames {
  private var dice: Dice
  /// The names that each scope already has, without case and underscores.
  private var known: [String: Set<String>] = [:]

  init(seed: UInt64) { dice = Dice(seed) }

  /// A new name of a scope.
  mutating func next(in scope: String, from pool: [String] = HostileNames.members) -> String {
    for _ in 0..<8 {
      let name = dice.pick(pool)
      if insert(name, in: scope) { return name }
    }
    var number = 1
    let name = dice.pick(pool)
    while !insert("\(name)\(number)", in: scope) { number += 1 }
    return "\(name)\(number)"
  }

  /// Takes a name in a scope. Returns `false` if the scope has it.
  @discardableResult mutating func insert(_ name: String, in scope: String) -> Bool {
    known[scope, default: []].insert(name.filter { $0 != "_" }.lowercased()).inserted
  }

  /// A name as cells write it: CEL quotes its reserved words.
  static func inCell(_ name: String) -> String { reserved.contains(name) ? "`\(name)`" : name }

  private static let reserved: Set<String> = [
    "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop",
    "namespace", "package", "return", "var", "void", "while",
  ]

  /// Names of values, fields, events, commands, states, cases and enum values.
  static let members = [
    "Any", "Bool", "Carried", "Choice", "Command", "Companion", "Effects", "Event", "Int", "Int64",
    "Long", "Message", "Nothing", "Optional", "Protocol", "Selection", "Self", "Signal", "State",
    "String", "Type", "Unit", "Wire", "_", "_item2", "abstract", "actor", "all", "allCases", "also",
    "any", "apply", "arrive", "arriving", "as", "async", "at", "await", "before", "begin", "break",
    "by", "cancel", "cargo", "carried", "carry", "case", "catch", "celAt", "celBind", "celIndex",
    "celPlus", "class", "code", "command", "commands", "companion", "component1", "configuration",
    "consuming", "const", "constructor", "continue", "copied", "copy", "count", "data", "default",
    "defer", "deinit", "denied", "description", "didSet", "discardable", "do", "dynamic", "earlier",
    "effects",
    "else", "enter", "entries", "enum", "equals", "error", "eventIndex", "exit", "extension",
    "fail", "failure", "field", "fileprivate", "fire", "first", "for", "found", "fun", "func",
    "get", "getClass", "go", "guard", "handlers", "hasEnded", "hasRun", "hash", "hashCode",
    "hashValue", "id", "if", "import", "index", "indirect", "infix", "init", "initial", "inline",
    "inner", "inout", "interface", "internal", "into", "is", "isEqual", "isExactly", "isIn",
    "isValue", "it", "item", "items", "json", "kept", "key", "known", "lateinit", "lazy", "leave",
    "left", "let", "limit", "list", "listOf", "macro", "map", "mapOf", "max", "memories", "message",
    "min", "mutating", "name", "names", "new", "next", "nil", "node", "none", "nonisolated",
    "notify", "object", "on", "open", "operation", "operations", "operator", "ordinal", "other",
    "owner",
    "outcome", "outputs", "override", "package", "pair", "part1", "part2", "pattern1", "perform",
    "place", "plus", "prefix", "print", "private", "property", "protected", "protocol", "public",
    "raised", "rawValue", "receive", "reduce", "remaining", "repeat", "requested", "require",
    "required", "rest", "restore", "result", "return", "rethrows", "right", "row", "rows", "run",
    "sealed", "second", "select", "selected", "selection", "self", "sending", "set", "size",
    "snapshot",
    "some", "start", "state", "static", "step", "struct", "subscript", "super", "suspend", "switch",
    "take", "text", "this", "throw", "throws", "timer", "timers", "to", "toString", "top", "tree",
    "try", "type", "typealias", "typeof", "unowned", "use", "using", "val", "value", "valueOf",
    "values", "var", "vararg", "wait", "weak", "when", "where", "while", "willSet", "wire",
    "wireOutputs", "with", "yield", "zip",
  ]

  /// Names of types, and of definitions together with a number.
  static let types = [
    "Action", "Actor", "Any", "Array", "Binding", "Bool", "Boolean", "Bytes", "CELValue", "Carried",
    "CaseIterable", "ChartChoice", "ChartEffects", "Choice", "Command", "Comparable", "Companion",
    "Configuration", "CustomStringConvertible", "Data", "Date", "Decodable", "Dictionary", "Double",
    "Duration", "Dyn", "Effects", "Encodable", "Enum", "Equatable", "Error", "EvaluationError",
    "Event", "Exception", "Failure", "Float", "Future", "Hashable", "Identifiable", "Instant",
    "Int",
    "Int64", "Iterable", "Iterator", "Just", "List", "Long", "Map", "Message", "Never", "Next",
    "None",
    "Nothing", "Notification", "Number", "Object", "Optional", "OrderedMap", "Override", "Pair",
    "Pattern", "PlainStateDefinition", "Place", "Protocol", "Publisher", "Record", "Regex",
    "Restored",
    "Result", "Row", "RunningTimer", "Selection", "Self", "Sendable", "Sequence", "Set", "Signal",
    "Some", "State", "StateDefinition", "StateName", "StateNode", "StateRuntime", "StateTree",
    "Step",
    "StepError", "StepResult", "String", "Substring", "Swift", "Task", "Throwable", "Timer",
    "TimerRequest", "Timestamp", "Triple", "Type", "UInt64", "ULong", "Unit", "View", "Void",
    "Wire",
    "WireError", "WireMember", "WireState", "failure", "kotlin", "loading",
  ]
}
