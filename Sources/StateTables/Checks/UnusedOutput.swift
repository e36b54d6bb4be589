/// An output at which the only look of a spec, that at the start, does not look.
package enum UnusedOutput: Check {
  package static let rule = Rule(
    "output/unused", .note,
    reason: """
      What no spec looks at may be anything. A spec with cases is told by `spec/output-uncovered`; \
      this is about one that looks only at the start.
      """,
    fix: "Name it in the `then` of the spec, or leave the output out.",
    says: "no spec looks at `isFirst`",
    bad: Example(UncoveredOutput.tabs, beside: [spec], isFolder: true),
    good: Example(UncoveredOutput.oneTab, beside: [spec], isFolder: true))

  private static let spec: Example = #"""
    { "spec": "Tabs", "then": { "tab": 1 } }
    """#

  /// No `then` names the output.
  package static func notLookedAt(_ name: String) -> Diagnostic {
    finding(
      "no spec looks at `\(name)`",
      at: Diagnostic.Place(Pointer.root["outputs"][name].text, isKey: true))
  }
}
