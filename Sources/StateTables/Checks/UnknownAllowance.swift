import CEL

/// An allowance for a rule that does not exist.
package enum UnknownAllowance: Check {
  package static let rule = Rule(
    "allow/unknown", .error,
    reason: "A misspelt rule permits nothing, and what it was meant for is told all the same.",
    fix: "Correct the spelling; `states rules` lists them.",
    says: "no rule is called `event/tense`",
    bad: #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": { "allow": { "⟦event/tense⟧": "public since 2019" } } },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#,
    good: #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flip": { "allow": { "event/name-tense": "public since 2019" } } },
        "reducer": [{ "on": "flip", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#)

  static func unknown(_ allowance: Definition.Allowance) -> Diagnostic {
    let suggestion = Suggestion(for: allowance.rule, among: AllChecks.rules.map(\.id))
    return finding(
      "no rule is called `\(allowance.rule)`", at: allowance.place,
      label: suggestion.nearest.isEmpty ? nil : suggestion.text,
      help: "states rules lists them")
  }
}

extension Definition.Allowance {
  /// Where its rule is named.
  var place: Diagnostic.Place {
    Diagnostic.Place(Pointer(unchecked: pointer)["allow"][rule].text, isKey: true)
  }
}
