import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct EmptyCaseTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.specEmpty, definition: Self.definition)
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
      "a case that only leads to others",
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "x", "when": [{ "activatedTab": { "index": 2 } }], "cases": [{ "name": "y", "result": "unhandled" }] }] }
      """#
    )
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text, definition: Self.definition)
  }
}
