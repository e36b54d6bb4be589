/// A case of a spec that the definition does not fulfil.
package enum FailedCase: Check {
  package static let rule = Rule(
    "spec/failed", .error,
    reason: """
      The spec says what must hold, the definition what happens: one of the two is wrong. \
      `states test` finds it.
      """,
    fix: """
      The notes tell what was expected and what came; correct the definition, or the \
      expectation.
      """,
    says: "the second tab: `tab` is 2, not 3",
    bad: Example(
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "the second tab", "when": [{ "activatedTab": { "index": 2 } }],
          "then": { "tab": ⟦3⟧ } }] }
      """#, beside: [MissingSpec.tabs]),
    good: Example(
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "the second tab", "when": [{ "activatedTab": { "index": 2 } }],
          "then": { "tab": 2 } }] }
      """#, beside: [MissingSpec.tabs]))
}
