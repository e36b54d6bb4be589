/// An output that never says anything else.
package enum ConstantOutput: Check {
  package static let rule = Rule(
    "output/constant", .warning,
    reason: """
      An output that is the same in every state that can be reached tells nothing: most likely the \
      row that should change it is missing. Everything that can happen was tried.
      """,
    fix: "Add the row that changes it, or leave the output out.",
    says: "`isLoading` is false in every reachable state",
    bad: #"""
      { "state": "Page", "format": 1,
        "properties": { "isLoading": { "type": "bool", "initial": false }, "isShown": { "type": "bool", "initial": false } },
        "events": { "loaded": {}, "shown": {}, "left": {} },
        "reducer": [{ "on": "loaded", "set": { "isLoading": false } },
                    { "on": "shown", "set": { "isShown": true } },
                    { "on": "left", "set": { "isShown": false } }],
        "outputs": {
          "⟦isLoading⟧": { "kind": "ui", "type": "bool", "value": "isLoading" },
          "isShown": { "kind": "ui", "type": "bool", "value": "isShown" } } }
      """#,
    good: #"""
      { "state": "Page", "format": 1,
        "properties": { "isLoading": { "type": "bool", "initial": false }, "isShown": { "type": "bool", "initial": false } },
        "events": { "loaded": {}, "shown": {}, "left": {} },
        "reducer": [{ "on": "loaded", "set": { "isLoading": false } },
                    { "on": "shown", "set": { "isShown": true, "isLoading": true } },
                    { "on": "left", "set": { "isShown": false } }],
        "outputs": {
          "isLoading": { "kind": "ui", "type": "bool", "value": "isLoading" },
          "isShown": { "kind": "ui", "type": "bool", "value": "isShown" } } }
      """#)

  package static func always(_ name: String, _ value: String) -> Diagnostic {
    finding(
      "`\(name)` is \(value) in every reachable state", at: .init("/outputs/\(name)", isKey: true))
  }
}
