/// A file whose name and content disagree, or that lacks its counterpart.
package enum FileName: Check {
  package static let rule = Rule("file/name", .error)
}
