/// A definition that is not finished.
package enum Draft: Check {
  package static let rule = Rule("shape/draft", .note)
}
