import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct CellTypeTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.typeMismatch)
  }

  @Test(arguments: [
    (
      "`set`",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "n": "⟦'x'⟧" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#,
      "`n` is int, this row sets it to string"
    ),
    (
      "an output",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "n": "n + 1" } }],
        "outputs": { "n": { "kind": "ui", "type": "string", "value": "⟦n⟧" } } }
      """#,
      "`n` is string, this is int"
    ),
    (
      "an initial value",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": "⟦'x'⟧" } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "n": "n + 1" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#,
      "`n` is int, this is string"
    ),
    (
      "a default",
      #"""
      { "state": "S", "format": 1,
        "inputs": { "n": { "type": "int", "default": "⟦'x'⟧" } },
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#,
      "`n` is int, this is string"
    ),
    (
      "a computed value",
      #"""
      { "state": "S", "format": 1,
        "inputs": { "i": "int" },
        "computed": { "n": { "type": "int", "value": "⟦string(i)⟧" } },
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#,
      "`n` is int, this is string"
    ),
    (
      "what a function gives",
      #"""
      { "state": "S", "format": 1,
        "functions": { "half": { "takes": { "x": "int" }, "gives": "int", "value": "⟦string(x)⟧" } },
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "half(2)" } } }
      """#,
      "`half` returns int, this is string"
    ),
    (
      "a condition in an output",
      #"""
      { "state": "S", "format": 1,
        "inputs": { "i": "int" },
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "⟦i⟧ ? 1 : 2" } } }
      """#,
      "a condition must be bool, this is int"
    ),
    (
      "an argument",
      #"""
      { "state": "S", "format": 1,
        "functions": { "half": { "takes": { "x": "int" }, "gives": "int", "value": "x / 2" } },
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "half(⟦'x'⟧)" } } }
      """#,
      "the first argument of `half` is int, this is string"
    ),
    (
      "what an event carries",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {}, "went": { "from": "self", "carries": { "far": "int" } } },
        "reducer": [{ "on": "go", "raise": [{ "went": { "far": "⟦'x'⟧" } }] },
                    { "on": "went", "set": { "n": "event.far" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#,
      "`far` is int, this is string"
    ),
    (
      "what a state carries",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "left": {} }, "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "carries": { "far": "int" } }],
        "reducer": [{ "in": "a", "on": "go", "goTo": { "b": { "far": "⟦'x'⟧" } } },
                    { "in": "b", "on": "left", "goTo": "a" }],
        "outputs": { "n": { "kind": "ui", "type": "int",
                            "rows": [{ "in": "b", "value": "far" }, { "value": 0 }] } } }
      """#,
      "`far` is int, this is string"
    ),
    (
      "a delay",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "reducer": [{ "every": "⟦'x'⟧", "set": { "n": "n + 1" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#,
      "`every` is duration, this is string"
    ),
    (
      "a state without quotes",
      #"""
      { "state": "S", "format": 1, "events": { "go": {}, "left": {} }, "initial": "cold",
        "states": [{ "state": "cold" }, { "state": "hot" }],
        "reducer": [{ "in": "cold", "on": "go", "goTo": "hot" },
                    { "in": "hot", "on": "left", "goTo": "cold" }],
        "outputs": { "isHot": { "kind": "ui", "type": "bool", "value": "isIn(⟦hot⟧)" } } }
      """#,
      "`isIn` needs the name of a state: `isIn('hot')`"
    ),
    (
      "a number for a state: an example that says something",
      #"""
      { "state": "S", "format": 1, "events": { "go": {}, "left": {} }, "initial": "cold",
        "states": [{ "state": "cold" }, { "state": "hot" }],
        "reducer": [{ "in": "cold", "on": "go", "goTo": "hot" },
                    { "in": "hot", "on": "left", "goTo": "cold" }],
        "outputs": { "isHot": { "kind": "ui", "type": "bool", "value": "⟦isIn(3)⟧" } } }
      """#,
      "`isIn` needs the name of a state: `isIn('cold')`"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.typeMismatch)
  }
}
