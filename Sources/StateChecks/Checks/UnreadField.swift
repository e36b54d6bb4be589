import CEL
import StateLinking
import StateModel

/// Reports fields of events that no cell reads.
enum UnreadField: DefinitionCheck {
  static let rule = RuleID.eventUnread

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    let events = context.checked.events
    if events.allSatisfy({ $0.fields.isEmpty }) { return [] }
    var isTaken = events.map { _ in false }
    var unread = events.map { Set($0.variables) }
    // What the rows for any event read: fields that all events have.
    var readOfAny = VariableSet(context.checked.declarations.variables.count)
    for row in context.checked.rows {
      if case .any = row.trigger {
        row.forEachCell { $0.forEachVariable { _ = readOfAny.insert($0) } }
      }
      guard case .events(let indices) = row.trigger else { continue }
      for index in indices { isTaken[index] = true }
      if indices.allSatisfy({ unread[$0].isEmpty }) { continue }
      row.forEachCell { cell in
        cell.forEachVariable { variable in
          for index in indices { unread[index].remove(variable) }
        }
      }
    }
    for index in unread.indices { unread[index] = unread[index].filter { !readOfAny.contains($0) } }
    return context.definition.events.enumerated().compactMap { index, event -> Diagnostic? in
      guard events.indices.contains(index), isTaken[index], !unread[index].isEmpty else {
        return nil
      }
      let fields = zip(events[index].fields, events[index].variables)
      return neverRead(
        fields.filter { unread[index].contains($0.1) }.map(\.0.name), of: event.name)
    }
  }

  private static func neverRead(_ names: [String], of event: String) -> Diagnostic {
    Diagnostic(
      .declaration(.unreadFields(names, of: event)),
      at: Diagnostic.Location(
        Pointer.root["events"][event]["carries"][names.first ?? ""], isKey: true))
  }
}
