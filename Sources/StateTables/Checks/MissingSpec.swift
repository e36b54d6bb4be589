/// A definition without a spec.
enum MissingSpec: Check {
  /// The definition that examples of specs are about.
  package static let tabs: Example = #"""
    { "state": "⟦Tabs⟧", "format": 1,
      "properties": { "tab": { "type": "int", "initial": 1 } },
      "events": { "activatedTab": { "carries": { "index": "int" } } },
      "reducer": [{ "on": "activatedTab", "set": { "tab": "event.index" } }],
      "outputs": { "tab": { "kind": "ui", "type": "int", "value": "tab" } } }
    """#

  static let rule = Rule(
    "spec/missing", .note,
    reason: "A spec says what a definition must do, for every engine on every platform.",
    fix: "Write `Name.spec.json` beside `Name.state.json`; one case is a beginning.",
    says: "`Tabs` has no spec",
    bad: tabs.asFolder,
    good: Example(
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "the second tab", "when": [{ "activatedTab": { "index": 2 } }],
          "then": { "tab": 2 } }] }
      """#, beside: [tabs], isFolder: true))
}

extension Definition {
  /// The note for a definition without a spec beside it; `nil` if it is permitted.
  package var missingSpec: Diagnostic? {
    let finding = MissingSpec.finding("`\(name)` has no spec", at: Diagnostic.Place("/state"))
    return allowances.contains { $0.permits(finding) } ? nil : finding
  }
}
