/// A key that is written twice in one object.
package enum DuplicateKey: Check {
  package static let rule = Rule("json/duplicate-key", .error)
}
