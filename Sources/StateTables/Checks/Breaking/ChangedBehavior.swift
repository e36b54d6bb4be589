/// The same events lead to something else.
package enum ChangedBehavior: Check {
  package static let rule = Rule(
    "behavior/changed", .error,
    reason: """
      Both versions were run side by side, breadth first, and the specs of the old one on \
      the new: what is told is the shortest sequence of events after which an output, a \
      command or a timer is another.
      """,
    fix: "See whether it is meant; then the old spec changes too.",
    says: "`flipped` makes `isHeads` true, and made it false in origin/main",
    bad: Example(
      #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ ⟦"on": "flipped"⟧, "set": { "isHeads": true } }],
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

  /// - Parameters:
  ///   - message: What differs.
  ///   - place: The row that ran last in the new version.
  ///   - sequence: What was sent.
  /// - Returns: The finding.
  package static func differs(
    _ message: String, at place: Diagnostic.Place, sequence: String
  ) -> Diagnostic {
    finding(message, at: place, label: "changes behaviour", notes: [.init(sequence)])
  }

  /// A case of an old spec that the new version fails.
  package static func fails(_ message: String, at place: Diagnostic.Place) -> Diagnostic {
    finding("an old case fails: " + message, at: place, label: "changes behaviour")
  }
}
