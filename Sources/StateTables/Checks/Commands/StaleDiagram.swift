/// A diagram that is not what its definition says now.
package enum StaleDiagram: Check {
  package static let rule = Rule("diagram/stale", .error)
}
