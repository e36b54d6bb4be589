import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct UnhandledEventTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.eventUnhandled)
  }

  @Test(arguments: [
    (
      "an event of its own",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {}, "⟦again⟧": { "from": "self" } },
        "reducer": [{ "on": "go", "set": { "n": "n + 1" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#,
      "no row takes `again`"
    )
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.eventUnhandled)
  }

  @Test(arguments: [
    (
      "any event",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {}, "back": {} },
        "reducer": [{ "on": "go", "set": { "n": "n + 1" } }, { "on": "*" }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#
    )
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }
}
