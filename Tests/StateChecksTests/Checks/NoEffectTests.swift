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
      "`set` writes `n`, `m` to themselves and nothing else"
    ),
    (
      "a value beside another",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 }, "m": { "type": "int", "initial": 1 } },
        "events": { "go": {}, "back": {} },
        "reducer": [{ "on": "go", "set": { "m": "n", ⟦"n": "n"⟧ } }, { "on": "back", "set": { "n": "m" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#,
      "`set` writes `n` to itself"
    ),
    (
      "a value in parentheses",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {}, "back": {} },
        "reducer": [{ "on": "go", ⟦"set": { "n": "( (n))" }⟧ }, { "on": "back", "set": { "n": "n + 1" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#,
      "`set` writes `n` to itself and nothing else"
    ),
    (
      "a value in a row that goes somewhere",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {}, "back": {} }, "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "set": { ⟦"n": "n"⟧ }, "goTo": "b" },
                    { "in": "b", "on": "back", "set": { "n": "n + 1" }, "goTo": "a" }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#,
      "`set` writes `n` to itself"
    ),
    (
      "a field of a record",
      #"""
      { "state": "S", "format": 1, "types": { "R": { "record": { "n": "int" } } },
        "properties": { "r": { "type": "R", "initial": { "n": 0 } } },
        "events": { "go": {}, "back": {} },
        "reducer": [{ "on": "go", ⟦"set": { "r.n": "r.n" }⟧ }, { "on": "back", "set": { "r.n": "r.n + 1" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "r.n" } } }
      """#,
      "`set` writes `r.n` to itself and nothing else"
    ),
  ])
  func `a value that is written to itself is reported`(name: String, text: String, message: String)
  {
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
    ),
    (
      "an element that may be missing",
      #"""
      { "state": "S", "format": 1,
        "properties": { "m": { "type": "[string: int]", "initial": {} } },
        "events": { "go": {}, "back": {} },
        "reducer": [{ "on": "go", "set": { "m['a']": "m['a']", "m.b": "m.b" } }, { "on": "back", "set": { "m['a']": 1, "m.b": 2 } }],
        "outputs": { "m": { "kind": "ui", "type": "[string: int]", "value": "m" } } }
      """#
    ),
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }
}
