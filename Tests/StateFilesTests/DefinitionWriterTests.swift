import Foundation
import StateFiles
import StateModel
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

  @Test(arguments: names) func `a written definition reads as the same definition`(name: String)
    throws
  {
    let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
    let json = try #require(JSONDocument(bytes).json)
    let definition = try #require(DefinitionReader.read(json, fileName: nil).content)
    let text = DefinitionWriter.text(definition)
    let again = try #require(JSONDocument(Array(text.utf8)).json)
    let reading = DefinitionReader.read(again, fileName: nil)
    #expect(reading.diagnostics.filter { $0.severity == .error } == [])
    #expect(reading.content == definition)
    #expect(CanonicalText(of: Array(text.utf8), kind: .definition).text == text)
  }

  @Test func `permitted findings are written where they were`() throws {
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
