import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct RecursionTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.exprRecursive)
  }

  @Test func `what a circle reads is not told as unread`() {
    check(
      #"""
      { "state": "S", "format": 1, "events": { "go": {} },
        "properties": { "n": { "type": "int", "initial": 0 } },
        "computed": { "⟦a⟧": { "type": "int", "value": "a + 1" } },
        "reducer": [{ "on": "go", "set": { "n": "n + 1" } }] }
      """#, says: "computed value `a` uses itself", RuleID.exprRecursive)
  }

  @Test(arguments: [
    (
      "functions that call each other",
      #"""
      { "state": "S", "format": 1,
        "functions": { "⟦f⟧": { "takes": { "x": "int" }, "gives": "int", "value": "g(x)" },
                       "g": { "takes": { "x": "int" }, "gives": "int", "value": "f(x)" } },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "f(1)" } } }
      """#,
      "function `f` -> `g` -> `f`"
    ),
    (
      "computed values",
      #"""
      { "state": "S", "format": 1,
        "computed": { "⟦a⟧": { "type": "int", "value": "b" }, "b": { "type": "int", "value": "a" } },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "a" } } }
      """#,
      "computed value `a` -> `b` -> `a`"
    ),
    (
      "`let` names",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "let": { "⟦a⟧": "b + 1", "b": "a + 1" }, "set": { "n": "n + 1" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#,
      "`let` `a` -> `b` -> `a`"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.exprRecursive)
  }

  @Test(arguments: [
    (
      "values that need each other in any order",
      #"""
      { "state": "S", "format": 1,
        "computed": { "a": { "type": "int", "value": "b + c" }, "b": { "type": "int", "value": "c" }, "c": { "type": "int", "value": 1 } },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "a" } } }
      """#
    ),
    (
      "`let` names in any order",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "let": { "a": "b + 1", "b": "n + 1" }, "set": { "n": "a" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#
    ),
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }
}
