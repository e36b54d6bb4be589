/// An event carries something else than before.
package enum EventCarries: Check {
  package static let rule = Rule(
    "breaking/event-carries", .error,
    reason: """
      Who sends the event must give what it carries now: no caller compiles, and old logs \
      do not fit. An event that starts to carry something is called with parentheses.
      """,
    fix: "Add a second event with the new fields, or release it as major.",
    says: "`flipped` carried nothing in origin/main and carries (isHeads: bool) here",
    bad: Example(
      #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "⟦flipped⟧": { "carries": { "isHeads": "bool" } } },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "event.isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#, beside: [.knownCoin]),
    good: .documentedCoin)
}
