/// There is an event that was not there.
package enum AddedEvent: Check {
  package static let rule = Rule(
    "breaking/event-added", .note,
    reason: """
      Code that switches over all events, a fake server or a logger, must name the new \
      one. Callers that only send events go on as before.
      """,
    fix: "Nothing has to be done, if nobody switches over events.",
    says: "event `dropped` is new: an exhaustive `switch` over events must name it",
    bad: Example(
      #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {}, "⟦dropped⟧": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }, { "on": "dropped" }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#, beside: [.knownCoin]),
    good: .documentedCoin)
}
