/// A property begins with another value.
package enum BreakingInitial: Check {
  package static let rule = Rule("breaking/initial", .note)
}
