/// A property that nothing depends on.
enum UnreadProperty: WholeCheck {
  static let rule = Rule(
    "property/unread", .warning,
    reason: """
      A property on which no output, guard or command depends, not even through others, could be \
      left out without any difference.
      """,
    fix: "Use it, or leave it out.",
    says: "no output, guard or command depends on `retries`",
    bad: #"""
      { "state": "Login", "format": 1,
        "properties": { "isLocked": { "type": "bool", "initial": false },
                        "⟦retries⟧": { "type": "int", "initial": 0 } },
        "events": { "failed": {} },
        "reducer": [{ "on": "failed", "set": { "retries": "retries + 1", "isLocked": true } }],
        "outputs": { "isLocked": { "kind": "ui", "type": "bool", "value": "isLocked" } } }
      """#,
    good: #"""
      { "state": "Login", "format": 1,
        "properties": { "isLocked": { "type": "bool", "initial": false },
                        "retries": { "type": "int", "initial": 0 } },
        "events": { "failed": {} },
        "reducer": [{ "on": "failed", "set": { "retries": "retries + 1", "isLocked": true } }],
        "outputs": { "isLocked": { "kind": "ui", "type": "bool",
                                   "value": "isLocked && retries > 3" } } }
      """#)

  static let reliesOn: Set<Findings.Aspect> = [.flow, .reads, .events, .commands, .states, .rows]

  static func findings(in whole: Whole) -> [Diagnostic] {
    let noticed = whole.flow.noticed
    let found = whole.checked.properties.compactMap { property in
      noticed.contains(property.variable) ? nil : nothing(dependsOn: property.name)
    }
    // Without any outputs that is one thing to say, not one of each property.
    return whole.definition.outputs.isEmpty ? Diagnostic.together(found) : found
  }

  private static func nothing(dependsOn name: String) -> Diagnostic {
    finding(
      "no output, guard or command depends on `\(name)`",
      at: Diagnostic.Place(Pointer.root["properties"][name].text, isKey: true))
  }
}
