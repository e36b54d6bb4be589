import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct ScopedNameTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.nameScope)
  }

  @Test(arguments: [
    (
      "carried elsewhere, in a row of the root",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "carries": { "n": "int" } }],
        "reducer": [{ "in": "a", "on": "go", "goTo": { "b": { "n": 1 } } }, { "on": "back", "if": "⟦n⟧ > 1", "goTo": "a" }] }
      """#,
      "`n` is carried by `b`; this row is in the root"
    ),
    (
      "carried elsewhere, in a row of a sibling",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "carries": { "n": "int" } }],
        "reducer": [{ "in": "a", "on": "go", "if": "⟦n⟧ > 1", "goTo": { "b": { "n": 1 } } }, { "on": "back", "goTo": "a" }] }
      """#,
      "`n` is carried by `b`; this row is in `a`"
    ),
    (
      "`set` of what is carried elsewhere",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "carries": { "n": "int" } }],
        "reducer": [{ "in": "a", "on": "go", "goTo": { "b": { "n": 1 } } }, { "on": "back", "set": { "⟦n⟧": 1 }, "goTo": "a" }] }
      """#,
      "`n` is carried by `b`; this row is in the root"
    ),
    (
      "`event` in an eventless row",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }, { "in": "b", "if": "⟦event⟧.n > 1", "goTo": "a" }] }
      """#,
      "there is no `event` in an eventless row"
    ),
    (
      "`event` in the row of a timer",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }, { "in": "b", "after": 1, "if": "⟦event⟧.n > 1", "goTo": "a" }] }
      """#,
      "there is no `event` in a row with `after`"
    ),
    (
      "`event` in `enter`",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a", "enter": [{ "if": "⟦event⟧.n > 1", "raise": ["back"] }] }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }] }
      """#,
      "there is no `event` in `enter` and `exit`"
    ),
    (
      "an output in a cell",
      #"""
      { "state": "S", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "shown": { "kind": "ui", "type": "bool", "value": "isHeads" }, "isHeads": { "kind": "ui", "type": "bool", "value": "⟦shown⟧" } } }
      """#,
      "`shown` is an output: cells cannot read it"
    ),
    (
      "an event as a value",
      #"""
      { "state": "S", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "⟦flipped⟧" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#,
      "`flipped` is an event: it happens and has no value"
    ),
    (
      "a property in `initial`",
      #"""
      { "state": "S", "format": 1,
        "properties": { "a": { "type": "int", "initial": 1 }, "b": { "type": "int", "initial": "⟦a⟧" } },
        "events": { "go": {} }, "reducer": [{ "on": "go", "set": { "a": "b", "b": "a" } }],
        "outputs": { "a": { "kind": "ui", "type": "int", "value": "a" } } }
      """#,
      "`a` is a property; `initial` sees only the inputs"
    ),
    (
      "a property in a function",
      #"""
      { "state": "S", "format": 1,
        "inputs": { "a": "int" },
        "functions": { "f": { "takes": { "x": "int" }, "gives": "int", "value": "x + ⟦a⟧" } },
        "outputs": { "a": { "kind": "ui", "type": "int", "value": "f(a)" } } }
      """#,
      "`a` is an input; a function sees only its parameters"
    ),
    (
      "a field that only one event carries",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 1 } },
        "events": { "one": { "carries": { "n": "int" } }, "two": {} },
        "reducer": [{ "on": ["one", "two"], "set": { "n": "⟦event⟧.n" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#,
      "`event.n` is carried by `one`, but not with the same type by `two`, which this row takes too"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.nameScope)
  }

  @Test(arguments: [
    (
      "a computed value of inputs in `initial`",
      #"""
      { "state": "S", "format": 1,
        "inputs": { "a": "int" }, "computed": { "twice": { "type": "int", "value": "a * 2" } },
        "properties": { "b": { "type": "int", "initial": "twice" } },
        "events": { "go": {} }, "reducer": [{ "on": "go", "set": { "b": 1 } }],
        "outputs": { "b": { "kind": "ui", "type": "int", "value": "b" } } }
      """#
    ),
    (
      "a field that all events carry",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 1 } },
        "events": { "one": { "carries": { "n": "int" } }, "two": { "carries": { "n": "int" } } },
        "reducer": [{ "on": ["one", "two"], "set": { "n": "event.n" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#
    ),
    (
      "a constant in the default of an input",
      #"""
      { "state": "S", "format": 1,
        "inputs": { "a": { "type": "int", "default": "limit" } },
        "computed": { "limit": { "type": "int", "value": 10 } },
        "outputs": { "a": { "kind": "ui", "type": "int", "value": "a" } } }
      """#
    ),
    (
      "carried by an ancestor",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "carries": { "n": "int" }, "initial": "c", "states": [{ "state": "c" }] }],
        "reducer": [{ "in": "a", "on": "go", "goTo": { "b": { "n": 1 } } }, { "in": "c", "on": "back", "if": "n > 0", "goTo": "a" }] }
      """#
    ),
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }
}
