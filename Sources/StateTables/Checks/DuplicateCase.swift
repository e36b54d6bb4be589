/// Two cases with the same prefix and the same `when`.
enum DuplicateCase: Check {
  static let rule = Rule(
    "spec/duplicate", .warning,
    reason: "Two cases for one situation are read twice and changed once.",
    fix: "Make one case of the two.",
    says: "same prefix and `when` as another case",
    bad: Example(
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "the second tab", "when": [{ "activatedTab": { "index": 2 } }],
          "then": { "tab": 2 } },
        { "name": "again", "⟦when⟧": [{ "activatedTab": { "index": 2 } }], "result": "changed" }] }
      """#, beside: [MissingSpec.tabs]),
    good: Example(
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "the second tab", "when": [{ "activatedTab": { "index": 2 } }],
          "then": { "tab": 2 }, "result": "changed" }] }
      """#, beside: [MissingSpec.tabs]))

  static func sameName(_ name: String, first: Pointer, second: Pointer) -> Diagnostic {
    finding(
      "two cases of one situation are named `\(name)`",
      at: Diagnostic.Place(second["name"].text),
      notes: [.mention("the other case stands", at: Diagnostic.Place(first["name"].text))])
  }

  static func same(first: Pointer, second: Pointer, hasWhen: Bool) -> Diagnostic {
    finding(
      "same prefix and `when` as another case",
      at: Diagnostic.Place(second["when"].text, isKey: true),
      notes: [
        .mention("the other case stands", at: Diagnostic.Place(first["when"].text, isKey: true))
      ])
  }
}
