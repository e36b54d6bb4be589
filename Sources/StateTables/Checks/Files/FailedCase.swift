/// A case of a spec that the definition does not fulfil.
package enum FailedCase: Check {
  package static let rule = Rule("spec/failed", .error)
}
