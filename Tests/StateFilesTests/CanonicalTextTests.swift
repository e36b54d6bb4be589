import Foundation
import StateChecks
import StateLinking
import StateModel
import StateProject
import Testing

@testable import StateFiles

/// `states format`: one text for a file.
@Suite struct `Canonical text` {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Definitions")

  static let names: [String] = {
    let all = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (all ?? []).filter { DefinitionFolder.Kind(fileName: $0) != nil }.sorted()
  }()

  private func canonical(_ text: String, _ kind: DefinitionFolder.Kind) -> String? {
    let canonical = CanonicalText(of: Array(text.utf8), kind: kind)
    #expect(canonical.diagnostics == [])
    return canonical.text
  }

  private func check(
    _ text: String, _ kind: DefinitionFolder.Kind = .definition, gives expected: String
  ) {
    #expect(canonical(text, kind) == expected)
    #expect(canonical(expected, kind) == expected)
  }

  @Test func `there are files to format`() { #expect(Self.names.count > 40) }

  @Test(arguments: names) func `every file of the folder is in canonical form`(
    _ name: String
  ) throws {
    let kind = try #require(DefinitionFolder.Kind(fileName: name))
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    #expect(canonical(text, kind) == text)
  }

  /// Order of known keys, spaces, and free lines before sections are all that a person may change
  /// without changing the meaning.
  @Test(arguments: names) func `however a file was laid out, its canonical text is one`(
    _ name: String
  ) throws {
    let kind = try #require(DefinitionFolder.Kind(fileName: name))
    let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
    let json = try #require(JSONDocument(bytes).json)
    let plain = try #require(canonical(json.text, kind))
    var mess = Mess(seed: 11)
    for _ in 0..<3 {
      let text = mess.text(of: json, as: .object(kind.object))
      #expect(canonical(text, kind) == plain)
      #expect(JSONDocument(Array(text.utf8)).json?.canonicalBytes == json.canonicalBytes)
    }
    #expect(canonical(plain, kind) == plain)
    #expect(JSONDocument(Array(plain.utf8)).json?.canonicalBytes == json.canonicalBytes)
    for line in plain.split(separator: "\n") where line.unicodeScalars.count > TableLayout.width {
      Issue.record("a line of \(line.unicodeScalars.count) columns: \(line)")
    }
  }

  @Test(
    arguments: Rule.all.flatMap { [$0.bad, $0.good] }.filter { $0.name.hasSuffix(".json") })
  func `the meaning of the rules' examples is not changed`(_ example: Example) throws {
    let kind = try #require(DefinitionFolder.Kind(fileName: example.name))
    let first = CanonicalText(of: Array(example.text.utf8), kind: kind)
    guard let text = first.text else {
      #expect(!first.diagnostics.isEmpty)
      return
    }
    #expect(canonical(text, kind) == text)
    #expect(fingerprint(text, example) == fingerprint(example.text, example))
  }

  private func fingerprint(_ text: String, _ example: Example) -> String? {
    var checker = FileChecker()
    checker.check(Array(text.utf8), as: example.name)
    let file = checker.files.first { $0.file.path == example.name }
    return file?.definition.map { Fingerprint(of: $0).meaning }
  }

  @Test(arguments: names.filter { $0.hasSuffix(".state.json") })
  func `redundant spelling of cells goes, and the fingerprint stays`(_ name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
    let json = try #require(JSONDocument(bytes).json)
    var mess = Mess(seed: 5)
    mess.wrapsCells = true
    let text = mess.text(of: json, as: .object(.definition))
    #expect(canonical(text, .definition) == canonical(json.text, .definition))
    let path = Self.folder.appending(path: name).path
    #expect(try fingerprint(text, at: path) == fingerprint(json.text, at: path))
  }

  private func fingerprint(_ text: String, at path: String) throws -> String {
    Fingerprint(of: try DefinitionFile.read(text, as: path)).meaning
  }

  @Test func `keys come in the order of the format, names in theirs`() {
    check(
      #"{"outputs":{"b":{"value":"x","type":"int","kind":"ui"},"a":{"type":"[ int ]","kind":"ui","value":"[x]"}},"format":1,"properties":{"x":{"initial":0,"type":"int"}},"state":"A","reducer":[{"set":{"x":"(x+1)"},"on":"e"},{"on":"longer","in":"s"},{"goTo":"s","on":"f"}]}"#,
      gives: """
        {
          "state": "A",
          "format": 1,
          "properties": {
            "x": { "type": "int", "initial": 0 }
          },
          "reducer": [
            { "on": "e", "set": { "x": "x + 1" } },
            { "in": "s", "on": "longer" },
            { "on": "f", "goTo": "s" }
          ],
          "outputs": {
            "b": { "kind": "ui", "type": "int",   "value": "x" },
            "a": { "kind": "ui", "type": "[int]", "value": "[x]" }
          }
        }

        """)
  }

  @Test func `a row that does not fit is broken before what it does`() {
    let text = String(repeating: "x", count: 60)
    check(
      #"""
      { "state": "A", "format": 1,
        "reducer": [
          { "on": "e", "let": { "n": "'\#(text)'" }, "if": "true", "set": { "a": "'\#(text)'", "b": "'\#(text)'" }, "emit": ["c"] }] }
      """#,
      gives: #"""
        {
          "state": "A",
          "format": 1,
          "reducer": [
            { "on": "e", "if": "true", "let": { "n": "'\#(text)'" },
                         "set": { "a": "'\#(text)'",
                                  "b": "'\#(text)'" },
                         "emit": ["c"] }
          ]
        }

        """#)
  }

  @Test func `free lines between rows, digits, escapes and comments are kept`() {
    check(
      #"""
      { "$schema": "state.schema.json", "state": "A", "format": 1, "about": "caf\u00e9 é", "allow": {"spec/missing": "none"},
        "properties": { "a": { "type": "double", "initial": 1.50e1 },

          "longer": { "type": "string", "initial": "  'caf\u00e9'" }, "c": { "type": "int", "initial": "1 // one" } } }
      """#,
      gives: #"""
        {
          "$schema": "state.schema.json",
          "state": "A",
          "format": 1,
          "about": "caf\u00e9 é",
          "allow": { "spec/missing": "none" },
          "properties": {
            "a": { "type": "double", "initial": 1.50e1 },

            "longer": { "type": "string", "initial": "'caf\u00e9'" },
            "c":      { "type": "int",    "initial": "1 // one" }
          }
        }

        """#)
  }

  @Test func `specs and types files have theirs`() {
    check(
      #"{"spec":"A","cases":[{"when":["e",{"wait":1}],"name":"n","result":"changed","cases":[{"name":"m","then":{"b":1,"a":2}}]}]}"#,
      .spec,
      gives: """
        {
          "spec": "A",
          "cases": [
            { "name": "n", "when": ["e", { "wait": 1 }], "result": "changed",
              "cases": [
                { "name": "m", "then": { "b": 1, "a": 2 } } ] }
          ]
        }

        """)
    check(
      #"{"types":{"B":{"enum":["b","a"]}},"format":1}"#, .types,
      gives: """
        {
          "format": 1,
          "types": {
            "B": { "enum": ["b", "a"] }
          }
        }

        """)
  }

  @Test(arguments: [
    (#"{ "state": "A", "format": 1, "colour": "red" }"#, "shape/unknown-key"),
    (
      #"{ "state": "A", "format": 1, "computed": { "c": { "type": "int", "value": "1 +" } } }"#,
      "expr/syntax"
    ),
    (#"{ "state": "A", "format": 9 }"#, "file/version"),
    (#"{ "state": "A", "format": 1, }"#, "json/syntax"),
    (#"{ "state": "A", "state": "A", "format": 1 }"#, "json/duplicate-key"),
  ])
  func `what would be lost is refused`(_ text: String, _ rule: RuleID) {
    let canonical = CanonicalText(of: Array(text.utf8), kind: .definition)
    #expect(canonical.text == nil)
    #expect(canonical.diagnostics.map(\.rule) == [rule])
  }
}

/// Writes a value as nobody should: known keys in any order, spaces anywhere.
private struct Mess {
  private var state: UInt64
  /// Whether expressions get parentheses and spaces that mean nothing.
  var wrapsCells = false

  init(seed: UInt64) { state = seed }

  private mutating func random(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % count
  }

  private mutating func space() -> String { ["", " ", "\n", "\t ", "\r\n  "][random(5)] }

  mutating func text(of json: JSON, as form: Form) -> String {
    let form = form.chosen(for: json)
    switch json {
    case .null, .bool, .number: return space() + json.text + space()
    case .string(let text):
      guard wrapsCells, case .cell = form else { return space() + json.text }
      return JSON.string(" ( \(text) )\t").text
    case .array(let elements):
      var texts: [String] = []
      for element in elements { texts.append(self.text(of: element, as: form.element)) }
      return space() + "[" + texts.joined(separator: ",") + space() + "]"
    case .object(var members):
      if case .object = form {
        for index in members.indices.reversed() { members.swapAt(index, random(index + 1)) }
      }
      var texts: [String] = []
      for member in members {
        let value = self.text(of: member.value, as: form.member(member.key))
        texts.append(space() + JSON.string(member.key).text + space() + ":" + value)
      }
      return space() + "{" + texts.joined(separator: ",") + space() + "}"
    }
  }
}
