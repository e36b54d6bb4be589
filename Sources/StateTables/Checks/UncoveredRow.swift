/// A row that no case of the spec reaches.
package enum UncoveredRow: Check {
  package static let rule = Rule(
    "spec/row-uncovered", .warning,
    reason: "What no case reaches may do anything: the spec says nothing about it, on no platform.",
    fix: """
      Add a case that ends with the row. `states test --coverage` tells all that is not reached.
      """,
    says: "no case reaches row 2",
    bad: Example(
      #"""
      { "state": "Tabs", "format": 1,
        "properties": { "tab": { "type": "int", "initial": 1 } },
        "events": { "activatedTab": { "carries": { "index": "int" } }, "closed": {} },
        "reducer": [{ "on": "activatedTab", "set": { "tab": "event.index" } },
                    ⟦{ "on": "closed", "set": { "tab": 1 } }⟧],
        "outputs": { "tab": { "kind": "ui", "type": "int", "value": "tab" } } }
      """#, beside: [UncoveredRow.spec], isFolder: true),
    good: Example(
      #"""
      { "state": "Tabs", "format": 1,
        "properties": { "tab": { "type": "int", "initial": 1 } },
        "events": { "activatedTab": { "carries": { "index": "int" } } },
        "reducer": [{ "on": "activatedTab", "set": { "tab": "event.index" } }],
        "outputs": { "tab": { "kind": "ui", "type": "int", "value": "tab" } } }
      """#, beside: [UncoveredRow.spec], isFolder: true))

  /// The spec of the examples.
  static let spec: Example = #"""
    { "spec": "Tabs", "cases": [
      { "name": "the second tab", "when": [{ "activatedTab": { "index": 2 } }],
        "then": { "tab": 2 } }] }
    """#

  /// The row at a 0-based place is not reached.
  package static func notReached(_ place: Int) -> Diagnostic {
    finding(
      "no case reaches row \(place + 1)",
      at: Diagnostic.Place(Pointer.root["reducer"][place].text))
  }
}
