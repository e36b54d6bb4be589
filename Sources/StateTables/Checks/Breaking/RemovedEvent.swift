/// An event is gone or has another name.
package enum RemovedEvent: Check {
  package static let rule = Rule(
    "breaking/event-removed", .error,
    reason: """
      Apps that send the event no longer compile, and logs that hold it cannot be played \
      again.
      """,
    fix: "Keep the event, or release it as major.",
    says: "event `flipped` is now `turned`",
    bad: Example(
      #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "⟦turned⟧": {} },
        "reducer": [{ "on": "turned", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#, beside: [.knownCoin]),
    good: .documentedCoin)
}
