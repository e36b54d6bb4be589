/// Bytes that are no text.
package enum TextEncoding: Check {
  package static let rule = Rule("json/encoding", .error)
}
