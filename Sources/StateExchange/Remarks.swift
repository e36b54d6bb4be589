package import StateTables

/// What a translation has to say, in the order found; refusals are errors.
package struct Remarks: Sendable {
  package private(set) var diagnostics: [Diagnostic] = []

  /// Whether something was refused.
  package var hasRefusal: Bool { diagnostics.contains { $0.severity == .error } }

  package init() {}

  /// Something that has no place in the other format: the translation fails.
  mutating func refuse(_ message: String, at place: Diagnostic.Place, help: String? = nil) {
    add("exchange/refused", .error, message, at: place, help: help)
  }

  /// Something that changes nothing and is left out.
  mutating func drop(_ message: String, at place: Diagnostic.Place, help: String? = nil) {
    add("exchange/dropped", .note, message, at: place, help: help)
  }

  mutating func rename(_ message: String, at place: Diagnostic.Place) {
    add("exchange/renamed", .note, message, at: place)
  }

  /// Something that is said in another way.
  mutating func change(_ message: String, at place: Diagnostic.Place, help: String? = nil) {
    add("exchange/changed", .note, message, at: place, help: help)
  }

  private mutating func add(
    _ rule: String, _ severity: Diagnostic.Severity, _ message: String,
    at place: Diagnostic.Place, help: String? = nil
  ) {
    let diagnostic = Diagnostic(
      rule: rule, severity: severity, message: message, at: place, help: help)
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

/// A text in another format, and what there is to say about it.
package struct Exported: Sendable {
  package let text: String
  package let remarks: Remarks
}
