/// An input is new, gone, renamed or of another type.
package enum BreakingInput: Check {
  package static let rule = Rule("breaking/input", .error)
}
