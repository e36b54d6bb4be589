import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

/// What a row's guard proves, and how far that reaches.
@Suite struct FactsTests {
  private func row(_ row: String) -> String {
    """
    { "state": "S", "format": 1,
      "properties": { "x": { "type": "int?", "initial": null }, "n": { "type": "int", "initial": 0 } },
      "computed": { "half": { "type": "int?", "value": "x != null ? x / 2 : null" } },
      "events": { "go": { "carries": { "k": "int?" } }, "got": { "carries": { "n": "int" } } },
      "commands": { "log": { "carries": { "n": "int" } } },
      "reducer": [\(row), { "on": "got", "set": { "n": "event.n" }, "emit": [{ "log": { "n": "n" } }] }],
      "outputs": { "n": { "kind": "ui", "type": "int", "value": "n + (half != null ? half : 0)" } } }
    """
  }

  @Test(arguments: [
    ("set", #"{ "on": "go", "if": "x != null", "set": { "n": "x + 1", "x": null } }"#),
    (
      "emit",
      #"{ "on": "go", "if": "x != null", "emit": [{ "log": { "n": "x" } }], "set": { "x": "x + 1" } }"#
    ),
    (
      "raise",
      #"{ "on": "go", "if": "x != null", "raise": [{ "got": { "n": "x" } }], "set": { "x": 1 } }"#
    ),
    (
      "event",
      #"{ "on": "go", "if": "event.k != null", "set": { "n": "event.k", "x": "event.k" }, "emit": [{ "log": { "n": "event.k" } }] }"#
    ),
    (
      "a let",
      #"{ "on": "go", "let": { "y": "x + 1" }, "if": "x != null", "set": { "n": "y", "x": null } }"#
    ),
    (
      "what was set to a value",
      #"{ "on": "go", "set": { "x": 3 }, "emit": [{ "log": { "n": "x" } }] }"#
    ),
    ("the next of a list", #"{ "on": "go", "set": [{ "x": 3 }, { "n": "x" }] }"#),
  ])
  func `a fact reaches`(_ part: String, text: String) {
    checkFine(row(text))
  }

  @Test(arguments: [
    ("without a guard", #"{ "on": "go", "set": { "n": "⟦x⟧ + 1", "x": 1 } }"#, "x"),
    (
      "after it was set to null",
      #"{ "on": "go", "if": "x != null", "set": { "x": "event.k" }, "emit": [{ "log": { "n": "⟦x⟧" } }] }"#,
      "x"
    ),
    (
      "in the next of a list",
      #"{ "on": "go", "if": "x != null", "set": [{ "x": null }, { "n": "⟦x⟧" }] }"#, "x"
    ),
    (
      "about a computed value",
      #"{ "on": "go", "if": "half != null", "set": { "x": null }, "emit": [{ "log": { "n": "⟦half⟧" } }] }"#,
      "half"
    ),
    (
      "in a let that the guard needs",
      #"{ "on": "go", "let": { "y": "⟦x⟧ + 1" }, "if": "x != null && y > 1", "set": { "n": "y", "x": 1 } }"#,
      "x"
    ),
  ])
  func `a fact does not reach`(_ part: String, text: String, name: String) {
    check(
      row(text), says: "`\(name)` may be null here; test `\(name) != null` first", RuleID.typeNull)
  }

  private func chart(_ rows: String, exit: String = "") -> String {
    """
    { "state": "S", "format": 1,
      "properties": { "x": { "type": "int?", "initial": null }, "n": { "type": "int", "initial": 0 } },
      "events": { "go": {}, "back": {} },
      "initial": "p",
      "states": [{ "state": "a" }, { "state": "p", "parallel": true, "states": [
        { "state": "left" }, { "state": "right"\(exit) }] }],
      "reducer": [\(rows), { "in": "p", "on": "back", "goTo": "a" }, { "in": "a", "on": "back", "goTo": "p" }],
      "outputs": { "n": { "kind": "ui", "type": "int", "value": "n + (x != null ? x : 0)" } } }
    """
  }

  @Test func `an exit action may change what the guard proved`() {
    let row =
      #"{ "in": "left", "on": "go", "if": "x != null", "set": { "n": "⟦x⟧" }, "goTo": "a" }"#
    check(
      chart(row, exit: #", "exit": [{ "set": { "x": null } }]"#),
      says: "`x` may be null here; test `x != null` first", RuleID.typeNull)
  }

  @Test func `so may a row of another region for the same event`() {
    let row = #"{ "in": "left", "on": "go", "if": "x != null", "set": { "n": "⟦x⟧" } }"#
    check(
      chart(row + #", { "in": "right", "on": "go", "set": { "x": null } }"#),
      says: "`x` may be null here; test `x != null` first", RuleID.typeNull)
    checkFine(
      chart(
        row.replacing("⟦x⟧", with: "x")
          + #", { "in": "right", "on": "back", "if": "n > 1", "set": { "x": 1 } }"#))
  }
}
