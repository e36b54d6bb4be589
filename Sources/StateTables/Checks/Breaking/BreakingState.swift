/// A state is gone, renamed, moved, or carries something else.
package enum BreakingState: Check {
  package static let rule = Rule(
    "breaking/state", .error,
    reason: """
      Snapshots name the states that were active and hold what they carry; generated code \
      names them too. Without a migration such a snapshot cannot be restored.
      """,
    fix: "Write the migration: the old name, or where to begin instead.",
    says: "state `open` is now `wide`",
    bad: Example(
      #"""
      { "state": "Door", "format": 1,
        "events": { "opened": {}, "closed": {} },
        "initial": "shut",
        "states": [{ "state": "shut" }, { "state": "⟦wide⟧" }],
        "reducer": [{ "in": "shut", "on": "opened", "goTo": "wide" }, { "in": "wide", "on": "closed", "goTo": "shut" }],
        "outputs": { "isOpen": { "kind": "ui", "type": "bool", "value": "isIn('wide')" } } }
      """#, beside: [before]),
    good: Example(
      #"""
      { "state": "Door", "format": 1,
        "events": { "opened": {}, "closed": {} },
        "initial": "shut",
        "states": [{ "state": "shut" }, { "state": "open" }],
        "reducer": [{ "in": "shut", "on": "opened", "goTo": "open" }, { "in": "open", "on": "closed", "goTo": "shut" }],
        "outputs": { "isOpen": { "kind": "ui", "type": "bool", "value": "isIn('open')" } } }
      """#, beside: [before]))

  /// The version that others know.
  private static let before = Example(
    #"""
    { "state": "Door", "format": 1,
      "events": { "opened": {}, "closed": {} },
      "initial": "shut",
      "states": [{ "state": "shut" }, { "state": "open" }],
      "reducer": [{ "in": "shut", "on": "opened", "goTo": "open" }, { "in": "open", "on": "closed", "goTo": "shut" }],
      "outputs": { "isOpen": { "kind": "ui", "type": "bool", "value": "isIn('open')" } } }
    """#, name: "before/Door.state.json")
}
