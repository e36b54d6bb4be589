/// An output that no case of the spec expects.
package enum UncoveredOutput: Check {
  package static let rule = Rule(
    "spec/output-uncovered", .warning,
    reason: "A spec that never looks at an output lets it change without a word.",
    fix: "Name it in the `then` of a case.",
    says: "no case expects `isFirst`",
    bad: Example(tabs, beside: [UncoveredRow.spec], isFolder: true),
    good: Example(oneTab, beside: [UncoveredRow.spec], isFolder: true))

  /// Two outputs, the second of which is one too many.
  static let tabs = #"""
    { "state": "Tabs", "format": 1,
      "properties": { "tab": { "type": "int", "initial": 1 } },
      "events": { "activatedTab": { "carries": { "index": "int" } } },
      "reducer": [{ "on": "activatedTab", "set": { "tab": "event.index" } }],
      "outputs": { "tab": { "kind": "ui", "type": "int", "value": "tab" },
                   "⟦isFirst⟧": { "kind": "ui", "type": "bool", "value": "tab == 1" } } }
    """#

  /// The same with the first alone.
  static let oneTab = #"""
    { "state": "Tabs", "format": 1,
      "properties": { "tab": { "type": "int", "initial": 1 } },
      "events": { "activatedTab": { "carries": { "index": "int" } } },
      "reducer": [{ "on": "activatedTab", "set": { "tab": "event.index" } }],
      "outputs": { "tab": { "kind": "ui", "type": "int", "value": "tab" } } }
    """#

  /// No case names the output.
  package static func notExpected(_ name: String) -> Diagnostic {
    finding(
      "no case expects `\(name)`",
      at: Diagnostic.Place(Pointer.root["outputs"][name].text, isKey: true))
  }
}
