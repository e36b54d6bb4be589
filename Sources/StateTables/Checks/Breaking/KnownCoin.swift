/// The version that others know, in the examples of changes, and one that changes nothing of it.
extension Example {
  static let knownCoin = Example(
    #"""
    { "state": "Coin", "format": 1,
      "properties": { "isHeads": { "type": "bool", "initial": true } },
      "events": { "flipped": {} },
      "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
      "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
    """#, name: "before/Coin.state.json")

  static let documentedCoin = Example(
    #"""
    { "state": "Coin", "format": 1, "about": "Heads or tails.",
      "properties": { "isHeads": { "type": "bool", "initial": true } },
      "events": { "flipped": {} },
      "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
      "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
    """#, beside: [knownCoin])
}
