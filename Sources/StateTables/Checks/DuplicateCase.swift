/// Two cases with the same prefix and the same `when`.
enum DuplicateCase: Check {
  static let rule = Rule("spec/duplicate", .warning)

  static func sameName(_ name: String, first: Pointer, second: Pointer) -> Diagnostic {
    finding(
      "two cases of one situation are named `\(name)`",
      at: Diagnostic.Location(second["name"].text),
      notes: [.mention("the other case stands", at: Diagnostic.Location(first["name"].text))])
  }

  static func same(first: Pointer, second: Pointer, hasWhen: Bool) -> Diagnostic {
    finding(
      "same prefix and `when` as another case",
      at: Diagnostic.Location(second["when"].text, isKey: true),
      notes: [
        .mention("the other case stands", at: Diagnostic.Location(first["when"].text, isKey: true))
      ])
  }
}
