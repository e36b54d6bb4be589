/// A file in another form than its canonical one.
package enum TextForm: Check {
  package static let rule = Rule(
    "style/format", .warning,
    reason: """
      Every file has one canonical form, so that a difference between two versions is a difference \
      in what they say. `states format --check` tells which files are not in it, at the first \
      place that differs; `states validate` does where the project asks for it, by name in \
      `severity` or by `"checks": "strict"`, and nothing worse is wrong with the file.
      """,
    fix: "Run `states format`, or `states validate --fix`; nothing but the form changes.",
    says: "this file is not in canonical form",
    bad: #"""
      {⟦ ⟧"state": "Tabs", "format": 1 }
      """#,
    good: #"""
      {
        "state": "Tabs",
        "format": 1
      }

      """#)

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
      rule.says, at: .init("", fileRange: offset..<min(offset + 1, count)),
      help: "write it so: states format",
      fix: .init(
        title: "write it in canonical form", place: .init("", fileRange: range), replacement: text,
        isSafe: true))
  }
}
