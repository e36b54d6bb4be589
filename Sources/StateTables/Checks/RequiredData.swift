/// A data output that is always there.
enum RequiredData: Check {
  static let rule = Rule(
    "output/data-required", .warning,
    reason: """
      An output of kind `data` asks for an effect as long as it is there: one that is never null \
      asks for it for ever.
      """,
    fix: "Make the type optional and give null once nothing is to be loaded; or make it a command.",
    says: "data outputs usually are optional: `load: string`",
    bad: #"""
      { "state": "Songs", "format": 1,
        "inputs": { "query": "string" },
        "outputs": { "load": { "kind": "data", "type": "⟦string⟧", "value": "query" } } }
      """#,
    good: #"""
      { "state": "Songs", "format": 1,
        "inputs": { "query": "string" },
        "outputs": { "load": { "kind": "data", "type": "string?",
                               "value": "query != '' ? query : null" } } }
      """#)

  static func usually(_ name: String, _ type: String, at place: Diagnostic.Place) -> Diagnostic {
    finding("data outputs usually are optional: `\(name): \(type)`", at: place)
  }
}
