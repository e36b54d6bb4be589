/// An output is gone, renamed or of another type.
package enum BreakingOutput: Check {
  package static let rule = Rule(
    "breaking/output", .error,
    reason: """
      Views read outputs by name and type: none that reads this one compiles.
      """,
    fix: "Add a second output, or release it as major.",
    says: "output `isHeads` is now `isUp`",
    bad: Example(
      #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "⟦isUp⟧": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#, beside: [.knownCoin]),
    good: .documentedCoin)
}
