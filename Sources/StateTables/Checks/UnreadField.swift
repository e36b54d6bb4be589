import CEL

/// What an event carries and no cell reads.
enum UnreadField: WholeCheck {
  static let rule = Rule(
    "event/unread", .note,
    reason: """
      What an event carries is computed and sent for each; what nobody reads can be left out, or \
      was forgotten in a row.
      """,
    fix: "Read it in a row that takes the event, or leave it out.",
    says: "`index` of `activatedTab` is never read",
    bad: #"""
      { "state": "Tabs", "format": 1,
        "properties": { "isOpen": { "type": "bool", "initial": false } },
        "events": { "activatedTab": { "carries": { "⟦index⟧": "int" } } },
        "reducer": [{ "on": "activatedTab", "set": { "isOpen": true } }],
        "outputs": { "isOpen": { "kind": "ui", "type": "bool", "value": "isOpen" } } }
      """#,
    good: #"""
      { "state": "Tabs", "format": 1,
        "properties": { "isOpen": { "type": "bool", "initial": false } },
        "events": { "activatedTab": { "carries": { "index": "int" } } },
        "reducer": [{ "on": "activatedTab", "set": { "isOpen": "event.index > 0" } }],
        "outputs": { "isOpen": { "kind": "ui", "type": "bool", "value": "isOpen" } } }
      """#)

  static let reliesOn = Set(Findings.Aspect.allCases)

  static func findings(in whole: Whole) -> [Diagnostic] {
    var read: [Int: Set<VariableIndex>] = [:]
    for row in whole.checked.rows {
      guard case .events(let indices) = row.trigger else { continue }
      let variables = row.cells.reduce(into: Set<VariableIndex>()) {
        $0.formUnion($1.variablesRead)
      }
      for index in indices { read[index, default: []].formUnion(variables) }
    }
    return whole.definition.events.enumerated().flatMap { index, event -> [Diagnostic] in
      guard let read = read[index], whole.checked.events.indices.contains(index) else { return [] }
      let checked = whole.checked.events[index]
      return zip(checked.fields, checked.variables).compactMap { field, variable in
        read.contains(variable) ? nil : neverRead(field.name, of: event.name)
      }
    }
  }

  private static func neverRead(_ name: String, of event: String) -> Diagnostic {
    finding(
      "`\(name)` of `\(event)` is never read",
      at: Diagnostic.Place(
        Pointer.root["events"][event]["carries"][name].text, isKey: true))
  }
}
