import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct NoEffectTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.rowNoEffect)
  }

  @Test(arguments: [
    (
      "two values",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 }, "m": { "type": "int", "initial": 1 } },
        "events": { "go": {}, "back": {} },
        "reducer": [{ "on": "go", ⟦"set": { "n": "n", "m": "m" }⟧ }, { "on": "back", "set": { "n": "m", "m": "n" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#,
      "`set` writes `n`, `m` to itself and nothing else"
    )
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.rowNoEffect)
  }

  @Test(arguments: [
    (
      "a row without any effect",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {}, "back": {} },
        "reducer": [{ "on": "go", "set": { "n": "n + 1" } }, { "on": "back" }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#
    )
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }
}
