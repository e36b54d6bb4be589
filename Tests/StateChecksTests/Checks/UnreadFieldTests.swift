import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct UnreadFieldTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.eventUnread)
  }

  @Test func `one event of two that share a row is told where no other row reads it`() {
    check(
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "added": { "carries": { "by": "int" } }, "removed": { "carries": { "⟦by⟧": "int" } } },
        "reducer": [{ "on": "added", "set": { "n": "event.by" } }, { "on": "removed", "set": { "n": "0" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#, says: "`by` of `removed` is never read", RuleID.eventUnread)
  }

  @Test func `a row for any event reads the field of its events`() {
    let text = #"""
      { "state": "S", "format": 1, "properties": { "last": { "type": "string", "initial": "''" } },
        "events": { "typed": { "carries": { "text": "string" } }, "said": { "carries": { "text": "string" } } },
        "reducer": [{ "on": "typed", "if": "last == ''", "set": { "last": "'first'" } }, { "on": "*", "set": { "last": "event.text" } }],
        "outputs": { "last": { "kind": "ui", "type": "string", "value": "last" } } }
      """#
    #expect(findings(text, about: RuleID.eventUnread) == [])
  }

  @Test func `an event that no row takes is told as such alone`() {
    let text = #"""
      { "state": "S", "format": 1, "events": { "added": { "carries": { "by": "int" } } },
        "reducer": [] }
      """#
    #expect(findings(text, about: RuleID.eventUnread).map(\.rule) == ["event/unhandled"])
  }
}
