/// A property that snapshots hold is gone, renamed, of another type, or new.
package enum BreakingSnapshot: Check {
  package static let rule = Rule("breaking/snapshot", .error)
}
