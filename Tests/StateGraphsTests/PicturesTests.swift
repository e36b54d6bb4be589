import Graphs
import StateChecks
import StateModel
import Testing

@testable import StateGraphs

@Suite struct PicturesTests {
  private func pictures(_ json: String) throws -> Pictures {
    let result = try definition(json).checked()
    return Pictures(of: try #require(result.checked, "\(result.diagnostics)"))
  }

  @Test func `a definition with states has these and its flow`() throws {
    let pictures = try pictures(
      #""events": { "went": {} }, "initial": "a", "states": [{ "state": "a" }, { "state": "b" }], "reducer": [{ "in": "a", "on": "went", "goTo": "b" }]"#
    )
    #expect(pictures.graphs.map(\.fileName) == ["Test", "Test.flow"])
    #expect(pictures.graphs.map(\.kind) == [.states, .flow])
    #expect(pictures.notes == [])
  }

  @Test func `a definition without states has a derived picture if that is small`() throws {
    let pictures = try pictures(
      #""properties": { "isOn": { "type": "bool", "initial": false } }, "events": { "switched": {} }, "reducer": [{ "on": "switched", "set": { "isOn": "!isOn" } }], "outputs": { "isOn": { "kind": "ui", "type": "bool", "value": "isOn" } }"#
    )
    #expect(pictures.graphs.map(\.kind) == [.derived, .flow])
    #expect(
      lines(pictures.graphs.first).contains(#""isOn = false" -> "isOn = true" [label="switched"]"#))
  }

  @Test func `the reason for a missing derived picture is reported`() throws {
    let input = try pictures(
      #""inputs": { "name": "string" }, "events": { "went": {} }, "reducer": [{ "on": "went" }], "outputs": { "name": { "kind": "ui", "type": "string", "value": "name" } }"#
    )
    #expect(
      input.notes == [
        "`Test` has no derived picture: the input `name` has no value"
      ])
    #expect(input.graphs.map(\.kind) == [.flow])
  }
}
