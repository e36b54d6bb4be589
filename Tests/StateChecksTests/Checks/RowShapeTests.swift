import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct RowShapeTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.shapeConflict)
  }

  @Test(arguments: [
    (
      "no states in `in`",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }, { "⟦in⟧": [], "on": "go" }] }
      """#,
      "`in` names nothing"
    ),
    (
      "no events in `on`",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }, { "in": "b", "⟦on⟧": [] }] }
      """#,
      "`on` names nothing"
    ),
    (
      "no targets",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }, { "in": "b", "on": "go", "⟦goTo⟧": [] }] }
      """#,
      "`goTo` names nothing"
    ),
    (
      "no states in the row of an output",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }],
        "outputs": { "o": { "kind": "data", "type": "void?", "rows": [{ "⟦in⟧": [] }] } } }
      """#,
      "`in` names nothing"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.shapeConflict)
  }

  @Test(arguments: [
    (
      "a state named twice",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": ["b", "b"], "on": "back", "goTo": "a" }] }
      """#
    )
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }
}
