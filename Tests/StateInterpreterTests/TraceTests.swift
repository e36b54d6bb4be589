import Testing

@testable import StateInterpreter

/// Events and transitions of a running chart, as its trace records them.
@Suite("Traces") struct TraceTests {
  private static let chart = #"""
    { "state": "Door", "format": 1,
      "events": { "pushed": {}, "pulled": {}, "jammed": { "from": "self" } },
      "initial": "closed",
      "states": [{ "state": "closed" }, { "state": "ajar" },
                 { "state": "open", "initial": "wide", "states": [{ "state": "wide" }] }],
      "reducer": [{ "in": "closed", "on": "pushed", "goTo": "ajar" },
                  { "in": "ajar", "goTo": "open" },
                  { "in": "open", "on": "pulled", "raise": ["jammed"] },
                  { "in": "open", "on": "jammed", "goTo": "closed" }] }
    """#

  @Test func `a trace has each event, and the source and target of each transition`() throws {
    var run = try Fixture(Self.chart).start()
    func steps() -> [String] {
      (run.machine.trace?.microsteps ?? []).map { step in
        let exits = step.exits.joined(separator: " ")
        let entries = step.entries.joined(separator: " ")
        return "\(step.event ?? "-") \(step.rows): \(exits) -> \(entries)"
      }
    }
    #expect(steps() == ["- []:  -> Door closed"])
    _ = run.send("pushed")
    #expect(steps() == ["pushed [0]: closed -> ajar", "- [1]: ajar -> open wide"])
    _ = run.send("pulled")
    #expect(steps() == ["pulled [2]:  -> ", "jammed [3]: wide open -> closed"])
  }

  /// Hosts send events, never states: no name from outside is a target.
  @Test(arguments: ["open", "wide", "Door", "closed", "jammed", "done.open"])
  func `the name of a state, or of an event from self, changes nothing`(name: String) throws {
    var machine = try Fixture(Self.chart).start().machine
    let before = machine.identity
    let step = try machine.receive(named: name)
    #expect(step.result == .unhandled)
    #expect(machine.configuration == ["closed"])
    #expect(machine.identity == before)
  }
}
