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
      """#, beside: [before]),
    good: Example(
      #"""
      { "state": "Coin", "format": 1, "about": "Heads or tails.",
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#, beside: [before]))

  /// The version that others know.
  private static let before = Example(
    #"""
    { "state": "Coin", "format": 1,
      "properties": { "isHeads": { "type": "bool", "initial": true } },
      "events": { "flipped": {} },
      "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
      "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
    """#, name: "before/Coin.state.json")
}
