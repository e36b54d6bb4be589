import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct ShadowedRowTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.stateShadowed)
  }

  private func text(_ rows: String, initial: String = #""a""#) -> String {
    """
    { "state": "S", "format": 1, "events": { "went": {}, "turned": {} },
      "initial": \(initial), "states": [{ "state": "a" }, { "state": "b" }],
      "reducer": [{ "in": "a", "on": "turned", "goTo": "b" }, { "in": "b", "on": "turned", "goTo": "a" },
                  \(rows)] }
    """
  }

  @Test func `a region that takes the event shadows its parallel state`() {
    check(
      #"""
      { "state": "S", "format": 1, "events": { "stopped": {}, "began": {} },
        "initial": "idle",
        "states": [{ "state": "idle" },
                   { "state": "on", "parallel": true, "states": [{ "state": "x" }, { "state": "y" }] }],
        "reducer": [{ "in": "idle", "on": "began", "goTo": "on" },
                    { "in": "on", ⟦"on": "stopped"⟧, "goTo": "idle" },
                    { "in": "y", "on": "stopped", "goTo": "idle" }] }
      """#, says: "this row never runs: every state inside takes the event first",
      RuleID.stateShadowed)
  }

  @Test(arguments: [
    ("a child does without", #"{ "on": "went" }, { "in": "a", "on": "went" }"#, #""a""#),
    (
      "a guard", #"{ "on": "went" }, { "in": ["a", "b"], "on": "went", "if": "isIn('a')" }"#,
      #""a""#
    ),
    ("rest", #"{ "on": "went" }, { "in": ["a", "b"], "on": "went" }"#, "null"),
  ])
  func `a row that may run is left alone`(name: String, rows: String, initial: String) {
    let found = findings(text(rows, initial: initial)).filter { $0.rule == RuleID.stateShadowed }
    #expect(found == [])
  }
}
