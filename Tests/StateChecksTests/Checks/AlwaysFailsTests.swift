import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct AlwaysFailsTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.exprAlwaysFails)
  }

  @Test(arguments: [
    (
      "a text that is no duration",
      #"""
      { "state": "S", "format": 1,
        "inputs": { "text": "string" },
        "outputs": { "o": { "kind": "ui", "type": "string", "value": "text + string(⟦duration('x')⟧)" } } }
      """#,
      "`duration('x')` always fails: the text or number cannot be converted"
    ),
    (
      "an index that is not there",
      #"""
      { "state": "S", "format": 1,
        "inputs": { "text": "string" },
        "outputs": { "o": { "kind": "ui", "type": "string", "value": "text + string(⟦[1][3]⟧)" } } }
      """#,
      "`[1][3]` always fails: there is no such index"
    ),
    (
      "an overflow",
      #"""
      { "state": "S", "format": 1,
        "inputs": { "text": "string" },
        "outputs": { "o": { "kind": "ui", "type": "string", "value": "text + string(⟦9223372036854775807 + 1⟧)" } } }
      """#,
      "`9223372036854775807 + 1` always fails: the result is out of range"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.exprAlwaysFails)
  }

  @Test(arguments: [
    (
      "an error that is absorbed",
      #"""
      { "state": "S", "format": 1,
        "inputs": { "text": "string" },
        "outputs": { "o": { "kind": "ui", "type": "string", "value": "text + string(1 / 0 == 1 || true)" } } }
      """#
    )
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }
}
