/// A case that expects nothing.
enum EmptyCase: Check {
  static let rule = Rule(
    "spec/empty", .warning,
    reason: "A case without an expectation passes whatever the definition does.",
    fix: "Say what must hold: `then`, `commands`, `in` or `result`; or leave the case out.",
    says: "this case expects nothing",
    bad: Example(
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "⟦the second tab⟧", "when": [{ "activatedTab": { "index": 2 } }] }] }
      """#, beside: [MissingSpec.tabs]),
    good: Example(
      #"""
      { "spec": "Tabs", "cases": [
        { "name": "the second tab", "when": [{ "activatedTab": { "index": 2 } }],
          "then": { "tab": 2 } }] }
      """#, beside: [MissingSpec.tabs]))

  static func nothing(_ name: String, at pointer: Pointer) -> Diagnostic {
    finding(
      "this case expects nothing", at: Diagnostic.Place(pointer["name"].text),
      help: "say what must hold: `then`, `commands`, `in`, `result`")
  }
}
