/// A file in another form than its canonical one.
package enum TextForm: Check {
  package static let rule = Rule("style/format", .warning)

  /// The finding, from an offset in the file on.
  ///
  /// - Parameters:
  ///   - offset: The first byte that differs.
  ///   - count: The bytes of the file.
  ///   - range: All that differs.
  ///   - text: What is to stand there.
  /// - Returns: The finding with its fix.
  package static func finding(
    at offset: Int, of count: Int, replacing range: Range<Int>, by text: String
  ) -> Diagnostic {
    finding(
      "this file is not in canonical form",
      at: .init("", fileRange: offset..<min(offset + 1, count)),
      help: "write it so: states format",
      fix: .init(
        title: "write it in canonical form", location: .init("", fileRange: range),
        replacement: text,
        isSafe: true))
  }
}
