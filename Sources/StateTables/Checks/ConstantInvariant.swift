import CEL

/// An invariant that nothing can break.
enum ConstantInvariant: WholeCheck {
  static let rule = Rule("invariant/constant", .warning)

  static let reliesOn: Set<Findings.Aspect> = [.reads]

  static func findings(in whole: Whole) -> [Diagnostic] {
    whole.checked.invariants.compactMap { invariant in
      let pointer = invariant.condition.pointer
      guard Pointer(pointer).map(whole.isBroken) != true,
        invariant.condition.syntax.isAlwaysTrue(whole.checked)
      else { return nil }
      return finding("this invariant is always true", at: Diagnostic.Location(pointer))
    }
  }
}

extension TypedSyntax {
  /// Its value where it reads nothing.
  func constant(_ checked: CheckedDefinition) -> Value? {
    writtenConstant ?? folded(checked.declarations).syntax.writtenConstant
  }

  /// Its value where it is one constant as it stands.
  private var writtenConstant: Value? {
    guard nodes.indices.contains(Int(root)), case .constant(let value) = nodes[Int(root)].kind
    else { return nil }
    return value
  }

  /// Whether it is true whatever it reads: a constant, or a size that is not negative.
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
