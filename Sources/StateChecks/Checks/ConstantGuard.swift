import CEL
package import StateLinking
package import StateModel

/// Reports guards that are always true or always false.
package enum ConstantGuard: DefinitionCheck {
  static let rule = RuleID.exprConstantGuard

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    let checked = context.checked
    var guards = checked.rows.compactMap(\.condition) + checked.actions.compactMap(\.condition)
    guards += checked.outputs.flatMap { $0.rows.compactMap(\.condition) }
    return guards.compactMap { condition in
      guard let truth = ConstantCondition.verdict(on: condition.syntax, checked.declarations) else {
        return nil
      }
      return isAlways(truth, condition)
    }
  }

  /// A guard that always has one value.
  ///
  /// - Parameters:
  ///   - truth: The value.
  ///   - condition: The guard.
  ///   - isFound: Whether exploration found it, not the text of the guard.
  /// - Returns: The finding.
  package static func isAlways(
    _ truth: Bool, _ condition: Expression, isFound: Bool = false
  ) -> Diagnostic {
    let text = condition.syntax.sources.first?.text ?? "\(truth)"
    let range = condition.syntax.sources.count == 1 ? 0..<text.utf8.count : nil
    // A guard that exploration found constant may wait for rows that are not written yet, and a
    // plain `true` is often temporary.
    let isPlain = condition.syntax.sources.isEmpty || text == "true"
    let fix = Diagnostic.Fix(
      .removeGuard, at: .init(condition.pointer, isMember: true), replacement: "", isSafe: true)
    return Diagnostic(
      .cell(.constantGuard(truth, text, isExplored: isFound)),
      at: .init(condition.pointer, range: range),
      fix: truth && !isFound && !isPlain ? fix : nil)
  }
}
