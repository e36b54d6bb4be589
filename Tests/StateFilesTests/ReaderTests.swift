import CEL
import DiagnosticTexts
import Foundation
import StateFiles
import StateModel
import Testing

/// Reads a definition; gives each complaint as `line:column: message [rule]`.
func complaints(ofDefinition text: String, fileName: String? = nil) -> [String] {
  let document = JSONDocument(Array(text.utf8))
  guard let json = document.json else { return complaints(Array(text.utf8)) }
  return findings(DefinitionReader.read(json, fileName: fileName).diagnostics, document.map)
}

/// Reads a spec; gives each complaint as `line:column: message [rule]`.
func complaints(ofSpec text: String, fileName: String? = nil) -> [String] {
  let document = JSONDocument(Array(text.utf8))
  guard let json = document.json else { return complaints(Array(text.utf8)) }
  return findings(SpecReader.read(json, fileName: fileName).diagnostics, document.map)
}

private func findings(_ diagnostics: [Diagnostic], _ map: SourceMap) -> [String] {
  diagnostics.map { diagnostic in
    let position = map.position(of: map.range(of: diagnostic.location).lowerBound)
    return "\(position.line):\(position.column): \(diagnostic.message) [\(diagnostic.rule)]"
  }
}

@Suite struct `Definition reader` {
  static let folder = URL(filePath: #filePath).appending(path: "../../../Definitions")
    .standardizedFileURL

  static let files: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?
    .filter { $0.hasSuffix(".json") && $0 != "states.json" && !$0.hasSuffix(".schema.json") }
    .sorted() ?? []

  @Test(arguments: files)
  func `reads every file of the definitions folder`(_ name: String) throws {
    let text = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
    let json = try #require(JSONDocument(text).json)
    let stem = name.split(separator: ".").first.map(String.init)
    if name.hasSuffix(".state.json") {
      let reading = DefinitionReader.read(json, fileName: stem)
      #expect(reading.diagnostics == [])
      #expect(reading.content?.name == stem)
    } else if name.hasSuffix(".spec.json") {
      let reading = SpecReader.read(json, fileName: stem)
      #expect(reading.diagnostics == [])
      #expect(reading.content?.definition == stem)
    } else {
      let reading = TypesReader.read(json)
      #expect(reading.diagnostics == [])
      #expect(reading.content?.types.isEmpty == false)
    }
  }

  @Test func `keeps the declared order and the shape of every part`() throws {
    let text = #"""
      { "state": "Player", "format": 1, "limits": { "microsteps": 7 },
        "inputs": { "volume": { "type": "int", "default": 3 } },
        "properties": { "b": { "type": "int", "initial": 1, "stored": false },
                        "a": { "type": "[int]", "initial": [1, "b"] } },
        "events": { "tapped": { "carries": { "x": "int" }, "from": "self" } },
        "initial": null,
        "states": [{ "state": "on", "carries": { "song": { "type": "string" } } },
                   { "state": "last", "history": "deep", "default": ["on", { "on": { "song": "''" } }] }],
        "reducer": [
          { "in": ["on"], "on": "*", "if": "true", "let": { "n": 1 },
            "set": [{ "a": [] }, { "b": "n" }], "goTo": { "on": {} }, "reenter": "external",
            "emit": ["ring"], "raise": [{ "tapped": { "x": 1.0 } }] },
          { "after": 10 }, { "every": "'1s'" }, {} ] }
      """#
    let json = try #require(JSONDocument(Array(text.utf8)).json)
    let reading = DefinitionReader.read(json, fileName: "Player")
    #expect(reading.diagnostics == [])
    let definition = try #require(reading.content)
    #expect(definition.microstepLimit == 7)
    #expect(definition.inputs.first?.defaultValue == .number("3"))
    #expect(definition.properties.map(\.name) == ["b", "a"])
    #expect(definition.properties.map(\.isStored) == [false, true])
    #expect(definition.properties[1].initial == .list([.number("1"), .expression("b")]))
    #expect(definition.events.first?.source == .own)
    #expect(definition.root.initial == .rest)
    #expect(definition.root.children?.first?.carries.first?.isExpanded == true)
    #expect(
      definition.root.children?.last?.historyDefault
        == .list([
          .init(name: "on"),
          .init(name: "on", data: [.init(key: "song", value: .expression("''"))]),
        ]))
    let rows = try #require(definition.reducer)
    #expect(
      rows.map(\.trigger)
        == [.on(.one("*")), .after(.number("10")), .every(.expression("'1s'")), .eventless])
    #expect(rows[0].states == .list(["on"]))
    #expect(rows[0].reentry == .external)
    #expect(
      rows[0].assignments
        == .list([
          [.init(key: "a", value: .list([]))], [.init(key: "b", value: .expression("n"))],
        ]))
    #expect(rows[0].targets == .one(.init(name: "on", data: [])))
    #expect(rows[0].emits == [.init(name: "ring")])
    #expect(
      rows[0].raises == [.init(name: "tapped", data: [.init(key: "x", value: .number("1.0"))])])
  }

  struct Mistake: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let messages: [String]

    init(_ name: String, _ text: String, _ messages: String...) {
      testDescription = name
      self.text = text
      self.messages = messages
    }
  }

  @Test(arguments: [
    Mistake(
      "unknown key", #"{ "state": "A", "format": 1, "evnets": {} }"#,
      "1:31: unknown key `evnets`; did you mean `events`? [shape/unknown-key]"),
    Mistake(
      "misspelt key that must be there",
      #"{ "state": "A", "format": 1, "properties": { "n": { "type": "int", "intial": 1 } } }"#,
      "1:69: unknown key `intial`; did you mean `initial`? [shape/unknown-key]"),
    Mistake(
      "unknown key far from all", #"{ "state": "A", "format": 1, "limits": { "x": 1 } }"#,
      "1:43: unknown key `x`; there is `microsteps` [shape/unknown-key]"),
    Mistake(
      "key of another format",
      #"{ "state": "A", "format": 1, "reducer": [{ "when": "a", "guard": "b", "target": "c" }] }"#,
      "1:45: unknown key `when`; did you mean `on`? [shape/unknown-key]",
      "1:58: unknown key `guard`; did you mean `if`? [shape/unknown-key]",
      "1:72: unknown key `target`; did you mean `goTo`? [shape/unknown-key]"),
    Mistake(
      "default of a property",
      #"{ "state": "A", "format": 1, "properties": { "n": { "type": "int", "default": 1 } } }"#,
      "1:69: unknown key `default`; did you mean `initial`? [shape/unknown-key]"),
    Mistake(
      "missing key", #"{ "state": "A", "format": 1, "properties": { "n": { "type": "int" } } }"#,
      "1:47: this property has no `initial` [shape/missing-key]"),
    Mistake(
      "wrong type", #"{ "state": "A", "format": 1, "outputs": [] }"#,
      "1:41: `outputs` must be an object, found an array [shape/wrong-type]"),
    Mistake(
      "wrong word",
      #"{ "state": "A", "format": 1, "outputs": { "o": { "kind": "iu", "type": "int", "value": 1 } } }"#,
      "1:59: `kind` must be `ui`, `data` or `navigation`, found `iu` [shape/wrong-type]"),
    Mistake(
      "command that is not in a list",
      #"{ "state": "A", "format": 1, "reducer": [{ "emit": "close" }] }"#,
      "1:53: `emit` must be an array, found a text [shape/wrong-type]"),
    Mistake(
      "two triggers", #"{ "state": "A", "format": 1, "reducer": [{ "on": "a", "after": 1 }] }"#,
      "1:56: a row has one of `on`, `after`, `every` [shape/conflict]"),
    Mistake(
      "value and rows",
      #"{ "state": "A", "format": 1, "outputs": { "o": { "kind": "ui", "type": "int", "value": 1, "rows": [] } } }"#,
      "1:92: an output has `value` or `rows`, not both [shape/conflict]"),
    Mistake(
      "record and enum",
      #"{ "state": "A", "format": 1, "types": { "T": { "record": {}, "enum": [] } } }"#,
      "1:63: a type is one of `record`, `enum`, `union` [shape/conflict]"),
    Mistake(
      "goTo in enter", #"{ "state": "A", "format": 1, "enter": [{ "goTo": "b" }] }"#,
      "1:43: no `goTo` in `enter` and `exit`; use an eventless row or `raise` [shape/conflict]"),
    Mistake(
      "another format", #"{ "state": "A", "format": 3 }"#,
      "1:27: this file is format 3, this tool reads 1 [file/version]"),
    Mistake(
      "another name", #"{ "state": "Coin", "format": 1 }"#,
      #"1:13: this is `A.state.json`, but it has `"state": "Coin"` [file/name]"#),
    Mistake(
      "draft",
      #"{ "state": "A", "format": 1, "events": { "e": {} }, "outputs": { "o": { "kind": "ui", "type": "int" } } }"#,
      "1:13: a draft: no `reducer`, 1 output without `value`; it cannot run [shape/draft]"),
    Mistake(
      "no object", "[]", "1:1: a definition must be an object, found an array [shape/wrong-type]"),
  ])
  func `one mistake gives one diagnostic`(_ mistake: Mistake) {
    #expect(complaints(ofDefinition: mistake.text, fileName: "A") == mistake.messages)
  }

  @Test func `paths inside a section with a misspelt name are found`() throws {
    let text =
      #"{ "state": "A", "format": 1, "porperties": { "n": { "type": "int", "initial": 1 } } }"#
    let document = JSONDocument(Array(text.utf8))
    let reading = DefinitionReader.read(try #require(document.json), fileName: nil)
    var map = document.map
    for alias in reading.aliases { map.alias(alias.pointer, as: alias.key) }
    #expect(reading.content?.properties.map(\.name) == ["n"])
    let range = map.range(of: .init("/properties/n/initial"))
    #expect(map.position(of: range.lowerBound).column == 79)
  }
}

@Suite struct `Spec reader` {
  @Test func `reads every kind of entry and expectation`() throws {
    let text = #"""
      { "spec": "A", "given": { "x": 1 }, "in": "a", "running": ["a.1"], "commands": [{ "c": { "y": null } }],
        "cases": [{ "name": "one", "result": "denied", "error": "overflow", "exactly": true, "then": {},
          "when": ["e", { "e": { "z": [] } }, { "times": 3, "event": "e" }, { "wait": "0.3s" },
                   { "wait": 10 }, { "snapshot": true }, { "wait": {} }] }] }
      """#
    let json = try #require(JSONDocument(Array(text.utf8)).json)
    let reading = SpecReader.read(json, fileName: "A")
    #expect(reading.diagnostics == [])
    let spec = try #require(reading.content)
    #expect(spec.root.configuration == .one("a"))
    #expect(spec.root.running == ["a.1"])
    #expect(spec.root.commands == [.init(name: "c", data: [.init(key: "y", value: .null)])])
    let situation = try #require(spec.root.cases.first)
    #expect(situation.result == .denied)
    #expect(situation.isExact)
    #expect(
      situation.when == [
        .event(.init(name: "e")),
        .event(.init(name: "e", data: [.init(key: "z", value: .array([]))])),
        .repeated(times: 3, .init(name: "e")), .wait(.string("0.3s")), .wait(.number("10")),
        .snapshot,
        .event(.init(name: "wait", data: [])),
      ])
  }

  @Test func `many unknown keys are named up to a hundred, and then counted`() throws {
    let keys = (0..<300).map { "\"k\($0)\": 1" }.joined(separator: ", ")
    let json = try #require(JSONDocument(Array("{ \(keys) }".utf8)).json)
    let notes = DefinitionReader.read(json, fileName: nil).diagnostics
      .first { $0.rule == .shapeUnknownKey }?.notes.map { DiagnosticRenderer.english.message($0) }
    #expect(notes?.count == 101)
    #expect(notes?.suffix(2) == ["so is `k100`", "and 199 more"])
  }

  @Test func `one mistake gives one diagnostic`() {
    #expect(
      complaints(ofSpec: #"{ "spec": "A", "cases": [{ "name": "n", "whne": [] }] }"#)
        == ["1:42: unknown key `whne`; did you mean `when`? [shape/unknown-key]"])
    #expect(
      complaints(
        ofSpec:
          #"{ "spec": "A", "cases": [{ "when": [{ "times": 0, "event": "e" }], "name": "n" }] }"#)
        == ["1:48: `times` must be a whole number from 1, found `0` [json/number]"])
    #expect(
      complaints(
        ofSpec:
          #"{ "spec": "A", "cases": [{ "name": "n", "when": [{ "times": 100001, "event": "e" }] }] }"#
      )
        == ["1:61: `times` is 100001, the limit is 100,000 [json/limit]"])
    #expect(
      complaints(ofSpec: #"{ "spec": "B" }"#, fileName: "A")
        == [#"1:12: this is `A.spec.json`, but it has `"spec": "B"` [file/name]"#])
  }
}

@Suite struct `A case` {
  @Test(arguments: `Definition reader`.files.filter { $0.hasSuffix(".spec.json") })
  func `is read again as it was written`(_ name: String) throws {
    let text = [UInt8](try Data(contentsOf: `Definition reader`.folder.appending(path: name)))
    let spec = try #require(
      JSONDocument(text).json.flatMap { SpecReader.read($0, fileName: nil).content })
    var written = Spec(definition: spec.definition)
    written.root.cases = spec.root.cases
    let json = JSON.object([
      .init(key: "spec", value: .string(spec.definition)),
      .init(key: "cases", value: .array(spec.root.cases.map(\.json))),
    ])
    #expect(SpecReader.read(json, fileName: nil).content == written)
  }

  @Test func `keeps every member`() throws {
    let text = #"""
      { "spec": "A", "cases": [ { "name": "all", "about": "b", "given": { "x": 1 },
        "when": ["a", { "b": { "c": 1 } }, { "times": 3, "event": "a" }, { "wait": 1 }, { "snapshot": true }],
        "in": [], "then": {}, "exactly": true, "commands": ["s"], "running": ["t"], "result": "denied",
        "error": "e", "cases": [{ "name": "in", "in": "one" }, { "name": "list", "in": ["one"] }] } ] }
      """#
    let json = try #require(JSONDocument(Array(text.utf8)).json)
    let spec = try #require(SpecReader.read(json, fileName: nil).content)
    #expect(.array(spec.root.cases.map(\.json)) == json["cases"])
  }
}
