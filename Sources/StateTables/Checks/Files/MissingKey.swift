/// A key that is needed.
package enum MissingKey: Check {
  package static let rule = Rule("shape/missing-key", .error)
}
