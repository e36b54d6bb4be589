import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct InitialStateTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.stateInitial)
  }

  @Test(arguments: [
    (
      "a composite inside",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "⟦b⟧", "states": [{ "state": "c" }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "c" }, { "in": "c", "on": "back", "goTo": "a" }] }
      """#,
      "`b` has child states but no `initial`"
    ),
    (
      "no child",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "initial": "⟦a⟧", "states": [{ "state": "c" }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }] }
      """#,
      "`initial` of `b` leads to `a`, which is not a child of it"
    ),
    (
      "no children",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "⟦initial⟧": "a" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }] }
      """#,
      "`b` has an `initial` but no child states"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.stateInitial)
  }

  @Test(arguments: [
    (
      "a composite that may rest",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "initial": null, "states": [{ "state": "c" }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "go", "goTo": "c" }, { "on": "back", "goTo": "a" }] }
      """#
    )
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }
}
