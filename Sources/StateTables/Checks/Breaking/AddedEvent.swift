/// There is an event that was not there.
package enum AddedEvent: Check {
  package static let rule = Rule("breaking/event-added", .note)
}
