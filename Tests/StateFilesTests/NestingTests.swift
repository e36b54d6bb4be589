import DiagnosticTexts
import StateFiles
import StateModel
import Testing

/// Members one level too high or too low are one finding, which names the right parent.
@Suite struct `Nesting` {
  /// A definition with some sections.
  private static func definition(_ sections: String) -> String {
    "{ \"state\": \"S\", \"format\": 1,\n\(sections) }"
  }

  @Test(arguments: [
    (
      "an event without `carries`", #""events": { "tapped": { "v": "int" } }"#,
      "2:26: unknown key `v`; does it belong inside `carries`? [shape/unknown-key]"
    ),
    (
      "two fields of a command", #""commands": { "send": { "to": "string", "at": "[Stop]" } }"#,
      "2:26: unknown key `to`; does it belong inside `carries`? [shape/unknown-key]"
    ),
    (
      "a record without `record`", #""types": { "Song": { "title": "string" } }"#,
      "2:23: unknown key `title`; does it belong inside `record`? [shape/unknown-key]"
    ),
    (
      "an event beside the events", #""events": { "tapped": {} }, "untapped": { "from": "user" }"#,
      "2:30: unknown key `untapped`; does it belong inside `events`? [shape/unknown-key]"
    ),
    (
      "properties without their section",
      #""count": { "type": "int", "initial": 0 }, "sum": { "type": "int", "initial": 0 }"#,
      "2:2: unknown key `count`; does it belong inside `properties`? [shape/unknown-key]"
    ),
    (
      "an input that is called as another format calls the state",
      #""stopId": "string", "name": "string""#,
      "2:2: unknown key `stopId`; does it belong inside `inputs`? [shape/unknown-key]"
    ),
    (
      "a permission beside `allow`", #""events": { "tap": { "event/name-tense": "short" } }"#,
      "2:23: unknown key `event/name-tense`; does it belong inside `allow`? [shape/unknown-key]"
    ),
    (
      "a property without its name", #""properties": { "type": "int", "initial": 0 }"#,
      "2:18: `properties` holds names, and `type` is a key of a property [shape/wrong-type]"
    ),
    (
      "an output without its name", #""outputs": { "kind": "ui", "type": "int", "value": 0 }"#,
      "2:15: `outputs` holds names, and `kind` is a key of an output [shape/wrong-type]"
    ),
    (
      "an input without its name, with words",
      #""inputs": { "type": "int", "about": "How many there are" }"#,
      "2:29: `inputs` holds names, and `about` is a key of an input [shape/wrong-type]"
    ),
    (
      "several keys that are near to none",
      #""reducer": [{ "on": "tapped", "count": 1, "waitSeconds": 2 }]"#,
      "2:32: unknown key `count`; there are `in`, `on`, `after`, `every`, `if`, `let`, `set`, "
        + "`goTo` and 5 more [shape/unknown-key]"
    ),
    (
      "words that are no type", #""events": { "tapped": { "comment": "by a person" } }"#,
      "2:26: unknown key `comment`; did you mean `about`? [shape/unknown-key]"
    ),
    (
      "a misspelt key stays one", #""commands": { "send": { "carires": { "v": "int" } } }"#,
      "2:26: unknown key `carires`; did you mean `carries`? [shape/unknown-key]"
    ),
    (
      "all that is missing", #""outputs": { "title": { "value": "'x'" } }"#,
      "2:15: this output has no `kind` and no `type` [shape/missing-key]"
    ),
  ])
  func `is one finding`(_ name: String, _ sections: String, _ complaint: String) {
    #expect(complaints(ofDefinition: Self.definition(sections)) == [complaint], "\(name)")
  }

  @Test func `the other entries are notes, and the help has the right shape`() throws {
    let text = Self.definition(#""commands": { "send": { "to": "string", "at": "int" } }"#)
    let json = try #require(JSONDocument(Array(text.utf8)).json)
    let found = try #require(DefinitionReader.read(json, fileName: nil).diagnostics.first)
    #expect(found.notes.map(\.message) == ["the same for `at`"])
    #expect(found.notes.first?.location?.pointer == "/commands/send/at")
    #expect(found.help == #"write "carries": { "to": … }"#)
  }

  private static let alone: [(String, String, String, String?)] = [
    (
      "a type alone", #""properties": { "count": "int" }"#,
      "`count` must be an object, found a text", #"write { "type": "int", "initial": … }"#
    ),
    (
      "an entry without its list", #""reducer": { "on": "tapped" }"#,
      "`reducer` must be an array, found an object", #"write [{ "on": "tapped" }]"#
    ),
    (
      "a name without its list", #""reducer": [{ "emit": "load" }]"#,
      "`emit` must be an array, found a text", #"write ["load"]"#
    ),
    (
      "two names by key", #""reducer": [{ "emit": { "load": {}, "save": {} } }]"#,
      "`emit` must be an array, found an object", #"write [{ "load": … }, …]"#
    ),
    (
      "states by name", #""states": { "idle": {}, "busy": { "initial": "a" } }"#,
      "`states` must be an array, found an object", #"write [{ "state": "idle" }, …]"#
    ),
    (
      "one state by name, with keys", #""states": { "busy": { "final": true } }"#,
      "`states` must be an array, found an object", #"write [{ "state": "busy", … }]"#
    ),
    (
      "rows by name", #""reducer": { "tapped": { "goTo": "a" } }"#,
      "`reducer` must be an array, found an object", nil
    ),
    (
      "an entry that is wrong itself", #""states": { "state": 1 }"#,
      "`states` must be an array, found an object", nil
    ),
  ]

  @Test(arguments: alone)
  func `a value without its list has the right shape as help`(
    _ name: String, _ sections: String, _ message: String, _ help: String?
  ) throws {
    let json = try #require(JSONDocument(Array(Self.definition(sections).utf8)).json)
    let found = DefinitionReader.read(json, fileName: nil).diagnostics
    #expect(found.map(\.message) == [message], "\(name)")
    #expect(found.first?.help == help, "\(name)")
  }
}
