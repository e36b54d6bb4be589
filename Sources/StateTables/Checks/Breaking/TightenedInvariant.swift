/// An invariant says more than before.
package enum TightenedInvariant: Check {
  package static let rule = Rule("breaking/invariant", .error)
}
