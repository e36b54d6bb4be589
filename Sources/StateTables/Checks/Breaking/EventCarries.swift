/// An event carries something else than before.
package enum EventCarries: Check {
  package static let rule = Rule("breaking/event-carries", .error)
}
