import StateChecks
import StateFiles
import StateInterpreter
import StateLinking
import StateModel
import Testing

@testable import StateExploration

/// Explores the states that a definition can reach.
@Suite("Explorer") struct ExplorerTests {
  private func definition(_ text: String) throws -> CompiledDefinition {
    let json = try #require(JSONDocument([UInt8](text.utf8)).json)
    let content = try #require(DefinitionReader.read(json, fileName: nil).content)
    return try CompiledDefinition(try #require(content.checked().checked))
  }

  private func lines(_ exploration: Exploration, _ definition: CompiledDefinition) -> [String] {
    exploration.edges.map { edge in
      let cause =
        switch exploration.causes[edge.cause] {
        case .event(let event, let values):
          definition.name(of: event) + (values.isEmpty ? "" : "\(values)")
        case .timer(let id): id
        case .restore: "restore"
        }
      let result =
        switch edge.result {
        case .success(let step): step.result.rawValue
        case .failure(let error): "\(error)"
        }
      return "\(edge.from) \(cause) \(edge.to) \(result)"
    }
  }

  static let coin = #"""
    { "state": "Coin", "format": 1,
      "properties": { "isHeads": { "type": "bool", "initial": true } },
      "events": { "flipToTails": {}, "set": { "carries": { "heads": "bool" } } },
      "reducer": [
        { "on": "flipToTails", "set": { "isHeads": false } },
        { "on": "set", "set": { "isHeads": "event.heads" } } ],
      "outputs": { "side": { "kind": "ui", "type": "string", "value": "isHeads ? 'Heads' : 'Tails'" } } }
    """#

  @Test func `finds every node breadth first`() throws {
    let definition = try definition(Self.coin)
    let found = try Explorer(definition: definition).explore()
    #expect(found.end == .complete)
    #expect(found.nodes.count == 2)
    #expect(
      lines(found, definition) == [
        "0 flipToTails 1 changed", "0 set[CEL.Value.bool(false)] 1 changed",
        "0 set[CEL.Value.bool(true)] 0 unchanged", "1 flipToTails 1 unchanged",
        "1 set[CEL.Value.bool(false)] 1 unchanged", "1 set[CEL.Value.bool(true)] 0 changed",
      ])
    #expect(found.path(to: 1).count == 1)
    #expect(found.path(to: 0).isEmpty)
  }

  static let counter = #"""
    { "state": "Counter", "format": 1,
      "properties": { "n": { "type": "int", "initial": 0 } },
      "events": { "add": {} },
      "reducer": [ { "on": "add", "set": { "n": "n + 1" } }, { "every": 1, "set": { "n": "n + 0 / (n - 2)" } } ],
      "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
    """#

  @Test func `stops at the limit for nodes, and for steps`() throws {
    let definition = try definition(Self.counter)
    let nodes = try Explorer(definition: definition, nodeLimit: 4).explore()
    #expect(nodes.end == .nodes(4))
    #expect(nodes.nodes.count == 4)
    let steps = try Explorer(definition: definition, stepLimit: 3).explore()
    #expect(steps.end == .steps(3))
    #expect(steps.edges.count == 3)
  }

  @Test func `stops when its steps have taken too much from their budgets together`() throws {
    let text = #"""
      { "state": "Sum", "format": 1,
        "properties": { "sum": { "type": "int", "initial": 0 } },
        "events": { "add": {} },
        "reducer": [ { "on": "add", "set": { "sum": "sum + lists.range(1000).filter(n, n > sum).size()" } } ],
        "outputs": { "sum": { "kind": "ui", "type": "int", "value": "sum" } } }
      """#
    var explorer = try Explorer(definition: definition(text))
    #expect(try explorer.explore().edges.count == 2)
    explorer.workLimit = 1_500
    let found = try explorer.explore()
    #expect(found.end == .steps(1))
    #expect(found.edges.count == 1)
  }

  @Test func `a step that fails is an edge to its own node`() throws {
    let definition = try definition(Self.counter)
    let found = try Explorer(definition: definition, nodeLimit: 6).explore()
    #expect(
      lines(found, definition).contains { $0.hasSuffix("divideByZero at /reducer/1/set/n") })
  }

  @Test func `an event with too many values is an error`() throws {
    let definition = try definition(
      Self.coin.split(separator: #""heads": "bool""#).joined(
        separator: #""heads": "bool", "many": "[string]""#))
    #expect(throws: Explorer.TooManyValues(event: "set")) {
      try Explorer(definition: definition).explore()
    }
  }
}
