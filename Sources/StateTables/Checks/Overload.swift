/// An operator or function for types that it does not take; its words are those of the checker of cells.
enum Overload: Check {
  static let rule = Rule(
    "type/overload", .error,
    reason: """
      `+` adds numbers or joins texts, never one to the other; `string(count)` says what is meant.
      """,
    fix: "Convert one side so that both have one type: `string(count)`, `double(count)`.",
    says: "there is no `+` for string and int; did you mean `string(count)`?",
    bad: #"""
      { "state": "Counter", "format": 1,
        "properties": { "count": { "type": "int", "initial": 0 } },
        "events": { "tapped": {} },
        "reducer": [{ "on": "tapped", "set": { "count": "count + 1" } }],
        "outputs": { "title": { "kind": "ui", "type": "string", "value": "'Taps: ' + ⟦count⟧" } } }
      """#,
    good: #"""
      { "state": "Counter", "format": 1,
        "properties": { "count": { "type": "int", "initial": 0 } },
        "events": { "tapped": {} },
        "reducer": [{ "on": "tapped", "set": { "count": "count + 1" } }],
        "outputs": { "title": { "kind": "ui", "type": "string", "value": "'Taps: ' + string(count)" } } }
      """#)
}
