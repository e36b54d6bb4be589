import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct GuardTypeTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.typeGuard)
  }

  @Test(arguments: [
    (
      "an invariant",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "n": "n + 1" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } },
        "invariants": { "positive": "⟦n⟧" } }
      """#,
      "an invariant must be bool, this is int"
    ),
    (
      "an output row",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "n": "n + 1" } }],
        "outputs": { "n": { "kind": "data", "type": "int?", "rows": [{ "if": "⟦n⟧", "value": "n" }] } } }
      """#,
      "a guard must be bool, this is int"
    ),
    (
      "an entry of `enter`",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "n": "n + 1" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } },
        "enter": [{ "if": "⟦n + 1⟧", "set": { "n": 1 } }] }
      """#,
      "a guard must be bool, this is int"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.typeGuard)
  }
}
