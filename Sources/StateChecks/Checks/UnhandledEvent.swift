import StateLinking
import StateModel

/// Reports events that no row takes.
enum UnhandledEvent: DefinitionCheck {
  static let rule = RuleID.eventUnhandled

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    var taken: Set<Int> = []
    for row in context.checked.rows {
      switch row.trigger {
      case .events(let indices): taken.formUnion(indices)
      case .any: return []
      case .timer, .eventless: break
      }
    }
    return context.definition.events.enumerated().compactMap { index, event in
      if taken.contains(index) { return nil }
      return Diagnostic(
        .declaration(.unhandledEvent(event.name)),
        at: Diagnostic.Location(Pointer.root["events"][event.name], isKey: true))
    }
  }
}
