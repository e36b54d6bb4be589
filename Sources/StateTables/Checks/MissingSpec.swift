/// A definition without a spec.
enum MissingSpec: Check {
  static let rule = Rule("spec/missing", .note)
}

extension Definition {
  /// The note for a definition without a spec beside it; `nil` if it is permitted.
  package var missingSpec: Diagnostic? {
    let finding = MissingSpec.finding("`\(name)` has no spec", at: Diagnostic.Location("/state"))
    return allowances.contains { $0.permits(finding) } ? nil : finding
  }
}
