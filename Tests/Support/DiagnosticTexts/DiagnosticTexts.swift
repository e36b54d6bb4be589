// What tests compare: the words of diagnostics in English, and ids and pointers as texts.

package import StateModel

extension Diagnostic {
  package var message: String { DiagnosticRenderer.english.message(self) }
  package var label: String? { DiagnosticRenderer.english.label(self) }
  package var help: String? { DiagnosticRenderer.english.help(self) }
}

extension Diagnostic.Note {
  package var message: String { DiagnosticRenderer.english.message(self) }
}

extension Diagnostic.Fix {
  package var title: String { DiagnosticRenderer.english.title(self) }
}

extension RuleID: ExpressibleByStringLiteral {
  package init(stringLiteral id: String) {
    guard let rule = RuleID(rawValue: id) else { fatalError("no rule is named \(id)") }
    self = rule
  }
}

extension Pointer: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(unchecked: text) }
}

extension Diagnostic {
  /// A finding in the words of a test.
  package init(
    rule: RuleID, severity: Severity, message: String, at location: Location,
    label: String? = nil, notes: [Note] = [], help: String? = nil, fix: Fix? = nil
  ) {
    self.init(
      .text(rule, message, label: label, help: help), at: location, severity: severity,
      notes: notes, fix: fix)
  }
}
