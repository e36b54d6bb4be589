/// An event that no row takes.
enum UnhandledEvent: WholeCheck {
  static let rule = Rule("event/unhandled", .warning)

  static let reliesOn: Set<Findings.Aspect> = [.events]
  static let leavesOpen: Set<Findings.Aspect> = [.commands, .states, .reads, .writes, .flow]

  static func findings(in whole: Whole) -> [Diagnostic] {
    var taken: Set<Int> = []
    for row in whole.checked.rows {
      switch row.trigger {
      case .events(let indices): taken.formUnion(indices)
      case .any: return []
      case .timer, .eventless: break
      }
    }
    return whole.definition.events.enumerated().compactMap { index, event in
      taken.contains(index) ? nil : noRow(takes: event.name)
    }
  }

  static func message(_ names: [String]) -> String {
    "no row takes \(names.map { "`\($0)`" }.joined(separator: " or "))"
  }

  private static func noRow(takes name: String) -> Diagnostic {
    finding(
      message([name]),
      at: Diagnostic.Location(Pointer.root["events"][name].text, isKey: true),
      help: "{ \"on\": \"\(name)\" } says that it changes nothing")
  }
}
