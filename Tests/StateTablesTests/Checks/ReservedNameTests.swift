import Testing

@testable import StateTables

@Suite struct ReservedNameTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: ReservedName.rule)
  }

  @Test(arguments: [
    ("default", "Swift"), ("object", "Kotlin"), ("in", "Swift and Kotlin"),
  ])
  func `a keyword is no error`(name: String, languages: String) {
    check(
      """
      { "state": "S", "format": 1, "commands": { "⟦\(name)⟧": {} },
        "enter": [{ "emit": ["\(name)"] }] }
      """,
      says: "`\(name)` is a keyword in \(languages); generated in backquotes", ReservedName.rule)
  }
}
