import CEL
import StateLinking
import StateModel

/// Type names that generated code defines or uses, so a declared type cannot have them.
enum ReservedTypes {
  /// The types of the languages that generated code uses, and the types nested in every state.
  private static let always: Set<String> = [
    "Any", "Bool", "Boolean", "Bytes", "Command", "Companion", "Double", "Dyn", "Equatable",
    "EvaluationError", "EvaluationException", "Event", "Int64", "List", "Long", "Map", "Never",
    "Next", "Nothing", "OrderedMap", "Protocol", "Self", "Sendable", "StepResult", "String",
    "TimeSpan", "Timestamp", "Type", "UInt64", "ULong", "Unit",
  ]
  private static let ofCharts: Set<String> = [
    "Cargo", "ChartOperation", "ChartRow", "Configuration", "Found", "Int", "Microsteps", "Reentry",
    "StateKind", "StateName", "StateNode", "StateTree", "Way",
  ]
  private static let ofTimers: Set<String> = ["RunningTimer", "TimerName", "TimerRequest"]
  private static let ofPatterns: Set<String> = ["Pattern", "UInt32"]
  private static let ofWires: Set<String> = [
    "Restored", "Result", "SnapshotError", "SnapshotException", "SnapshotReader", "Wire",
    "WireError", "WireException", "WireMember", "WireStart", "WireState", "WireStep",
  ]
  /// Other top-level types of the preludes.
  private static let ofPreludes: Set<String> = [
    "CELValue", "CelOptional", "CelOwned", "CelType", "CivilDay", "CivilTime", "DynValue",
    "ExactDecimal",
    "FormatFailure", "FormatShape", "Held", "Limbs", "Move", "Natural", "NumberText",
    "PatternMachine", "TextScanner", "TimeScanner", "TimeText", "Traversal", "ValueFormatter",
    "WireKey", "WireParser", "WireTimer", "WireValue",
  ]
  /// Types nested in a state. They get a `_` if the definition declares a type of the same name,
  /// but they would hide a shared type.
  private static let ofStates: Set<String> = [
    "Carried", "Effects", "Message", "Place", "Row", "State", "Step", "Timer",
  ]

  /// The names that a declared type does not keep in Swift.
  static let inSwift: Set<String> = takenBeside.union(ofPreludes).union([
    "Array", "CaseIterable", "CustomStringConvertible", "Duration", "Error", "Hashable",
    "Identifiable", "Optional", "PlainStateDefinition", "Result", "Set", "Signal", "StepError",
    "StateDefinition", "Void",
  ]).subtracting(ofStates)

  /// The names that a type of a types file cannot have, because it is generated at the top level,
  /// beside the prelude's types.
  static let takenBeside =
    always.union(ofCharts).union(ofTimers).union(ofPatterns).union(ofWires).union(ofPreludes)
    .union(ofStates)
}

/// Member names that generated states already use in one of the languages. An output or property of
/// such a name gets a `_` in both languages.
enum ReservedMembers {
  /// The names of stored members, nested types and members of the wire form.
  static let ofStates: Set<String> = [
    "place", "configuration", "carried", "memories", "timers", "reduce", "receive", "isExactly",
    "copy", "self", "Self", "Companion", "Event", "Command", "Next", "Place", "Timer", "State",
    "Row", "Way",
    "Message", "Effects", "Carried", "Step", "Dyn", "Wire", "Unit", "wire", "snapshot", "restore",
    "wireOutputs", "wirePlaces", "wireSnapshot",
  ]

  /// The member name for an output.
  static func name(ofOutput name: String) -> String { isReserved(name) ? "\(name)_" : name }

  /// Whether a name is reserved, or starts like a prelude function, such as `celAt`.
  static func isReserved(_ name: String) -> Bool {
    ofStates.contains(name) || name.hasPrefix("cel") && name.dropFirst(3).first?.isUppercase == true
  }
}
