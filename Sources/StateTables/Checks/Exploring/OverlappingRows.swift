/// Two guarded rows that match at once.
package enum OverlappingRows: Check {
  package static let rule = Rule(
    "row/overlap", .note,
    reason: """
      Rows are tried from top to bottom and the first match wins. Where two guards can hold at \
      once, the order of the rows decides: that may be meant, and it is easily lost when rows move.
      """,
    fix: "Make the guards exclude each other, or leave the order as it is and allow it.",
    says: "rows 1 and 2, both guarded, match when count is 5; the first wins",
    bad: #"""
      { "state": "Counter", "format": 1,
        "properties": { "count": { "type": "int", "initial": 5 }, "isHigh": { "type": "bool", "initial": false } },
        "events": { "tapped": {}, "lowered": {}, "raised": {} },
        "reducer": [{ "on": "tapped", "if": "count >= 5", "set": { "isHigh": true } },
                    { "on": "tapped", ⟦"if": "count != 4"⟧, "set": { "isHigh": false } },
                    { "on": "tapped" },
                    { "on": "lowered", "set": { "count": 0 } },
                    { "on": "raised", "set": { "count": 4 } }],
        "outputs": { "isHigh": { "kind": "ui", "type": "bool", "value": "isHigh" } } }
      """#,
    good: #"""
      { "state": "Counter", "format": 1,
        "properties": { "count": { "type": "int", "initial": 5 }, "isHigh": { "type": "bool", "initial": false } },
        "events": { "tapped": {}, "lowered": {}, "raised": {} },
        "reducer": [{ "on": "tapped", "if": "count >= 5", "set": { "isHigh": true } },
                    { "on": "tapped", "if": "count < 4", "set": { "isHigh": false } },
                    { "on": "tapped" },
                    { "on": "lowered", "set": { "count": 0 } },
                    { "on": "raised", "set": { "count": 4 } }],
        "outputs": { "isHigh": { "kind": "ui", "type": "bool", "value": "isHigh" } } }
      """#)

  /// - Parameters:
  ///   - first: The 0-based place of the row that wins.
  ///   - second: The 0-based place of the other.
  ///   - when: The values with which both match.
  ///   - trace: How it comes to that.
  /// - Returns: The finding.
  package static func match(
    _ first: Int, _ second: Int, when: String, trace: String
  ) -> Diagnostic {
    finding(
      "rows \(first + 1) and \(second + 1), both guarded, match\(when); the first wins",
      at: .init("/reducer/\(second)/if", isMember: true),
      notes: [
        .init("row \(first + 1) is asked first", at: .init("/reducer/\(first)/if", isMember: true)),
        .init(trace),
      ])
  }
}
