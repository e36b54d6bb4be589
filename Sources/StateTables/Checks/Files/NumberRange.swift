/// A number that its type cannot hold.
package enum NumberRange: Check {
  package static let rule = Rule("json/number", .error)
}
