import CEL
import StateLinking

/// Member names that generated states already use in one of the languages. An output or property of
/// such a name gets a `_` in both languages.
enum ReservedMembers {
  /// The names of stored members, nested types and members of the wire form.
  static let ofStates: Set<String> = [
    "place", "configuration", "carried", "memories", "timers", "reduce", "receive", "isExactly",
    "copy", "self", "Self", "Companion", "Event", "Command", "Inputs", "Next", "Place", "Timer",
    "State",
    "Row", "Way", "Bool",
    "Message", "Effects", "Carried", "Step", "Dyn", "Wire", "Unit", "wire", "snapshot", "restore",
    "wireOutputs", "wirePlaces", "wireSnapshot", "wireRecord", "wireInputs",
    "wireHasPrivate", "Bytes", "Double", "Protocol", "Type", "allCases",
    "hashValue", "hasEnded", "Duration", "Int", "Int64", "Optional",
    "OrderedMap", "String", "Swift", "Timestamp", "UInt", "UInt64", "WireMember",
  ]

  /// The member name for an output.
  static func name(ofOutput name: String) -> String { isReserved(name) ? "\(name)_" : name }

  /// Whether a name is reserved, or starts like a prelude function, such as `celAt`.
  static func isReserved(_ name: String) -> Bool {
    ofStates.contains(name) || name.hasPrefix("cel") && name.dropFirst(3).first?.isUppercase == true
  }
}

extension CheckedDefinition {
  /// The names of its variables, those of event data without `event.`: in generated code they are
  /// local variables.
  var variableNames: Set<String> {
    Set(declarations.variables.map(\.name) + events.flatMap(\.fields).map(\.name))
  }
}

extension String {
  /// The name, with as many `_` as it needs to differ from the others.
  func unused(besides others: Set<String>) -> String {
    var name = self
    while others.contains(name) { name += "_" }
    return name
  }
}
