import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct LeftStateTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.stateLeft)
  }

  private func text(_ row: String) -> String {
    #"""
    { "state": "S", "format": 1,
      "properties": { "wasThere": { "type": "bool", "initial": false } },
      "events": { "went": {}, "turned": {}, "rested": {} },
      "initial": "outer",
      "states": [
        { "state": "outer", "initial": "a", "states": [{ "state": "a" }, { "state": "b" }] },
        { "state": "both", "parallel": true, "states": [
          { "state": "x", "initial": "x1", "states": [{ "state": "x1" }, { "state": "x2" }] },
          { "state": "y", "initial": "y1", "states": [{ "state": "y1" }, { "state": "y2" }] },
          { "state": "past", "history": "shallow", "default": "both" }] }],
      "reducer": [
        \#(row),
        { "in": "a", "on": "turned", "if": "wasThere", "goTo": "b" },
        { "in": "a", "on": "turned", "goTo": "both" }, { "in": "x1", "on": "turned", "goTo": "x2" },
        { "in": "y1", "on": "turned", "goTo": "y2" }, { "in": "b", "on": "turned", "goTo": "past" },
        { "on": "rested", "goTo": "outer" }],
      "outputs": { "wasThere": { "kind": "ui", "type": "bool", "value": "wasThere" } } }
    """#
  }

  @Test(arguments: [
    ("a", #"{ "in": "a", "on": "went", "set": { "wasThere": "⟦isIn('a')⟧" }, "goTo": "b" }"#),
    (
      "outer",
      #"{ "in": "a", "on": "went", "set": { "wasThere": "!⟦isIn('outer')⟧" }, "goTo": "both" }"#
    ),
    ("a", #"{ "in": "b", "on": "went", "set": { "wasThere": "⟦isIn('a')⟧" }, "goTo": "past" }"#),
    ("x1", #"{ "in": "x1", "on": "went", "set": { "wasThere": "⟦isIn('x1')⟧" }, "goTo": "x2" }"#),
  ])
  func `what has been left is told`(state: String, row: String) {
    check(
      text(row),
      says: "`isIn('\(state)')` is always false here: `\(state)` is not active where this row goes",
      RuleID.stateLeft)
  }

  @Test(arguments: [
    (
      "the state that is entered anew", "a",
      #"{ "in": "a", "on": "went", "set": { "wasThere": "⟦isIn('a')⟧" }, "goTo": "a", "reenter": true }"#
    ),
    (
      "a state inside of it", "a",
      #"{ "in": "a", "on": "went", "set": { "wasThere": "⟦isIn('a')⟧" }, "goTo": "outer", "reenter": true }"#
    ),
    (
      "a region of it", "y1",
      #"{ "in": "x1", "on": "went", "set": { "wasThere": "⟦isIn('y1')⟧" }, "goTo": "both", "reenter": true }"#
    ),
    (
      "what an external transition leaves", "a",
      #"{ "in": "a", "on": "went", "set": { "wasThere": "⟦isIn('a')⟧" }, "goTo": "a", "reenter": "external" }"#
    ),
    (
      "a state around the target of one", "outer",
      #"{ "in": "outer", "on": "went", "set": { "wasThere": "⟦isIn('outer')⟧" }, "goTo": "a", "reenter": "external" }"#
    ),
    (
      "another region, of a row of the state around", "y1",
      #"{ "in": "both", "on": "went", "set": { "wasThere": "⟦isIn('y1')⟧" }, "goTo": "x1", "reenter": "external" }"#
    ),
  ])
  func `what is entered anew has been left`(name: String, state: String, row: String) {
    check(
      text(row),
      says:
        "`isIn('\(state)')` is always false here: `reenter` has left `\(state)`, and nothing is entered yet",
      RuleID.stateLeft)
  }

  @Test(arguments: [
    (
      "a state around what is entered anew",
      #"{ "in": "a", "on": "went", "set": { "wasThere": "isIn('outer')" }, "goTo": "a", "reenter": true }"#
    ),
    (
      "a state around all that an external transition leaves",
      #"{ "in": "a", "on": "went", "set": { "wasThere": "isIn('outer')" }, "goTo": "b", "reenter": "external" }"#
    ),
    (
      "of an external transition of several states",
      #"{ "in": ["a", "outer"], "on": "went", "set": { "wasThere": "isIn('outer')" }, "goTo": "a", "reenter": "external" }"#
    ),
    (
      "the root",
      #"{ "in": "outer", "on": "went", "set": { "wasThere": "!wasThere && isIn('S')" }, "goTo": "S", "reenter": true }"#
    ),
    (
      "another region than that which is entered anew",
      #"{ "in": "x1", "on": "went", "set": { "wasThere": "isIn('y1')" }, "goTo": "x", "reenter": true }"#
    ),
    (
      "what a history may not stand for",
      #"{ "in": "x1", "on": "went", "set": { "wasThere": "isIn('y1')" }, "goTo": "past", "reenter": true }"#
    ),
    (
      "a state around that stays",
      #"{ "in": "a", "on": "went", "set": { "wasThere": "isIn('outer')" }, "goTo": "b" }"#
    ),
    (
      "another region",
      #"{ "in": "x1", "on": "went", "set": { "wasThere": "isIn('y1')" }, "goTo": "x2" }"#
    ),
    (
      "a row that goes nowhere",
      #"{ "in": "a", "on": "went", "set": { "wasThere": "isIn('a')" } }"#
    ),
    (
      "a guard",
      #"{ "in": "outer", "on": "went", "if": "isIn('a')", "set": { "wasThere": true }, "goTo": "b" }"#
    ),
    (
      "a name of the row",
      #"{ "in": "a", "on": "went", "let": { "inA": "isIn('a')" }, "set": { "wasThere": "inA" }, "goTo": "b" }"#
    ),
  ])
  func `what may be active is left alone`(name: String, row: String) {
    checkFine(text(row))
  }
}
