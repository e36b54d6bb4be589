import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct DuplicateCaseTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.specDuplicate, definition: Self.definition)
  }

  private static let definition = #"""
    { "state": "Tabs", "format": 1,
      "types": { "Person": { "record": { "name": "string", "age": "int" } },
                 "Load": { "union": { "idle": {}, "ready": { "person": "Person" } } } },
      "inputs": { "first": { "type": "int", "default": 1 } },
      "properties": { "tab": { "type": "int", "initial": "first" },
                      "load": { "type": "Load", "initial": "Load.idle" } },
      "events": { "activatedTab": { "carries": { "index": "int" } },
                  "loaded": { "carries": { "person": "Person", "note": "string?" } },
                  "again": { "from": "self" } },
      "commands": { "log": { "carries": { "person": "Person", "tab": "int" } }, "beep": {} },
      "initial": "list", "states": [{ "state": "list" }, { "state": "map" }],
      "reducer": [{ "on": "activatedTab", "set": { "tab": "event.index" }, "emit": ["beep"], "goTo": "map" },
                  { "on": "loaded", "set": { "load": { "ready": { "person": "event.person" } } },
                    "emit": [{ "log": { "person": "event.person", "tab": "tab" } }], "raise": ["again"] },
                  { "on": "again", "goTo": "list" }],
      "outputs": { "tab": { "kind": "ui", "type": "int", "value": "tab" },
                   "load": { "kind": "ui", "type": "Load", "value": "load" } } }
    """#

  @Test(arguments: [
    (
      "inside another case",
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "x", "when": [{ "activatedTab": { "index": 2 } }], "cases": [
          { "name": "y", "when": [{ "activatedTab": { "index": 3 } }], "result": "unhandled" }, { "name": "z", "⟦when⟧": [{ "activatedTab": { "index": 3 } }], "result": "unhandled" }] }] }
      """#,
      "same prefix and `when` as another case"
    ),
    (
      "two of one name",
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "x", "when": [{ "activatedTab": { "index": 2 } }], "result": "changed" },
        { "name": "⟦x⟧", "when": [{ "activatedTab": { "index": 3 } }], "result": "changed" }] }
      """#,
      "two cases with the same prefix are named `x`"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.specDuplicate, definition: Self.definition)
  }

  @Test(arguments: [
    (
      "the same event after another one",
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "x", "when": [{ "activatedTab": { "index": 2 } }], "result": "changed" },
        { "name": "y", "when": [{ "activatedTab": { "index": 3 } }, { "activatedTab": { "index": 2 } }], "result": "changed" }] }
      """#
    ),
    (
      "texts in two normal forms",
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "x", "when": [{ "loaded": { "person": { "name": "\u00e9", "age": 1 }, "note": null } }], "result": "changed" },
        { "name": "y", "when": [{ "loaded": { "person": { "name": "e\u0301", "age": 1 }, "note": null } }], "result": "changed" }] }
      """#
    ),
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text, definition: Self.definition)
  }
}
