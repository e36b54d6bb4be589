/// A definition without a spec.
enum MissingSpec: Check {
  static let rule = Rule(
    "spec/missing", .note,
    reason: "A spec says what a definition must do, for every engine on every platform.",
    bad: #"""
      { "state": "Tabs", "format": 1,
        "properties": { "tab": { "type": "int", "initial": 1 } },
        "events": { "activatedTab": { "carries": { "index": "int" } } },
        "reducer": [{ "on": "activatedTab", "set": { "tab": "event.index" } }],
        "outputs": { "tab": { "kind": "ui", "type": "int", "value": "tab" } } }
      """#,
    good: #"""
      { "spec": "Tabs", "cases": [
        { "name": "the second tab", "when": [{ "activatedTab": { "index": 2 } }],
          "then": { "tab": 2 } }] }
      """#)
}

extension Definition {
  /// The note for a definition without a spec beside it; `nil` if it is permitted.
  package var missingSpec: Diagnostic? {
    var findings = Findings()
    findings.add(
      MissingSpec.finding("`\(name)` has no spec", at: Diagnostic.Place("/state")))
    return findings.permitted(by: allowances).first
  }
}
