import CEL
import StateTables

/// Names that generated code gives or reads itself, so that no declared type can bear them.
enum TypeNames {
  /// What code is written with in one language or the other, and what every state has in itself.
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
  /// What else stands beside states: in the preludes.
  private static let ofPreludes: Set<String> = [
    "CELValue", "CelOptional", "CelType", "CivilDay", "DynValue", "ExactDecimal", "Held", "Move",
    "Natural", "PatternMachine", "TextScanner", "Traversal", "WireKey", "WireParser", "WireTimer",
    "WireValue",
  ]
  /// Types in a state that give way to a type of the state's own, but hide one that is shared.
  private static let ofStates: Set<String> = [
    "Carried", "Effects", "Message", "Place", "Row", "State", "Step", "Timer",
  ]

  /// Names that types of a definition's own cannot bear.
  static func taken(by plan: Blueprint, _ options: GenerationOptions) -> Set<String> {
    var names = always
    if plan.general != nil { names.formUnion(ofCharts) }
    if plan.hasTimers { names.formUnion(ofTimers) }
    if !plan.patterns.isEmpty { names.formUnion(ofPatterns) }
    if options.hasWire { names.formUnion(ofWires) }
    return names
  }

  /// Names that types of other files cannot bear: they stand beside the preludes.
  static let takenBeside =
    always.union(ofCharts).union(ofTimers).union(ofPatterns).union(ofWires).union(ofPreludes)
    .union(ofStates)
}

extension Blueprint {
  /// A declared type whose name generated code needs.
  func clashOfTypes(_ options: GenerationOptions) -> Refusal? {
    let own = definition.definition.types.map(\.key)
    let taken = TypeNames.taken(by: self, options)
    for type in declarations.types {
      if case .state = type.shape { continue }
      if let key = own.first(where: { $0.prefix { $0 != "<" } == type.name }) {
        guard taken.contains(type.name) else { continue }
        return Refusal("type called `\(type.name)`", at: "/types/\(key)")
      }
      if TypeNames.takenBeside.contains(type.name) {
        return Refusal("shared type called `\(type.name)`", at: "/uses")
      }
    }
    return nil
  }
}
