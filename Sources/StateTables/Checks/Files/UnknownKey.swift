/// A key that the format does not know.
package enum UnknownKey: Check {
  package static let rule = Rule("shape/unknown-key", .error)
}
