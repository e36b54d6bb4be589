import StateLinking
import StateModel

/// Reports commands that no row emits.
enum UnsentCommand: DefinitionCheck {
  static let rule = RuleID.commandUnsent

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    let sent = Set(
      context.checked.rows.flatMap(\.emits).map(\.index)
        + context.checked.actions.flatMap(\.emits).map(\.index))
    return context.definition.commands.enumerated().compactMap { index, command in
      if sent.contains(index) { return nil }
      return Diagnostic(
        .declaration(.unsentCommand(command.name)),
        at: Diagnostic.Location(Pointer.root["commands"][command.name], isKey: true))
    }
  }
}

extension CheckedDefinition {
  /// Every entry of `enter` and `exit`.
  var actions: [CheckedAction] { states.flatMap { $0.enter + $0.exit } }
}
