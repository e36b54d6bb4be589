/// A condition that is not bool; its words are those of the checker of cells.
enum GuardType: Check {
  static let rule = Rule(
    "type/guard", .error,
    reason: "A guard or an invariant holds or does not: nothing but a bool says so.",
    fix: """
      Compare: `count > 0` for a number, `name != ''` for a text, `stop != null` for what may be \
      missing.
      """,
    says: "a guard must be bool, this is int",
    bad: #"""
      { "state": "Counter", "format": 1,
        "properties": { "count": { "type": "int", "initial": 3 } },
        "events": { "ticked": {} },
        "reducer": [{ "on": "ticked", "if": "⟦count⟧", "set": { "count": "count - 1" } }],
        "outputs": { "count": { "kind": "ui", "type": "int", "value": "count" } } }
      """#,
    good: #"""
      { "state": "Counter", "format": 1,
        "properties": { "count": { "type": "int", "initial": 3 } },
        "events": { "ticked": {} },
        "reducer": [{ "on": "ticked", "if": "count > 0", "set": { "count": "count - 1" } }],
        "outputs": { "count": { "kind": "ui", "type": "int", "value": "count" } } }
      """#)
}
