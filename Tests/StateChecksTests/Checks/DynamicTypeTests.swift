import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct DynamicTypeTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.typeDyn)
  }

  @Test(arguments: [
    (
      "a field of an event",
      #"""
      { "state": "S", "format": 1,
        "events": { "got": { "carries": { "payload": "[⟦dyn⟧]" } } },
        "reducer": [{ "on": "got", "if": "event.payload.size() > 1" }] }
      """#,
      "`payload` is dyn: nothing about it is checked"
    )
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.typeDyn)
  }

  @Test func `an allowance with its reason silences it there`() {
    checkFine(
      #"""
      { "state": "S", "format": 1,
        "events": { "got": { "carries": { "payload": "dyn" },
                             "allow": { "type/dyn": "comes from a plug-in" } } },
        "reducer": [{ "on": "got", "if": "event.payload != null" }] }
      """#)
  }
}
