import Graphs
import StateChecks
import StateDocuments
import StateFiles
import StateGraphs
import StateInterpreter
import StateLinking
import StateModel
import StateSpecs
import Testing

/// The parts that the cases of a real spec do not reach, and how its picture shows them.
@Suite struct `What no case reaches` {
  private static let door = #"""
    { "state": "Door", "format": 1, "events": { "pushed": {}, "kicked": {} },
      "properties": { "isLocked": { "type": "bool", "initial": false } },
      "outputs": { "isOpen": { "kind": "ui", "type": "bool", "rows": [
        { "in": "broken", "value": true }, { "value": "isIn('open')" } ] } },
      "initial": "closed", "states": [{ "state": "closed" }, { "state": "open", "exit": [{ "set": { "isLocked": false } }] },
        { "state": "broken", "enter": [{ "set": { "isLocked": true } }], "exit": [{ "set": { "isLocked": false } }] }],
      "reducer": [
        { "in": "closed", "on": "pushed", "if": "!isLocked", "goTo": "open" },
        { "in": ["open", "closed"], "on": "kicked", "goTo": "closed" },
        { "in": "open", "on": "pushed", "goTo": "broken" } ] }
    """#
  private static let spec = #"""
    { "spec": "Door", "cases": [
      { "name": "opened", "when": ["pushed", "kicked"], "then": { "isOpen": false } } ] }
    """#

  private func json(_ text: String) throws -> JSON {
    try #require(JSONDocument(Array(text.utf8)).json)
  }

  private func definition() throws -> CheckedDefinition {
    let content = DefinitionReader.read(try json(Self.door), fileName: nil).content
    return try #require(content?.checked().checked)
  }

  private func unreached() throws -> Unreached {
    let definition = try definition()
    let compiled = try CompiledDefinition(definition)
    let spec = try #require(SpecReader.read(try json(Self.spec), fileName: nil).content)
    let result = SpecRunner<InterpreterSubject>.run(spec, of: definition) { inputs in
      InterpreterSubject.start(compiled, inputs)
    }
    #expect(result.verdicts.map(\.hasPassed) == [true])
    return Unreached(try #require(result.coverage), of: definition)
  }

  @Test func `is found row by row, guard by guard, state by state`() throws {
    let unreached = try unreached()
    #expect(unreached.rows == [2])
    #expect(unreached.guards == [0])
    #expect(unreached.statesByRow[1] == ["closed"])
    #expect(unreached.states == ["broken"])
    #expect(unreached.exits == ["broken"])
    #expect(unreached.outputRows == ["isOpen": [0]])
  }

  @Test func `is marked in the picture and named in its description`() throws {
    var options = PictureOptions()
    options.unreached = try unreached()
    let graph = try #require(
      statePicture(of: try definition().definition, options: options))
    guard case .chart(let chart) = graph.content else { return }
    #expect(chart.nodes.filter(\.isUnreached).map(\.name) == ["broken"])
    let labels = chart.transitions.flatMap(\.labels)
    #expect(labels.filter(\.isNeverFalse).map(\.text) == ["pushed [!isLocked]"])
    #expect(
      labels.map { $0.lines(limit: 34)[0].map(\.text).joined() } == [
        "pushed [!isLocked] ○", "kicked", "○ pushed",
      ])
    let rows = chart.nodes.flatMap(\.rows).flatMap(\.lines).map { $0.map(\.text).joined() }
    #expect(rows.filter { $0.contains("kicked") } == ["○ kicked"])
    #expect(
      rows.filter { $0.contains("isLocked = ") } == [
        "exit / isLocked = false", "○ enter / isLocked = true", "○ exit / isLocked = false",
      ])
    #expect(
      graph.description.contains("when !isLocked (no case of the spec makes that false) leads to"))
    #expect(graph.description.contains("From open, pushed leads to broken; no case of the spec"))
    #expect(graph.description.contains("No case of the spec enters broken."))
  }
}
