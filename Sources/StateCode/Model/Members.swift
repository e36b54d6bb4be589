/// Names that members of a generated state bear themselves, in one language or the other: what a
/// definition calls so gets a `_`, in both.
enum Members {
  /// Stored members, nested types and the wire form: no output can bear these names.
  static let ofStates: Set<String> = [
    "place", "configuration", "carried", "memories", "timers", "reduce", "receive", "isExactly",
    "copy", "self", "Self", "Companion", "Event", "Command", "Next", "Place", "Timer", "State",
    "Row", "Way",
    "Message", "Effects", "Carried", "Step", "Dyn", "Wire", "Unit", "wire", "snapshot", "restore",
    "wireOutputs", "wirePlaces", "wireSnapshot",
  ]

  /// What the member of an output is called.
  static func name(ofOutput name: String) -> String { isOurs(name) ? "\(name)_" : name }

  /// Whether it is one of these names, or begins as functions of the prelude do: `celAt`.
  static func isOurs(_ name: String) -> Bool {
    ofStates.contains(name) || name.hasPrefix("cel") && name.dropFirst(3).first?.isUppercase == true
  }
}
