/// An output has become optional, or is so no longer.
package enum OptionalOutput: Check {
  package static let rule = Rule("breaking/output-optional", .error)
}
