/// A command that nothing asks for.
enum UnsentCommand: WholeCheck {
  static let rule = Rule("command/unsent", .warning)

  static let reliesOn: Set<Findings.Aspect> = [.commands]
  static let leavesOpen: Set<Findings.Aspect> = [.flow]

  static func findings(in whole: Whole) -> [Diagnostic] {
    let sent = Set(
      whole.checked.rows.flatMap(\.emits).map(\.index)
        + whole.checked.actions.flatMap(\.emits).map(\.index))
    return whole.definition.commands.enumerated().compactMap { index, command in
      sent.contains(index) ? nil : noRow(emits: command.name)
    }
  }

  static func message(_ names: [String]) -> String {
    "no row emits \(names.map { "`\($0)`" }.joined(separator: " or "))"
  }

  private static func noRow(emits name: String) -> Diagnostic {
    finding(
      message([name]),
      at: Diagnostic.Location(Pointer.root["commands"][name].text, isKey: true))
  }
}

extension CheckedDefinition {
  /// Every entry of `enter` and `exit`.
  var actions: [CheckedAction] { states.flatMap { $0.enter + $0.exit } }
}
