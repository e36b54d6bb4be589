import StateLinking
package import StateModel

extension Definition {
  /// The note for a definition without a spec beside it; `nil` if `allow` permits it.
  package var missingSpec: Diagnostic? {
    let finding = Diagnostic(.spec(.missing(name)), at: Diagnostic.Location("/state"))
    return allowances.contains { $0.permits(finding) } ? nil : finding
  }
}
