/// What an event carries stands in another order.
package enum FieldOrder: Check {
  package static let rule = Rule(
    "breaking/field-order", .error,
    reason: """
      Generated code lists what an event carries in declared order. Swift refuses the old \
      order; Kotlin takes it where the types are equal and the call is by position, and \
      means something else.
      """,
    fix: "Keep the order; add new fields at the end.",
    says: "`flipped` carried (by, times) in origin/main and carries (times, by) here",
    bad: Example(
      #"""
      { "state": "Coin", "format": 1,
        "properties": { "count": { "type": "int", "initial": 0 } },
        "events": { "⟦flipped⟧": { "carries": { "times": "int", "by": "int" } } },
        "reducer": [{ "on": "flipped", "set": { "count": "count + event.by * event.times" } }],
        "outputs": { "count": { "kind": "ui", "type": "int", "value": "count" } } }
      """#, beside: [before]),
    good: Example(
      #"""
      { "state": "Coin", "format": 1, "about": "Heads or tails.",
        "properties": { "count": { "type": "int", "initial": 0 } },
        "events": { "flipped": { "carries": { "by": "int", "times": "int" } } },
        "reducer": [{ "on": "flipped", "set": { "count": "count + event.by * event.times" } }],
        "outputs": { "count": { "kind": "ui", "type": "int", "value": "count" } } }
      """#, beside: [before]))

  /// The version that others know.
  private static let before = Example(
    #"""
    { "state": "Coin", "format": 1,
      "properties": { "count": { "type": "int", "initial": 0 } },
      "events": { "flipped": { "carries": { "by": "int", "times": "int" } } },
      "reducer": [{ "on": "flipped", "set": { "count": "count + event.by * event.times" } }],
      "outputs": { "count": { "kind": "ui", "type": "int", "value": "count" } } }
    """#, name: "before/Coin.state.json")
}
