import Foundation
import StateCode
import StateFiles
import StateProject
import Testing

/// Checks that an unsupported feature is refused with the JSON pointer that needs it.
@Suite struct `Refusals` {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let sections: String
    var languages = TargetLanguage.allCases
    var hasScreen = false
    let missing: String
    let pointer: String
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "an output whose member would have the name of another",
      sections: """
        "properties": { "n": { "type": "int", "initial": 1 } },
        "outputs": { "timers": { "kind": "ui", "type": "int", "value": "n" },
                     "timers_": { "kind": "ui", "type": "int", "value": "n" } }
        """,
      missing: "output called `timers` beside `timers_`", pointer: "/outputs/timers"),
    Case(
      name: "outputs that differ in a capital",
      sections: """
        "properties": { "total": { "type": "int", "initial": 1 } },
        "outputs": { "total": { "kind": "ui", "type": "int", "value": "total" },
                     "Total": { "kind": "ui", "type": "int", "value": "total" } }
        """,
      missing: "output called `Total` beside `total`", pointer: "/outputs/Total"),
    Case(
      name: "fields that differ in a capital",
      sections: """
        "types": { "Point": { "record": { "x": "int", "X": "int" } } },
        "properties": { "at": { "type": "Point", "initial": { "x": 1, "X": 2 } } },
        "outputs": { "at": { "kind": "ui", "type": "Point", "value": "at" } }
        """,
      languages: [.kotlin], missing: "field called `X` beside `x`", pointer: "/types/Point"),
    Case(
      name: "a command with the method of an output",
      sections: """
        "properties": { "title": { "type": "string", "initial": "''" } },
        "events": { "tapped": {} }, "commands": { "showTitle": {} },
        "reducer": [{ "on": "tapped", "emit": ["showTitle"] }],
        "outputs": { "title": { "kind": "ui", "type": "string", "value": "title" } }
        """,
      hasScreen: true, missing: "command called `showTitle` on a screen that shows `title`",
      pointer: "/commands/showTitle"),
    Case(
      name: "records that hold doubles, compared",
      sections: """
        "types": { "Point": { "record": { "x": "double" } } },
        "properties": { "at": { "type": "Point", "initial": { "x": 1.5 } } },
        "events": { "moved": { "carries": { "to": "Point" } } },
        "reducer": [{ "on": "moved", "if": "event.to == at", "set": { "at": "event.to" } }],
        "outputs": { "at": { "kind": "ui", "type": "Point", "value": "at" } }
        """,
      languages: [.kotlin], missing: "comparison of records that hold doubles",
      pointer: "/reducer/0/if"),
    Case(
      name: "values that can fail, each of which reads the one before twice",
      sections: """
        "properties": { "n": { "type": "int", "initial": 1 } },
        "outputs": { "o": { "kind": "ui", "type": "int", "value": "\(
          (0..<16).reduce("n") { value, _ in "cel.bind(a, \(value), a + a)" })" } }
        """,
      missing: "`cel.bind` of values that can fail and are read so often",
      pointer: "/outputs/o/value"),
    Case(
      name: "a record as a value of any type",
      sections: """
        "types": { "Point": { "record": { "x": "int" } } },
        "properties": { "at": { "type": "Point", "initial": { "x": 1 } } },
        "outputs": { "at": { "kind": "ui", "type": "dyn", "value": "dyn(at)" } }
        """,
      missing: "values of declared types as `dyn`", pointer: "/outputs/at/value"),
    Case(
      name: "rows that take more events together than the interpreter can",
      sections: """
        "events": { \((0..<1_001).map { "\"went\($0)\": {}" }.joined(separator: ", ")) },
        "reducer": [\(Array(repeating: #"{ "on": "*" }"#, count: 1_000).joined(separator: ", "))]
        """,
      missing: "room for so many rows of events", pointer: "/reducer"),
  ]

  @Test(arguments: cases) func `name the missing feature and its pointer`(_ item: Case) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("refusals-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("Page.state.json").path
    let text = "{ \"state\": \"Page\", \"format\": 1, \(item.sections) }"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    var validation = Validation()
    let definition = try #require(validation.check(path)?.definition)
    for language in item.languages {
      var generation = Generation(language, GenerationOptions(hasScreen: item.hasScreen))
      let refusal = generation.add(definition, source: "Page.state.json")
      #expect(refusal?.missing == item.missing)
      #expect(refusal?.change != nil)
      #expect(refusal?.pointer == item.pointer)
    }
  }

  @Test func `name a state that is called as a type of the Swift runtime`() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("wire-\(UUID().uuidString)").appendingPathComponent("Wire.state.json")
    defer { try? FileManager.default.removeItem(at: path.deletingLastPathComponent()) }
    try FileManager.default.createDirectory(
      at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    let text = #"""
      { "state": "Wire", "format": 1,
        "outputs": { "n": { "kind": "ui", "type": "int", "value": 1 } } }
      """#
    try Data(text.utf8).write(to: path)
    var validation = Validation()
    let definition = try #require(validation.check(path.path)?.definition)
    var swift = Generation(.swift, GenerationOptions())
    let refusal = swift.add(definition, source: "Wire.state.json")
    #expect(refusal?.missing == "state called `WireState`, as a type of the runtime is")
    #expect(refusal?.change == "rename the definition")
    var kotlin = Generation(.kotlin, GenerationOptions())
    #expect(kotlin.add(definition, source: "Wire.state.json") == nil)
  }

  @Test(arguments: TargetLanguage.allCases)
  func `an output of many rows is generated`(language: TargetLanguage) throws {
    let rows = (0..<4_000).map { #"{ "if": "n == \#($0)", "value": \#($0) }"# }
    let text = #"""
      { "state": "Many", "format": 1, "properties": { "n": { "type": "int", "initial": 0 } },
        "outputs": { "o": { "kind": "ui", "type": "int", "rows": [\#(rows.joined(separator: ", ")), { "value": 0 }] } } }
      """#
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("many-\(UUID().uuidString)").appendingPathComponent("Many.state.json")
    defer { try? FileManager.default.removeItem(at: path.deletingLastPathComponent()) }
    try FileManager.default.createDirectory(
      at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: path)
    var validation = Validation()
    let definition = try #require(validation.check(path.path)?.definition)
    var generation = Generation(language, GenerationOptions())
    #expect(generation.add(definition, source: "Many.state.json") == nil)
    let code = try #require(generation.files.first { $0.name.hasPrefix("Many") }).text
    let isRow = language == .swift ? "if n == " : "n == "
    #expect(code.split(separator: "\n").count { $0.contains(isRow) } == 4_000)
  }
}
