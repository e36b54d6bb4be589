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

  @Test func `private values of inputs and events are written`() throws {
    let text = #"""
      { "state": "A", "format": 1, "inputs": { "a": { "type": "int", "default": 1, "private": true } },
        "events": { "c": { "carries": { "d": { "type": "int", "private": true }, "e": "int" } } } }
      """#
    let json = try #require(JSONDocument(Array(text.utf8)).json)
    let definition = try #require(DefinitionReader.read(json, fileName: nil).content)
    #expect(definition.inputs.map(\.isPrivate) == [true])
    #expect(definition.events[0].fields.map(\.isPrivate) == [true, false])
    #expect(DefinitionWriter.json(definition) == json)
  }

  @Test func `nothing else is private`() throws {
    let field = #"{ "x": { "type": "int", "private": true } }"#
    let text = #"""
      { "state": "A", "format": 1, "types": { "T": { "record": \#(field) } },
        "commands": { "c": { "carries": \#(field) } }, "states": [{ "state": "s", "carries": \#(field) }] }
      """#
    let json = try #require(JSONDocument(Array(text.utf8)).json)
    let problems = DefinitionReader.read(json, fileName: nil).diagnostics
    #expect(
      problems.map(\.location.pointer.text) == [
        "/types/T/record/x/private", "/commands/c/carries/x/private",
        "/states/0/carries/x/private",
      ])
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
