import StateTables
import Testing

/// A slip that is felt in many places is told once, with these as notes; two slips are told twice.
@Suite struct `One slip` {
  private static func text(_ parts: String) -> String {
    "{ \"state\": \"S\", \"format\": 1,\n" + parts + " }"
  }

  private static func halving(takes: String = "int", gives: String = "int") -> String {
    text(
      #"""
      "functions": { "half": { "takes": { "of": "\#(takes)" }, "gives": "\#(gives)", "value": "of / 2" } },
      "inputs": { "count": "int" },
      "outputs": { "half": { "kind": "ui", "type": "int", "value": "half(count)" },
                   "quarter": { "kind": "ui", "type": "int", "value": "half(count) / 2" } }
      """#)
  }

  private static func loading(_ type: String, flags: String = "[int: bool]") -> String {
    text(
      #"""
      "types": { "Song": { "record": { "title": "string" } },
                 "Loadable<Data>": { "union": { "loading": {}, "data": { "value": "Data" } } } },
      "properties": { "songs": { "type": "\#(type)", "initial": { "loading": {} } },
                      "flags": { "type": "\#(flags)", "initial": "{}" } },
      "events": { "loaded": { "carries": { "all": "[Song]" } }, "flagged": { "carries": { "place": "int" } } },
      "reducer": [{ "on": "loaded", "set": { "songs": { "data": { "value": "event.all" } } } },
                  { "on": "flagged", "set": { "flags[event.place]": true } }],
      "outputs": { "count": { "kind": "ui", "type": "int", "value": "has(songs.data) ? size(songs.data.value) : 0" },
                   "isFirst": { "kind": "ui", "type": "bool", "value": "0 in flags && flags[0]" } }
      """#)
  }

  private static func moving(
    states: (String, String, String) = ("a", "b", "c"), first: String = #""goTo": "b""#,
    second: String = #""goTo": "c""#, on: (String, String) = ("went", "came")
  ) -> String {
    text(
      #"""
      "properties": { "place": { "type": "int", "initial": 0 } },
      "events": { "went": { "carries": { "to": "int" } }, "came": { "carries": { "from": "int" } }, "left": {} },
      "initial": "a", "states": [{ "state": "\#(states.0)" }, { "state": "\#(states.1)" }, { "state": "\#(states.2)" }],
      "reducer": [
        { "on": "\#(on.0)", "set": { "place": "event.to" }, \#(first) },
        { "on": "\#(on.1)", "set": { "place": "event.from" }, \#(second) },
        { "on": "left", "goTo": "a" }],
      "outputs": { "place": { "kind": "data", "type": "int?", "value": "place" } }
      """#)
  }

  @Test(arguments: [
    ("functions", halving()), ("types with parts", loading("Loadable<[Song]>")),
    ("states", moving()),
  ])
  func `is none where all is right`(_ part: String, _ text: String) {
    #expect(told(text) == [], "\(part)")
  }

  @Test(arguments: [
    ("what a function gives", halving(gives: "string"), "/functions/half/gives"),
    ("what a function takes", halving(takes: "string"), "/functions/half/takes/of"),
    ("an argument of a type", loading("Loadable<Song>"), "/properties/songs/type"),
    (
      "the keys of a map", loading("Loadable<[Song]>", flags: "[string: bool]"),
      "/properties/flags/type"
    ),
    ("a state under the name of another", moving(states: ("a", "b", "b")), "/states/2/state"),
    ("a name that is none", moving(states: ("a", "b b", "c")), "/states/1/state"),
    ("a row for the event of another", moving(on: ("went", "went")), "/reducer/1/set/place"),
  ])
  func `is told once`(_ slip: String, _ text: String, _ pointer: String) {
    let found = diagnostics(text).filter { !matters.contains($0.rule) }
    #expect(found.map(\.place.pointer) == [pointer], "\(slip): \(found.map(\.message))")
    #expect(found.first?.fix?.isSafe != true)
  }

  @Test(arguments: [
    (
      "types and functions of a file that is not used",
      text(
        #"""
        "inputs": { "stop": "Departure", "count": "int" },
        "outputs": { "title": { "kind": "ui", "type": "string", "value": "inWords(count)" },
                     "isBad": { "kind": "ui", "type": "bool", "value": "stop.worst == Severity.major" } }
        """#)
    ),
    (
      "what a state carried, where an output has its name",
      text(
        #"""
        "events": { "went": { "carries": { "to": "int" } }, "left": {} }, "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }],
        "reducer": [{ "in": "a", "on": "went", "goTo": { "b": { "number": "event.to" } } },
                    { "in": "b", "on": "left", "if": "number > 0", "set": { "number": "number - 1" } }],
        "outputs": { "number": { "kind": "data", "type": "int?", "rows": [{ "in": "b", "value": "number" }] } }
        """#)
    ),
  ])
  func `that leaves something out is told once`(_ slip: String, _ text: String) {
    #expect(told(text).count == 1, "\(slip): \(told(text))")
  }

  @Test(arguments: [
    (
      "a function and a value",
      halving(gives: "string").replacing("half(count) / 2", with: "cuont"),
      2
    ),
    (
      "two functions",
      halving(takes: "string").replacing(
        #""type": "int", "value": "half(count)""#, with: #""type": "bool", "value": "half(count)""#),
      2
    ),
    ("a state twice, and an event", moving(states: ("a", "b", "b"), on: ("went", "cmae")), 2),
    ("two types", loading("Loadable<Song>", flags: "[string: bool]"), 2),
  ])
  func `beside another is told beside it`(_ slip: String, _ text: String, _ count: Int) {
    #expect(told(text).count >= count, "\(slip): \(told(text))")
  }

  private func told(_ text: String) -> [String] {
    diagnostics(text).filter { !matters.contains($0.rule) }.map(\.message)
  }
}
