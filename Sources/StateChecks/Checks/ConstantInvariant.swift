import CEL
import StateLinking
import StateModel

/// Reports invariants that nothing can break.
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
  /// The value of an expression that reads nothing.
  func constant(_ checked: CheckedDefinition) -> Value? {
    writtenConstant ?? folded(checked.declarations).syntax.writtenConstant
  }

  /// The value where the expression is one literal.
  private var writtenConstant: Value? {
    guard nodes.indices.contains(Int(root)), case .constant(let value) = nodes[Int(root)].kind
    else { return nil }
    return value
  }

  /// Whether it is true for all data: a constant, or a test that a size is not negative.
  fileprivate func isAlwaysTrue(_ checked: CheckedDefinition) -> Bool {
    if case .bool(true) = constant(checked) { return true }
    guard nodes.indices.contains(Int(root)),
      case .call(let function, let operands) = nodes[Int(root)].kind, operands.count == 2
    else { return false }
    switch function {
    case .greaterOrEqual: return isSize(operands[0]) && isZero(operands[1])
    case .lessOrEqual: return isZero(operands[0]) && isSize(operands[1])
    default: return false
    }
  }

  private func isSize(_ index: Index) -> Bool {
    guard nodes.indices.contains(Int(index)), case .call(.size, _) = nodes[Int(index)].kind else {
      return false
    }
    return true
  }

  private func isZero(_ index: Index) -> Bool {
    guard nodes.indices.contains(Int(index)), case .constant(.int(0)) = nodes[Int(index)].kind
    else {
      return false
    }
    return true
  }
}
