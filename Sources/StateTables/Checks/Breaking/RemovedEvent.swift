/// An event is gone or has another name.
package enum RemovedEvent: Check {
  package static let rule = Rule("breaking/event-removed", .error)
}
