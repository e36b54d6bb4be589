import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct OpenOutputTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.outputOpenEnded)
  }

  @Test(arguments: [
    (
      "a table without a last row",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "n": "n + 1" } }],
        "outputs": { "s": { "kind": "ui", "type": "string", "⟦rows⟧": [{ "if": "n > 1", "value": "'many'" }] } } }
      """#,
      "`s` is a string and no row without `if` gives it a value"
    ),
    (
      "a composite that may rest",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "initial": null, "states": [{ "state": "c" }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "go", "goTo": "c" }, { "on": "back", "goTo": "a" }],
        "outputs": { "t": { "kind": "ui", "type": "string", "⟦rows⟧": [{ "in": "a", "value": "'a'" }, { "in": "c", "value": "'c'" }] } } }
      """#,
      "`t` is a string and has no value in `b`: no row without `if` covers it"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.outputOpenEnded)
  }

  @Test(arguments: [
    (
      "state by state",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }],
        "outputs": { "t": { "kind": "ui", "type": "string", "rows": [{ "in": ["a", "b"], "value": "'x'" }] } } }
      """#
    ),
    (
      "one region of two",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "p", "parallel": true, "states": [{ "state": "x" }, { "state": "y" }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "p" }, { "on": "back", "goTo": "a" }],
        "outputs": { "t": { "kind": "ui", "type": "string", "rows": [{ "in": "a", "value": "'a'" }, { "in": "x", "value": "'x'" }] } } }
      """#
    ),
    (
      "an optional output",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }],
        "outputs": { "t": { "kind": "data", "type": "void?", "rows": [{ "in": "a" }] } } }
      """#
    ),
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }
}
