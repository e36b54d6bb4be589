/// A declaration that gives up checking.
enum DynamicType: Check {
  static let rule = Rule(
    "type/dyn", .warning,
    reason: """
      What is dyn can be anything, so nothing about it is checked before it runs, and generated \
      code has no type for it.
      """,
    fix: "Declare a record, an enum or a union for it.",
    says: "`last` is dyn: nothing about it is checked",
    bad: #"""
      { "state": "Web", "format": 1,
        "properties": { "last": { "type": "⟦dyn⟧", "initial": null } },
        "events": { "received": { "carries": { "code": "int" } } },
        "reducer": [{ "on": "received", "set": { "last": "dyn(event.code)" } }],
        "outputs": { "isEmpty": { "kind": "ui", "type": "bool", "value": "last == null" } } }
      """#,
    good: #"""
      { "state": "Web", "format": 1,
        "properties": { "last": { "type": "int?", "initial": null } },
        "events": { "received": { "carries": { "code": "int" } } },
        "reducer": [{ "on": "received", "set": { "last": "event.code" } }],
        "outputs": { "isEmpty": { "kind": "ui", "type": "bool", "value": "last == null" } } }
      """#)

  static func unchecked(_ name: String, at place: Diagnostic.Place) -> Diagnostic {
    finding("`\(name)` is dyn: nothing about it is checked", at: place)
  }
}
