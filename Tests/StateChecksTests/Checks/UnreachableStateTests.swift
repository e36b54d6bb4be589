import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct UnreachableStateTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.stateUnreachable)
  }

  @Test(arguments: [
    (
      "a composite and all in it: said once",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }, { "state": "⟦c⟧", "initial": "d", "states": [{ "state": "d" }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }] }
      """#,
      "no chain of rows leads to `c`"
    ),
    (
      "states that lead to each other: said once",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }, { "state": "c" }, { "state": "⟦d⟧" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }, { "in": "d", "on": "go", "goTo": "c" }, { "in": "c", "on": "back", "goTo": "a" }] }
      """#,
      "no chain of rows leads to `d`"
    ),
    (
      "states that lead to each other and to one before them: said at the first of the two",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }, { "state": "c" }, { "state": "⟦d⟧" }, { "state": "e" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }, { "in": "d", "on": "go", "goTo": "e" }, { "in": "e", "on": "go", "goTo": "d" }, { "in": "e", "on": "back", "goTo": "c" }, { "in": "c", "on": "back", "goTo": "a" }] }
      """#,
      "no chain of rows leads to `d`"
    ),
    (
      "reached only from itself",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }, { "state": "⟦c⟧" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }, { "in": "c", "on": "go", "goTo": "c" }, { "in": "c", "on": "back", "goTo": "a" }] }
      """#,
      "no chain of rows leads to `c`"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.stateUnreachable)
  }

  @Test(arguments: [
    (
      "by default, by history and as a region",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "initial": "p",
          "states": [{ "state": "h", "history": "deep", "default": "p" }, { "state": "p", "parallel": true, "states": [{ "state": "x" }, { "state": "y", "initial": "z", "states": [{ "state": "z" }] }] }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "h" }, { "in": "p", "on": "back", "goTo": "a" }] }
      """#
    )
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }
}
