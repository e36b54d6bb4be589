/// A command is new, gone, or carries something else.
package enum BreakingCommand: Check {
  package static let rule = Rule("breaking/command", .error)
}
