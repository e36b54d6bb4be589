/// An output is gone, renamed or of another type.
package enum BreakingOutput: Check {
  package static let rule = Rule("breaking/output", .error)
}
