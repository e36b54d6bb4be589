/// A state is gone, renamed, moved, or carries something else.
package enum BreakingState: Check {
  package static let rule = Rule("breaking/state", .error)
}
