import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct IncompleteTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.typeIncomplete)
  }

  @Test(arguments: [
    (
      "a bare name",
      #"""
      { "state": "S", "format": 1,
        "inputs": { "phone": "string" },
        "events": { "go": {} }, "commands": { "send": { "carries": { "to": "string", "text": "string", "note": "string?" } } },
        "reducer": [{ "on": "go", "emit": ["⟦send⟧"] }] }
      """#,
      "`send` also needs `to: string` and `text: string`"
    ),
    (
      "one field",
      #"""
      { "state": "S", "format": 1,
        "inputs": { "phone": "string" },
        "events": { "go": {} }, "commands": { "send": { "carries": { "to": "string", "text": "string", "note": "string?" } } },
        "reducer": [{ "on": "go", "emit": [{ "⟦send⟧": { "to": "phone" } }] }] }
      """#,
      "`send` also needs `text: string`"
    ),
    (
      "a raised event",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "got": { "carries": { "n": "int" } } },
        "reducer": [{ "on": "go", "raise": ["⟦got⟧"] }, { "on": "got", "if": "event.n > 1" }] }
      """#,
      "`got` also needs `n: int`"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.typeIncomplete)
  }

  @Test(arguments: [
    (
      "what may be null may be left out",
      #"""
      { "state": "S", "format": 1,
        "inputs": { "phone": "string" },
        "events": { "go": {} }, "commands": { "send": { "carries": { "to": "string", "text": "string", "note": "string?" } } },
        "reducer": [{ "on": "go", "emit": [{ "send": { "to": "phone", "text": "phone" } }] }] }
      """#
    )
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }
}
