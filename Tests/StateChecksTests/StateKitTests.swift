import DiagnosticTexts
import StateChecks
import StateModel
import Testing

/// Errors that StateKit ignores when it reads a chart, or finds only when it runs.
@Suite struct `Slips that StateKit lets pass` {
  struct Slip: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let states: String
    let rule: RuleID
    let message: String
  }

  static let slips: [Slip] = [
    Slip(
      testDescription: "a substate that is no object",
      states: #""initial": null, "states": [7]"#,
      rule: "shape/wrong-type", message: "an entry of `states` must be an object, found a number"),
    Slip(
      testDescription: "a misspelt enter action",
      states: #""enterr": [{ "emit": ["beep"] }]"#,
      rule: "shape/unknown-key", message: "unknown key `enterr`; did you mean `enter`?"),
    Slip(
      testDescription: "StateKit's own key, misspelt",
      states: #""initial": null, "states": [{ "state": "a", "enterStatez": [] }]"#,
      rule: "shape/unknown-key", message: "unknown key `enterStatez`"),
    Slip(
      testDescription: "two states of one name, at two depths",
      states: #"""
        "initial": null, "states": [
          { "state": "a", "initial": null, "states": [{ "state": "b" }] }, { "state": "b" }]
        """#,
      rule: "name/duplicate", message: "`b`"),
    Slip(
      testDescription: "a target that is not there",
      states: #"""
        "initial": "level4", "states": [{ "state": "level4" }],
        "reducer": [{ "on": "wentDown", "goTo": "level5" }]
        """#,
      rule: "name/unknown", message: "`level5`"),
    Slip(
      testDescription: "an event that nobody declares",
      states: #"""
        "initial": "a", "states": [{ "state": "a" }], "reducer": [{ "on": "wentDwon", "goTo": "a" }]
        """#,
      rule: "name/unknown", message: "`wentDwon`"),
  ]

  @Test(arguments: slips) func `are errors`(_ slip: Slip) {
    let text = """
      { "state": "S", "format": 1, "events": { "wentDown": {} }, "commands": { "beep": {} },
        \(slip.states) }
      """
    let found = findings(text)
    #expect(
      found.contains { $0.rule == slip.rule && $0.message.contains(slip.message) }, "\(found)")
  }

  @Test func `the least chart is its root alone`() {
    #expect(findings(#"{ "state": "Least", "format": 1 }"#).map(\.rule) == [])
    #expect(checked(#"{ "state": "Least", "format": 1 }"#).checked != nil)
  }

  @Test(arguments: ["user", "network", "lifecycle", "device"])
  func `events come from four sources`(source: String) {
    let text = """
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "wentOn": { "from": "\(source)" } },
        "reducer": [{ "on": "wentOn", "set": { "n": 1 } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """
    #expect(findings(text).map(\.rule) == [])
    #expect(
      findings(text.replacing(source, with: "elsewhere")).map(\.rule) == ["shape/wrong-type"])
  }
}
