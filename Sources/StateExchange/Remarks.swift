import StateChecks
package import StateModel

/// The remarks of a translation in the order found; refusals are errors.
package struct Remarks: Sendable {
  private var findings = ListedFindings()
  private var added: Set<Diagnostic> = []

  /// The first remarks, then how many follow of each severity.
  package var diagnostics: [Diagnostic] { findings.all }

  /// Whether something was refused.
  package var hasRefusal: Bool { findings.hasErrors }

  package init() {}

  /// Reports a part that the other format cannot express: the translation fails.
  mutating func refuse(_ message: String, at location: Diagnostic.Location, help: String? = nil) {
    add(.exchangeRefused, message, at: location, help: help)
  }

  /// Reports a part that is left out because it changes nothing.
  mutating func drop(_ message: String, at location: Diagnostic.Location, help: String? = nil) {
    add(.exchangeDropped, message, at: location, help: help)
  }

  mutating func rename(_ message: String, at location: Diagnostic.Location) {
    add(.exchangeRenamed, message, at: location)
  }

  /// Reports a part that is expressed differently.
  mutating func change(_ message: String, at location: Diagnostic.Location, help: String? = nil) {
    add(.exchangeChanged, message, at: location, help: help)
  }

  private mutating func add(
    _ rule: RuleID, _ message: String, at location: Diagnostic.Location, help: String? = nil
  ) {
    let diagnostic = Diagnostic(.text(rule, message, help: help), at: location)
    if added.contains(diagnostic) { return }
    // Listed remarks only are remembered.
    if findings.hasRoom { added.insert(diagnostic) }
    findings.add(diagnostic)
  }
}

/// A definition translated from another format, with the remarks of the translation.
package struct Imported: Sendable {
  /// The parts that could be translated; refused parts are left out.
  package let definition: Definition
  /// The refused, renamed, changed and omitted parts.
  package let remarks: Remarks
}

extension Imported {
  /// The remarks, and the errors of the definition if nothing was refused but it does not pass its
  /// checks. Such an error is a refusal too, because a part that the other format did not keep is
  /// missing.
  package var findings: [Diagnostic] {
    var remarks = remarks
    guard !remarks.hasRefusal else { return remarks.diagnostics }
    for error in definition.checked().diagnostics where error.severity == .error {
      remarks.refuse(
        "the definition would not pass its checks, at `\(error.location.pointer)`: \(DiagnosticRenderer.english.message(error))",
        at: .init(""), help: "write it with `--partial` and correct it there")
    }
    return remarks.diagnostics
  }
}

/// A text in another format, with the remarks of the translation.
package struct Exported: Sendable {
  package let text: String
  package let remarks: Remarks
}
