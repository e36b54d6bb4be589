/// A text that is not JSON.
package enum JSONSyntax: Check {
  package static let rule = Rule("json/syntax", .error)
}
