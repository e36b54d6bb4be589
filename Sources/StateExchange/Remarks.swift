package import StateTables

/// What a translation has to say, in the order found; refusals are errors.
package struct Remarks: Sendable {
  package private(set) var diagnostics: [Diagnostic] = []

  /// Whether something was refused.
  package var hasRefusal: Bool { diagnostics.contains { $0.severity == .error } }

  package init() {}

  /// Something that has no place in the other format: the translation fails.
  mutating func refuse(_ message: String, at place: Diagnostic.Place, help: String? = nil) {
    add(RefusedPart.self, message, at: place, help: help)
  }

  /// Something that changes nothing and is left out.
  mutating func drop(_ message: String, at place: Diagnostic.Place, help: String? = nil) {
    add(DroppedPart.self, message, at: place, help: help)
  }

  mutating func rename(_ message: String, at place: Diagnostic.Place) {
    add(RenamedPart.self, message, at: place)
  }

  /// Something that is said in another way.
  mutating func change(_ message: String, at place: Diagnostic.Place, help: String? = nil) {
    add(ChangedPart.self, message, at: place, help: help)
  }

  private mutating func add(
    _ check: any Check.Type, _ message: String, at place: Diagnostic.Place, help: String? = nil
  ) {
    let diagnostic = check.finding(message, at: place, help: help)
    if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
  }
}

/// A definition made of another format, and what there is to say about it.
package struct Imported: Sendable {
  /// What could be translated; refused parts are left out.
  package let definition: Definition
  /// What was refused, renamed, changed or left out.
  package let remarks: Remarks
}

extension Imported {
  /// The remarks; where nothing was refused and the result does not pass its checks all the same,
  /// what they say is a refusal too: a part that the other format did not keep is missing.
  package var findings: [Diagnostic] {
    var remarks = remarks
    guard !remarks.hasRefusal else { return remarks.diagnostics }
    for error in definition.checked().diagnostics where error.severity == .error {
      remarks.refuse(
        "the definition would not pass its checks, at `\(error.place.pointer)`: \(error.message)",
        at: .init(""), help: "write it with `--partial` and mend it there")
    }
    return remarks.diagnostics
  }
}

/// A text in another format, and what there is to say about it.
package struct Exported: Sendable {
  package let text: String
  package let remarks: Remarks
}
