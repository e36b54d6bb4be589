import CEL
import StateLinking
import StateModel

/// Reports invariants that are always true.
enum ConstantInvariant: DefinitionCheck {
  static let rule = RuleID.invariantConstant

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    context.checked.invariants.compactMap { invariant in
      guard invariant.condition.syntax.isAlwaysTrue(context.checked) else { return nil }
      return Diagnostic(
        .invariant(.constant), at: Diagnostic.Location(invariant.condition.pointer))
    }
  }
}

extension TypedSyntax {
  /// Whether it is true for all data: a constant, or a test that a size is not negative.
  fileprivate func isAlwaysTrue(_ checked: CheckedDefinition) -> Bool {
    if case .bool(true) = foldedValue(checked.declarations) { return true }
    guard case .call(let function, let operands) = rootKind, operands.count == 2 else {
      return false
    }
    switch (function, kind(operands[0]), kind(operands[1])) {
    case (.greaterOrEqual, .call(.size, _), .constant(.int(0))),
      (.lessOrEqual, .constant(.int(0)), .call(.size, _)):
      return true
    default: return false
    }
  }
}
