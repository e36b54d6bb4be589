/// A clock or a die in a cell; its words are those of the checker of cells.
enum ImpureCall: Check {
  static let rule = Rule(
    "expr/impure", .error,
    reason: """
      A reducer must answer the same every time, or specs, replay and snapshots mean nothing. Let an \
      event carry the time.
      """,
    fix: "Let an event or an input carry the time, or whatever else changes by itself.",
    says: """
      `now()` reads the clock; a reducer must answer the same every time: let an event carry the \
      time
      """,
    bad: #"""
      { "state": "Clock", "format": 1,
        "inputs": { "opened": "timestamp" },
        "outputs": { "isLate": { "kind": "ui", "type": "bool", "value": "⟦now()⟧ > opened" } } }
      """#,
    good: #"""
      { "state": "Clock", "format": 1,
        "inputs": { "opened": "timestamp" },
        "properties": { "time": { "type": "timestamp", "initial": "opened" } },
        "events": { "ticked": { "carries": { "now": "timestamp" } } },
        "reducer": [{ "on": "ticked", "set": { "time": "event.now" } }],
        "outputs": { "isLate": { "kind": "ui", "type": "bool", "value": "time > opened" } } }
      """#)
}
