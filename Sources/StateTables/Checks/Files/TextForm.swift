/// A file in another form than its canonical one.
package enum TextForm: Check {
  package static let rule = Rule(
    "style/format", .warning,
    reason: """
      Every file has one canonical form, so that a difference between two versions is a difference \
      in what they say. `states format --check` tells which files are not in it, at the first \
      place that differs; `states validate` does not mind.
      """,
    fix: "Run `states format`; nothing but the form changes.",
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
  package static func finding(at offset: Int, of count: Int) -> Diagnostic {
    finding(
      rule.says, at: .init("", fileRange: offset..<min(offset + 1, count)),
      help: "write it so: states format")
  }
}
