import StateLinking
import StateModel

/// Reports events whose names read like commands.
enum EventTense: DefinitionCheck {
  static let rule = RuleID.eventNameTense

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    context.definition.events.filter { Tense.isCommand($0.name) }.map {
      notThePast($0.name)
    }
  }

  private static func notThePast(_ name: String) -> Diagnostic {
    Diagnostic(
      .declaration(.eventTense(name, past: Tense.past(of: name))),
      at: Diagnostic.Location(Pointer.root["events"][name], isKey: true))
  }
}
