import CEL

/// What an event carries and no cell reads.
enum UnreadField: WholeCheck {
  static let rule = Rule("event/unread", .note)

  static let reliesOn = Set(Findings.Aspect.allCases)

  static func findings(in whole: Whole) -> [Diagnostic] {
    let events = whole.checked.events
    if events.allSatisfy({ $0.fields.isEmpty }) { return [] }
    var isTaken = events.map { _ in false }
    var unread = events.map(\.variables)
    for row in whole.checked.rows {
      guard case .events(let indices) = row.trigger else { continue }
      for index in indices { isTaken[index] = true }
      if indices.allSatisfy({ unread[$0].isEmpty }) { continue }
      row.forEachCell { cell in
        cell.forEachVariable { variable in
          for index in indices { unread[index].removeAll { $0 == variable } }
        }
      }
    }
    return whole.definition.events.enumerated().compactMap { index, event -> Diagnostic? in
      guard events.indices.contains(index), isTaken[index], !unread[index].isEmpty else {
        return nil
      }
      let fields = zip(events[index].fields, events[index].variables)
      return neverRead(
        fields.filter { unread[index].contains($0.1) }.map(\.0.name), of: event.name)
    }
  }

  private static func neverRead(_ names: [String], of event: String) -> Diagnostic {
    let list = names.map { "`\($0)`" }.joined(separator: ", ")
    return finding(
      "\(list) of `\(event)` \(names.count == 1 ? "is" : "are") never read",
      at: Diagnostic.Location(
        Pointer.root["events"][event]["carries"][names.first ?? ""].text, isKey: true))
  }
}
