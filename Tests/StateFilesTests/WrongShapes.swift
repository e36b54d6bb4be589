import StateFiles
import Testing

/// A file of the wrong shape.
struct WrongShape: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let kind: DefinitionFolder.Kind
  let text: String

  /// The members of a definition with nothing else in it.
  private static func state(_ name: String, _ members: String) -> WrongShape {
    WrongShape(
      testDescription: name, kind: .definition,
      text: #"{ "state": "A", "format": 1, \#(members) }"#)
  }

  private static func types(_ name: String, _ members: String) -> WrongShape {
    WrongShape(testDescription: name, kind: .types, text: #"{ "format": 1, \#(members) }"#)
  }

  private static func spec(_ name: String, _ members: String) -> WrongShape {
    WrongShape(testDescription: name, kind: .spec, text: #"{ "spec": "A", \#(members) }"#)
  }

  private static func plain(
    _ name: String, _ kind: DefinitionFolder.Kind, _ text: String
  ) -> WrongShape {
    WrongShape(testDescription: name, kind: kind, text: text)
  }

  static let all: [WrongShape] = files + declarations + behaviour + specs

  private static let files: [WrongShape] = [
    plain("a list", .definition, "[]"),
    plain("a definition without a name", .definition, #"{ "format": 1 }"#),
    plain("a definition without a format", .definition, #"{ "state": "A" }"#),
    plain("a format in text", .definition, #"{ "state": "A", "format": "1" }"#),
    plain("format zero", .definition, #"{ "state": "A", "format": 0 }"#),
    plain("types without a format", .types, #"{ "types": {} }"#),
    plain("a spec without a name", .spec, #"{ "cases": [] }"#),
    plain("a text for a spec", .spec, #""A""#),
    state("an unknown section", #""actions": []"#),
    state("a misspelt section", #""evnets": {}"#),
    state("words that are none", #""about": 1"#),
    state("a permission without a reason", #""allow": { "spec/missing": true }"#),
    state("half a microstep", #""limits": { "microsteps": 0.5 }"#),
    state("another limit", #""limits": { "bytes": 1 }"#),
    state("a single used file", #""uses": "Our.types.json""#),
  ]

  private static let declarations: [WrongShape] = [
    state("a list of inputs", #""inputs": ["a"]"#),
    state("a number for a type", #""inputs": { "a": 1 }"#),
    state("an input with an initial value", #""inputs": { "a": { "type": "int", "initial": 1 } }"#),
    state("a property in short", #""properties": { "a": "int" }"#),
    state("a property without a value", #""properties": { "a": { "type": "int" } }"#),
    state("a property without a type", #""properties": { "a": { "initial": 1 } }"#),
    state(
      "a word for a flag",
      #""properties": { "a": { "type": "int", "initial": 1, "stored": "no" } }"#),
    state("a computed value in short", #""computed": { "a": "1 + 1" }"#),
    state("a function without a result", #""functions": { "f": { "value": "1" } }"#),
    state("an event that is a text", #""events": { "a": "b" }"#),
    state("an event from nowhere", #""events": { "a": { "from": "server" } }"#),
    state(
      "a field with a default in an event",
      #""events": { "a": { "carries": { "b": { "type": "int", "default": 1 } } } }"#),
    state("a command that comes from somebody", #""commands": { "a": { "from": "user" } }"#),
    state("an output without a kind", #""outputs": { "a": { "type": "int", "value": 1 } }"#),
    state(
      "an output of no kind", #""outputs": { "a": { "kind": "view", "type": "int", "value": 1 } }"#),
    state(
      "an output with value and rows",
      #""outputs": { "a": { "kind": "ui", "type": "int", "value": 1, "rows": [] } }"#),
    state(
      "an output's row with an event",
      #""outputs": { "a": { "kind": "ui", "type": "int", "rows": [{ "on": "e", "value": 1 }] } }"#),
    types("a type that is a text", #""types": { "T": "int" }"#),
    types("a record and an enum", #""types": { "T": { "record": {}, "enum": [] } }"#),
    types("a type of nothing", #""types": { "T": { "about": "nothing" } }"#),
    types("an enum by name", #""types": { "T": { "enum": { "a": 1 } } }"#),
    types("a union's case that is a type", #""types": { "T": { "union": { "a": "int" } } }"#),
    types("events in a types file", #""events": {}"#),
  ]

  private static let behaviour: [WrongShape] = [
    state("rows by name", #""reducer": { "a": {} }"#),
    state("a row that is a text", #""reducer": ["a"]"#),
    state("a row with two triggers", #""reducer": [{ "on": "a", "after": 1 }]"#),
    state("a row with an unknown key", #""reducer": [{ "on": "a", "then": "b" }]"#),
    state("a number for an event", #""reducer": [{ "on": 1 }]"#),
    state("set without names", #""reducer": [{ "set": "a" }]"#),
    state("a single command", #""reducer": [{ "emit": "a" }]"#),
    state("two commands in one object", #""reducer": [{ "emit": [{ "a": {}, "b": {} }] }]"#),
    state("data of a command that are no object", #""reducer": [{ "emit": [{ "a": 1 }] }]"#),
    state("going nowhere", #""reducer": [{ "goTo": null }]"#),
    state("reentry in other words", #""reducer": [{ "reenter": "internal" }]"#),
    state("let as a list", #""reducer": [{ "let": ["a"] }]"#),
    state("states by name", #""states": { "a": {} }"#),
    state("a state without a name", #""states": [{ "final": true }]"#),
    state("a state with a reducer", #""states": [{ "state": "a", "reducer": [] }]"#),
    state("a history of another depth", #""states": [{ "state": "a", "history": "full" }]"#),
    state("a target in `enter`", #""enter": [{ "goTo": "a" }]"#),
    state("an action alone", #""enter": { "emit": ["a"] }"#),
  ]

  private static let specs: [WrongShape] = [
    spec("cases by name", #""cases": { "a": {} }"#),
    spec("a case without a name", #""cases": [{ "when": [] }]"#),
    spec("a single event", #""cases": [{ "name": "n", "when": "e" }]"#),
    spec(
      "an event no times", #""cases": [{ "name": "n", "when": [{ "times": 0, "event": "e" }] }]"#),
    spec(
      "an event for ever",
      #""cases": [{ "name": "n", "when": [{ "times": 1000000000000, "event": "e" }] }]"#),
    spec("times without an event", #""cases": [{ "name": "n", "when": [{ "times": 2 }] }]"#),
    spec("waiting for true", #""cases": [{ "name": "n", "when": [{ "wait": true }] }]"#),
    spec("no snapshot", #""cases": [{ "name": "n", "when": [{ "snapshot": false }] }]"#),
    spec("another result", #""cases": [{ "name": "n", "result": "ignored" }]"#),
    spec("outputs in a list", #""then": ["a"]"#),
    spec("timers without a list", #""running": "a.1""#),
    spec("commands by name", #""commands": { "a": {} }"#),
    spec("events of the outermost case", #""when": ["e"]"#),
  ]
}
