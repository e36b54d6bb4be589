import Foundation
import StateFiles
import StateTables
import Testing

/// Definitions written as text.
@Suite struct `Writing definitions` {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Definitions")

  static let names: [String] = {
    let all = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (all ?? []).filter { $0.hasSuffix(".state.json") }.sorted()
  }()

  @Test func `there are definitions to write`() { #expect(Self.names.count > 10) }

  @Test(arguments: names) func `what is written reads as the same definition`(name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
    let json = try #require(JSONDocument(bytes).json)
    let definition = try #require(DefinitionReader.read(json, fileName: nil).content)
    let text = DefinitionWriter.text(definition)
    let again = try #require(JSONDocument(Array(text.utf8)).json)
    let reading = DefinitionReader.read(again, fileName: nil)
    #expect(reading.diagnostics.filter { $0.severity == .error } == [])
    #expect(reading.content == definition)
    #expect(JSONLayout.text(again) == text)
    let formatted = JSONLayout.text(json)
    #expect(JSONDocument(Array(formatted.utf8)).json == json)
  }

  @Test func `rows stand one a line where they fit`() throws {
    let text =
      #"{"state":"A","format":1,"events":{"a":{},"b":{"carries":{"x":"int"}}},"reducer":[{"on":"a"},{"on":"b"}]}"#
    let json = try #require(JSONDocument(Array(text.utf8)).json)
    #expect(
      JSONLayout.text(json) == """
        {
          "state": "A",
          "format": 1,
          "events": {
            "a": {},
            "b": { "carries": { "x": "int" } }
          },
          "reducer": [
            { "on": "a" },
            { "on": "b" }
          ]
        }

        """)
  }

  @Test func `what is permitted is written where it was`() throws {
    let text = #"""
      { "state": "A", "format": 1, "about": "x", "allow": { "spec/missing": "no" },
        "events": { "a": { "allow": { "name/unused": "later" } } }, "reducer": [{ "on": "a", "allow": { "row/effect": "yes" } }] }
      """#
    let json = try #require(JSONDocument(Array(text.utf8)).json)
    let definition = try #require(DefinitionReader.read(json, fileName: nil).content)
    #expect(definition.allowances.count == 3)
    #expect(DefinitionWriter.json(definition) == json)
  }
}
