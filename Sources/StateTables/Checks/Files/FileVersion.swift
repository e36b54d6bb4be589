/// A file in a format that this tool does not know.
package enum FileVersion: Check {
  package static let rule = Rule("file/version", .error)
}
