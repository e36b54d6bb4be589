import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct ReservedNameTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.nameReserved)
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
      says: "`\(name)` is a keyword in \(languages); generated in backquotes", RuleID.nameReserved)
  }
}
