/// Keys of a row that do not go together, or say nothing.
package enum RowShape: Check {
  package static let rule = Rule("shape/conflict", .error)

  static func reenterWithoutTarget(at pointer: Pointer) -> Diagnostic {
    finding(
      "`reenter` needs a `goTo`: it says how its targets are entered",
      at: Diagnostic.Location(pointer["reenter"].text, isKey: true))
  }

  static func swapped(at pointer: Pointer) -> Diagnostic {
    finding(
      "`on` names a state, and `in` an event: they hold each other's values",
      at: Diagnostic.Location(pointer["on"].text, isKey: true))
  }

  package static func swapped(_ key: String, _ other: String, at pointer: Pointer) -> Diagnostic {
    finding(
      "`\(key)` and `\(other)` hold each other's values",
      at: Diagnostic.Location(pointer[other].text, isKey: true))
  }

  /// The same key of two entries of a list.
  package static func exchanged(
    _ key: String, at pointer: Pointer, and other: Pointer, _ errors: [Diagnostic]
  ) -> Diagnostic {
    finding(
      "`\(key)` here and `\(key)` elsewhere hold each other's values",
      at: Diagnostic.Location(other[key].text, isKey: true),
      notes: [Diagnostic.Note("the other", at: Diagnostic.Location(pointer[key].text, isKey: true))]
        + errors.prefix(8).map { .mention($0.message, at: $0.location) })
  }

  /// Two declarations, the second at `pointer`.
  static func exchanged(_ name: String, _ other: String, at pointer: Pointer) -> Diagnostic {
    finding(
      "`\(name)` and `\(other)` bear each other's names",
      at: Diagnostic.Location(pointer.text, isKey: true))
  }

  static func emptyList(_ key: String, at pointer: Pointer) -> Diagnostic {
    finding("`\(key)` names nothing", at: Diagnostic.Location(pointer[key].text, isKey: true))
  }
}
