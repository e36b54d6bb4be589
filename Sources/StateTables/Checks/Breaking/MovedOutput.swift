/// An output has moved to another kind.
package enum MovedOutput: Check {
  package static let rule = Rule("breaking/output-kind", .error)
}
