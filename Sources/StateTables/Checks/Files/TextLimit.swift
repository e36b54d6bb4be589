/// A file beyond the limits of depth and size.
package enum TextLimit: Check {
  package static let rule = Rule(
    "json/limit", .error,
    reason: """
      Files are bounded, so that reading one always ends soon and never exhausts the memory.
      """,
    fix: """
      Split the file: types and functions go into a types file, a child state into a definition \
      of its own.
      """,
    says: "nesting is 65 deep, the limit is 64",
    bad: Example(
      #"{ "state": "Deep", "format": 1, "about": "#
        + String(repeating: "[", count: 63) + "⟦[⟧" + String(repeating: "]", count: 64) + " }"),
    good: #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#)

  /// A definition each part of which is within its limits, and which cannot run for all that.
  package static func whole(_ name: String) -> Diagnostic {
    finding(
      "`\(name)` is larger as a whole than a program can be",
      at: .init("/state", range: 0..<name.utf8.count),
      help: "make definitions of some of its states")
  }
}
