/// Something that may be null, used as if it were there; its words are those of the checker of cells.
enum NullUse: Check {
  static let rule = Rule(
    "type/null", .error,
    reason: """
      What is `T?` may be null. It can be used as a T only where a test has shown that it is there: \
      `stop != null ? … : …`, `&&`, `||`, the `if` of the row.
      """,
    fix: """
      Test for null first: `stop != null ? stop.name : ''`, with `&&`, or in the `if` of the \
      row.
      """,
    says: "`stop` may be null here; test `stop != null` first",
    bad: #"""
      { "state": "Header", "format": 1,
        "types": { "Stop": { "record": { "name": "string" } } },
        "inputs": { "stop": "Stop?" },
        "outputs": { "title": { "kind": "ui", "type": "string", "value": "⟦stop⟧.name" } } }
      """#,
    good: #"""
      { "state": "Header", "format": 1,
        "types": { "Stop": { "record": { "name": "string" } } },
        "inputs": { "stop": "Stop?" },
        "outputs": { "title": { "kind": "ui", "type": "string",
                                "value": "stop != null ? stop.name : ''" } } }
      """#)

  /// Whether it says that what is tested for null never is: the words are those of the checker.
  static func isNever(_ message: String) -> Bool { message.hasSuffix("and never null") }
}
