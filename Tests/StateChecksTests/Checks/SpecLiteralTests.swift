import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct SpecLiteralTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.specLiteral, definition: Self.definition)
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
      "outputs": { "pages": { "kind": "ui", "type": "[int: string]", "value": "{1: 'a'}" },
                    "tab": { "kind": "ui", "type": "int", "value": "tab" },
                   "load": { "kind": "ui", "type": "Load", "value": "load" } } }
    """#

  @Test(arguments: [
    (
      "an event's field",
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "x", "when": [{ "activatedTab": { "index": "⟦2⟧" } }], "then": { "tab": 2 } }] }
      """#,
      #"`index` is int, this spec writes `"2"`"#
    ),
    (
      "an output",
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "x", "when": [{ "activatedTab": { "index": 2 } }], "then": { "tab": ⟦true⟧ } }] }
      """#,
      "`tab` is int, this spec writes `true`"
    ),
    (
      "an input",
      #"""
      { "spec": "Tabs", "given": { "first": ⟦2.5⟧ }, "cases": [
        { "name": "x", "then": { "tab": 2 } }] }
      """#,
      "`first` is int, this spec writes `2.5`"
    ),
    (
      "the key of a map",
      #"""
      { "spec": "Tabs", "cases": [{ "name": "x", "then": { "pages": { "⟦x⟧": "a" } } }] }
      """#,
      #"expected a key of type int, found "x""#
    ),
    (
      "time that goes back",
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "x", "when": [{ "wait": ⟦-1⟧ }], "then": { "tab": 2 } }] }
      """#,
      "`wait` is negative; time does not go back"
    ),
    (
      "a field that an event lacks",
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "x", "when": ["⟦activatedTab⟧"], "then": { "tab": 2 } }] }
      """#,
      "`activatedTab` also needs `index: int`"
    ),
    (
      "a field of a record in an event",
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "x", "when": [{ "loaded": { "person": ⟦{ "name": "Ada" }⟧ } }], "then": { "tab": 2 } }] }
      """#,
      "`Person` also needs `age: int`"
    ),
    (
      "a case that is none",
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "x", "when": [{ "activatedTab": { "index": 2 } }], "then": { "load": "⟦done⟧" } }] }
      """#,
      "`Load` has no case `done`"
    ),
    (
      "a field of a case",
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "x", "when": [{ "activatedTab": { "index": 2 } }], "then": { "load": { "ready": { "⟦human⟧": {} } } } }] }
      """#,
      "`ready` has no field `human`"
    ),
    (
      "a command's data",
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "x", "when": [{ "activatedTab": { "index": 2 } }], "commands": [{ "log": { "tab": "⟦2⟧" } }] }] }
      """#,
      #"`tab` is int, this spec writes `"2"`"#
    ),
    (
      "a time to wait",
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "x", "when": [{ "wait": "⟦soon⟧" }], "then": { "tab": 2 } }] }
      """#,
      #"`wait` is duration, this spec writes `"soon"`"#
    ),
    (
      "`exactly` without all outputs",
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "x", "when": [{ "activatedTab": { "index": 2 } }], "then": { "tab": 2 }, "⟦exactly⟧": true }] }
      """#,
      "`exactly` demands every output; missing: `pages`, `load`"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.specLiteral, definition: Self.definition)
  }

  @Test(arguments: [
    (
      "some fields of a record in a case",
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "x", "when": [{ "loaded": { "person": { "name": "Ada", "age": 36 } } }], "then": { "load": { "ready": { "person": { "name": "Ada" } } } }, "commands": [{ "log": {} }] }] }
      """#
    ),
    (
      "a case by its name, a wait, a snapshot",
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "x", "when": [{ "wait": 10 }, { "wait": "0.3s" }, { "snapshot": true }], "then": { "load": "idle" } }] }
      """#
    ),
    (
      "the same event many times",
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "x", "when": [{ "times": 3, "event": { "activatedTab": { "index": 2 } } }], "then": { "tab": 2 } }] }
      """#
    ),
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text, definition: Self.definition)
  }
}
