/// A row that only writes values to themselves.
enum NoEffect: Check {
  static let rule = Rule(
    "row/no-effect", .warning,
    reason: """
      Writing a value to itself changes nothing. A row that should only handle its event, and keep \
      it from bubbling, needs no `set`.
      """,
    fix: "Leave `set` out, or write the value that was meant.",
    says: "`set` writes `count` to itself and nothing else",
    bad: #"""
      { "state": "Counter", "format": 1,
        "properties": { "count": { "type": "int", "initial": 0 } },
        "events": { "tapped": {}, "cleared": {} },
        "reducer": [{ "on": "tapped", ⟦"set": { "count": "count" }⟧ },
                    { "on": "cleared", "set": { "count": 0 } }],
        "outputs": { "count": { "kind": "ui", "type": "int", "value": "count" } } }
      """#,
    good: #"""
      { "state": "Counter", "format": 1,
        "properties": { "count": { "type": "int", "initial": 0 } },
        "events": { "tapped": {}, "cleared": {} },
        "reducer": [{ "on": "tapped", "set": { "count": "count + 1" } },
                    { "on": "cleared", "set": { "count": 0 } }],
        "outputs": { "count": { "kind": "ui", "type": "int", "value": "count" } } }
      """#)

  static func writesItself(_ names: [String], at place: Diagnostic.Place) -> Diagnostic {
    let list = names.map { "`\($0)`" }.joined(separator: ", ")
    return finding(
      "`set` writes \(list) to itself and nothing else", at: place,
      help: "a row without any effect is fine: it handles its event")
  }
}
