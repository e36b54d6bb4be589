/// A used file that is not there, or may not be used.
package enum FileUses: Check {
  package static let rule = Rule("file/uses", .error)
}
