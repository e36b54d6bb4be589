import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct UnknownNameTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: RuleID.nameUnknown)
  }

  @Test(arguments: [
    ("list<Array<int>>", "a list is written `[[int]]`", "[[int]]"),
    ("Optional<string>", "a type that allows null is written `string?`", "string?"),
    ("[Dictionary<string, boolean>]", "a map is written `[string: bool]`", "[string: bool]"),
    ("boolean", "did you mean `bool`?", "bool"), ("integer", "did you mean `int`?", "int"),
    ("float", "did you mean `double`?", "double"), ("text", "did you mean `string`?", "string"),
    ("number", "did you mean `int` or `double`?", nil),
  ])
  func `types of other languages`(type: String, label: String, fix: String?) {
    let found = checked(
      #"{ "state": "S", "format": 1, "inputs": { "a": "\#(type)" } }"#
    ).diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.label) == [label])
    #expect(found.map { $0.fix?.replacement } == [fix])
  }

  @Test(arguments: [
    (
      "an event in `on`",
      #"""
      { "state": "S", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "⟦fliped⟧", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#,
      "no event is named `fliped`"
    ),
    (
      "an event in a list",
      #"""
      { "state": "S", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": ["flipped", "⟦turned⟧"], "set": { "isHeads": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#,
      "no event is named `turned`"
    ),
    (
      "a property",
      #"""
      { "state": "S", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "⟦isHead⟧": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#,
      "no property is named `isHead`"
    ),
    (
      "the root of a path",
      #"""
      { "state": "S", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "⟦profile⟧.name": "'x'", "isHeads": true } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#,
      "no property is named `profile`"
    ),
    (
      "an event where a property is needed",
      #"""
      { "state": "S", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "⟦flipped⟧": true, "isHeads": false } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#,
      "`flipped` is an event; `set` needs a property"
    ),
    (
      "a command",
      #"""
      { "state": "S", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" }, "emit": ["⟦vibrate⟧"] }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#,
      "no command is named `vibrate`"
    ),
    (
      "an event where a command is needed",
      #"""
      { "state": "S", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" }, "emit": ["⟦flipped⟧"] }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#,
      "`flipped` is an event; `emit` needs a command"
    ),
    (
      "a raised event",
      #"""
      { "state": "S", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" }, "raise": [{ "⟦landed⟧": {} }] }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#,
      "no event is named `landed`"
    ),
    (
      "a field of an event",
      #"""
      { "state": "S", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {}, "landed": { "from": "self" } },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" }, "raise": [{ "landed": { "⟦side⟧": true } }] }, { "on": "landed" }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#,
      "`landed` carries nothing"
    ),
    (
      "a state in `in`",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "⟦aa⟧", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }] }
      """#,
      "no state is named `aa`"
    ),
    (
      "a state in `goTo`",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "⟦bb⟧" }, { "in": "b", "on": "back", "goTo": "a" }] }
      """#,
      "no state is named `bb`"
    ),
    (
      "a state in `initial`",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "⟦aa⟧",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }] }
      """#,
      "no state is named `aa`"
    ),
    (
      "a state of `done`",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }, { "in": "a", "on": "done.⟦player⟧" }] }
      """#,
      "no state is named `player`"
    ),
    (
      "a state in `isIn`",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }],
        "outputs": { "isA": { "kind": "ui", "type": "bool", "value": "isIn(⟦'aa'⟧)" } } }
      """#,
      "no state is named `aa`"
    ),
    (
      "a type",
      #"""
      { "state": "S", "format": 1,
        "inputs": { "stop": { "type": "[⟦Stopp⟧]" } },
        "types": { "Stop": { "record": { "id": "string" } } },
        "outputs": { "count": { "kind": "ui", "type": "int", "value": "stop.size()" } } }
      """#,
      "no type is named `Stopp`"
    ),
    (
      "a list as other languages write it",
      #"""
      { "state": "S", "format": 1,
        "inputs": { "stops": { "type": "⟦list<list<int>>⟧?" } },
        "outputs": { "count": { "kind": "ui", "type": "int", "value": "stops.size()" } } }
      """#,
      "no type is named `list`"
    ),
    (
      "a field of what a state carries",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b", "carries": { "count": "int" } }],
        "reducer": [{ "in": "a", "on": "go", "goTo": { "b": { "⟦id⟧": 1, "count": 2 } } }, { "in": "b", "on": "back", "goTo": "a" }] }
      """#,
      "`b` carries no `id`"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, RuleID.nameUnknown)
  }

  @Test(arguments: [
    (
      "names that are declared",
      #"""
      { "state": "S", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#
    ),
    (
      "a chart",
      #"""
      { "state": "S", "format": 1,
        "events": { "go": {}, "back": {} },
        "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "back", "goTo": "a" }] }
      """#
    ),
  ])
  func `what is right is left alone`(name: String, text: String) {
    checkFine(text)
  }

  @Test func `a name that is written in several places is one mistake`() throws {
    let text = #"""
      { "state": "S", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flippedd": {} },
        "reducer": [{ "on": "flipped", "if": "isHeads", "set": { "isHeads": false } },
                    { "on": "flipped", "set": { "isHeads": true } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#
    let found = diagnostics(text)
    #expect(found.map(\.rule) == ["name/unknown"])
    let notes = try #require(found.first).notes
    #expect(
      notes.map(\.message) == [
        "`flippedd` is declared but never used; 2 unknown names are close to it",
        "`flipped` is also written",
      ])
  }

  @Test func `the nearest name is offered as a safe fix, with its declaration`() throws {
    let diagnostic = try #require(diagnostics(Rule(.nameUnknown).bad.text).first)
    #expect(diagnostic.message == "no property is named `isHead`")
    #expect(diagnostic.label == "did you mean `isHeads`?")
    #expect(
      diagnostic.notes == [
        .mention(.declared("isHeads"), at: .init("/properties/isHeads", isKey: true))
      ])
    #expect(diagnostic.fix?.replacement == "isHeads")
    #expect(diagnostic.fix?.isSafe == true)
  }

  @Test func `where no events are declared at all, that is one mistake`() {
    let text = #"""
      { "state": "S", "format": 1,
        "reducer": [{ "on": "opened" }, { "on": ["closed", "moved"] }] }
      """#
    #expect(
      findings(text).map(\.message) == [
        "no `events` are declared, but `opened`, `closed` and 1 other are used as events"
      ])
  }

  @Test func `names of a file that cannot be read are not complained about`() {
    let text = #"""
      { "state": "S", "format": 1, "uses": ["Gone.types.json"],
        "inputs": { "stop": "Stop" },
        "outputs": { "name": { "kind": "ui", "type": "string", "value": "short(stop)" } } }
      """#
    #expect(findings(text) == [])
    #expect(checked(text).checked == nil)
    #expect(checked(text).brokenUses == ["Gone.types.json"])
  }
}
