/// An enum or union that outputs or commands use has a case that was not there.
package enum AddedCase: Check {
  package static let rule = Rule("breaking/case-added", .error)
}
