/// An input is new, gone, renamed or of another type.
package enum BreakingInput: Check {
  package static let rule = Rule(
    "breaking/input", .error,
    reason: """
      Inputs are given where the state is made: no such place compiles. A stored snapshot \
      holds inputs, so it needs a value for a new one.
      """,
    fix: "Give the change out as major, with a migration for snapshots.",
    says: "input `isLucky` is new",
    bad: Example(
      #"""
      { "state": "Coin", "format": 1,
        "inputs": { "⟦isLucky⟧": "bool" },
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "isLucky ? !isHeads : !isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#, beside: [.knownCoin]),
    good: .documentedCoin)
}
