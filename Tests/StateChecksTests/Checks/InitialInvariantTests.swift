import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct InitialInvariantTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.invariantInitial)
  }

  @Test(arguments: [
    (
      "through a computed value",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "n": "n + 1" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } },
        "computed": { "twice": { "type": "int", "value": "n * 2" } },
        "invariants": { "positive": "⟦twice > 0⟧" } }
      """#,
      "the start breaks `positive` (`twice > 0`)"
    )
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.invariantInitial)
  }

  @Test(arguments: [
    (
      "an input decides",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": "first" } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "n": "n + 1" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } },
        "inputs": { "first": "int" }, "invariants": { "positive": "n > 0" } }
      """#
    ),
    (
      "`enter` puts it right",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "n": "n + 1" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } },
        "enter": [{ "set": { "n": 1 } }], "invariants": { "positive": "n > 0" } }
      """#
    ),
    (
      "an eventless row raises what puts it right",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 }, "isBegun": { "type": "bool", "initial": false } },
        "events": { "go": {}, "begun": { "from": "self" } },
        "reducer": [{ "if": "!isBegun", "set": { "isBegun": true }, "raise": ["begun"] },
          { "on": "begun", "set": { "n": "1" } }, { "on": "go", "set": { "n": "n + 1" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } },
        "invariants": { "positive": "n > 0" } }
      """#
    ),
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }
}
