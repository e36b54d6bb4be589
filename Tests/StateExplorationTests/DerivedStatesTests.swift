import StateChecks
import StateFiles
import StateInterpreter
import StateLinking
import StateModel
import Testing

@testable import StateExploration

@Suite struct DerivedStatesTests {
  /// Explores the definition in a JSON text.
  private func explore(
    _ json: String, workLimit: Int64 = SemanticChecks.Limits().work
  ) throws -> DerivedStates {
    let text = "{ \"state\": \"Test\", \"format\": 1, \(json) }"
    let document = try #require(JSONDocument(Array(text.utf8)).json)
    let reading = DefinitionReader.read(document, fileName: nil)
    let result = try #require(reading.content).checked()
    let checked = try #require(result.checked, "\(result.diagnostics)")
    return try DerivedStates.explore(CompiledDefinition(checked), workLimit: workLimit)
  }

  private func steps(_ states: DerivedStates) -> [String] {
    states.steps.map { step in
      let commands = step.commands.map { " / \($0.name)\($0.cells)" }.joined()
      return "\(step.source) \(step.event)\(step.values) \(step.target)\(commands)"
    }
  }

  @Test func `a coin has two configurations, named by their outputs`() throws {
    let states = try explore(
      #"""
      "properties": { "isHeads": { "type": "bool", "initial": true } },
      "events": { "flippedToHeads": {}, "flippedToTails": {} },
      "reducer": [
        { "on": "flippedToHeads", "set": { "isHeads": true } }, { "on": "flippedToTails", "set": { "isHeads": false } } ],
      "outputs": {
        "side": { "kind": "ui", "type": "string", "value": "isHeads ? 'Heads' : 'Tails'" },
        "isUp": { "kind": "ui", "type": "void?", "rows": [{ "if": "isHeads" }] } }
      """#)
    #expect(states.nodes.map { $0.properties.map(\.value) } == [["true"], ["false"]])
    #expect(states.nodes.map(\.outputs) == [["'Heads'", "{}"], ["'Tails'", nil]])
    #expect(steps(states) == ["0 flippedToTails 1", "1 flippedToHeads 0"])
  }

  @Test func `values are listed only if they influence the step`() throws {
    let states = try explore(
      #"""
      "types": { "Side": { "enum": ["left", "right"] } },
      "properties": { "side": { "type": "Side", "initial": "Side.left" } },
      "events": { "turned": { "carries": { "side": "Side" } }, "probed": { "carries": { "loudly": "bool" } } },
      "commands": { "report": { "carries": { "side": "Side" } } },
      "reducer": [
        { "on": "turned", "set": { "side": "event.side" } },
        { "on": "probed", "emit": [{ "report": { "side": "side" } }] } ]
      """#)
    #expect(
      steps(states) == [
        "0 turned(Side.right) 1", "0 probed 0 / report(Side.left)", "1 turned(Side.left) 0",
        "1 probed 1 / report(Side.right)",
      ])
  }

  @Test func `an obstacle names its reason`() {
    #expect(throws: DerivedStates.Obstacle.event("typed")) {
      try explore(
        #"""
        "properties": { "text": { "type": "string", "initial": "''" } }, "events": { "typed": { "carries": { "text": "string" } } },
        "reducer": [{ "on": "typed", "set": { "text": "event.text" } }]
        """#)
    }
    #expect(throws: DerivedStates.Obstacle.tooManyConfigurations(limit: 24)) {
      try explore(
        #"""
        "properties": { "n": { "type": "int", "initial": 0 } }, "events": { "counted": {} },
        "reducer": [{ "on": "counted", "set": { "n": "n + 1" } }]
        """#)
    }
    #expect(throws: DerivedStates.Obstacle.failure("divideByZero at /reducer/0/set/n")) {
      try explore(
        #"""
        "properties": { "n": { "type": "int", "initial": 0 } }, "events": { "divided": {} },
        "reducer": [{ "on": "divided", "set": { "n": "1 / n" } }]
        """#)
    }
    #expect(
      DerivedStates.Obstacle.event("typed").description
        == "the event `typed` can carry too many values to try them all")
  }

  @Test func `steps that take too much from their budgets together are not all tried`() throws {
    let text = #"""
      "properties": { "n": { "type": "int", "initial": 0 } },
      "events": { "added": {} },
      "reducer": [{ "on": "added", "set": { "n": "lists.range(1000).filter(m, m == n)[0] < 5 ? n + 1 : 0" } }],
      "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } }
      """#
    #expect(try explore(text).nodes.count == 6)
    #expect(throws: DerivedStates.Obstacle.tooMuchWork) {
      try explore(text, workLimit: 1_500)
    }
  }
}
