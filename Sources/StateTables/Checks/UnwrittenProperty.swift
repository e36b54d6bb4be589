/// A property that never changes.
enum UnwrittenProperty: WholeCheck {
  static let rule = Rule(
    "property/unwritten", .warning,
    reason: """
      What never changes is no state: an input says that it is given, a computed value that it \
      follows from others.
      """,
    fix: "Make it an input if it is given, a computed value if it follows from others.",
    says: "`limit` never changes; make it an input or a computed value",
    bad: #"""
      { "state": "Counter", "format": 1,
        "properties": { "count": { "type": "int", "initial": 0 },
                        "⟦limit⟧": { "type": "int", "initial": 10 } },
        "events": { "tapped": {} },
        "reducer": [{ "on": "tapped", "set": { "count": "math.least(count + 1, limit)" } }],
        "outputs": { "count": { "kind": "ui", "type": "int", "value": "count" } } }
      """#,
    good: #"""
      { "state": "Counter", "format": 1,
        "properties": { "count": { "type": "int", "initial": 0 } },
        "computed": { "limit": { "type": "int", "value": 10 } },
        "events": { "tapped": {} },
        "reducer": [{ "on": "tapped", "set": { "count": "math.least(count + 1, limit)" } }],
        "outputs": { "count": { "kind": "ui", "type": "int", "value": "count" } } }
      """#)

  static let reliesOn: Set<Findings.Aspect> = [.reads, .writes, .events, .commands, .states, .rows]
  static let leavesOpen: Set<Findings.Aspect> = [.flow]

  static func findings(in whole: Whole) -> [Diagnostic] {
    let flow = whole.flow
    return whole.checked.properties.compactMap { property in
      flow.written.contains(property.variable) || !flow.noticed.contains(property.variable)
        ? nil : neverChanges(property.name)
    }
  }

  private static func neverChanges(_ name: String) -> Diagnostic {
    finding(
      "`\(name)` never changes; make it an input or a computed value",
      at: Diagnostic.Place(Pointer.root["properties"][name].text, isKey: true))
  }
}
