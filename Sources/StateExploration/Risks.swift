import CEL
import StateInterpreter
import StateTables

/// Which cells may fail on a way that a short search can find.
///
/// Sums and differences of ints are no such cells, unless the definition has large numbers: from
/// small ones no short way leads beyond 64 bits.
struct Risks {
  private let declarations: Declarations
  private var functions: Set<Int32> = []
  private var computed: Set<VariableIndex> = []
  private let hasLargeNumbers: Bool

  /// From here on a number is large.
  private static let large: UInt64 = 1 << 40

  init(_ checked: CheckedDefinition) {
    declarations = checked.declarations
    hasLargeNumbers = checked.cells.contains { cell in
      cell.syntax.nodes.contains { node in
        guard case .constant(.int(let number)) = node.kind else { return false }
        return number.magnitude >= Risks.large
      }
    }
    for function in checked.functions where isRisky(function.value) {
      functions.insert(function.declaration)
    }
    for value in checked.computed where isRisky(value.value) { computed.insert(value.variable) }
  }

  func isRisky(_ cell: Expression?) -> Bool {
    guard let syntax = cell?.syntax else { return false }
    return syntax.nodes.contains { isRisky($0, in: syntax) }
  }

  private func isRisky(_ node: TypedSyntax.Node, in syntax: TypedSyntax) -> Bool {
    switch node.kind {
    case .constant, .isNotNull, .optionalField, .record, .union, .copy, .list, .orNull, .isCase,
      .isIn, .variable(.local), .bind, .optionalMap:
      return false
    case .and, .or, .conditional, .field, .widen: return hasUnknownType(node.kind, in: syntax)
    case .variable(.declared(let variable)): return computed.contains(variable)
    case .variable(.dynamic), .caseData, .callUnknown, .map, .select, .index, .optionalIndex,
      .hasKey, .optionalSelect:
      return true
    case .callDeclared(let function, _): return functions.contains(function)
    case .call(let function, let operands): return isRisky(function, operands, in: syntax)
    case .loop(let loop):
      return loop.loop == .mapEntries || loop.loop == .sortBy
        || hasUnknownType(node.kind, in: syntax)
    }
  }

  private func hasUnknownType(_ kind: TypedSyntax.Kind, in syntax: TypedSyntax) -> Bool {
    var found = false
    kind.forEachChild { child in
      guard syntax.nodes.indices.contains(Int(child)) else { return }
      switch syntax.nodes[Int(child)].type {
      case .dyn, .unknown, .parameter, .named: found = true
      default: break
      }
    }
    return found
  }

  private static func isSequence(_ type: ValueType) -> Bool {
    switch type {
    case .string, .bytes, .list: true
    default: false
    }
  }

  private func isRisky(
    _ function: Function, _ operands: [TypedSyntax.Index], in syntax: TypedSyntax
  ) -> Bool {
    let types = operands.map { operand in
      syntax.nodes.indices.contains(Int(operand)) ? syntax.nodes[Int(operand)].type : .dyn
    }
    switch function {
    case .add, .subtract, .negate:
      if types.allSatisfy({ $0 == .int }), !hasLargeNumbers {
        // A sum of a value and itself grows fast.
        return operands.count == 2 && function == .add
          && syntax.variable(at: operands[0]) != nil
          && syntax.variable(at: operands[0]) == syntax.variable(at: operands[1])
      }
      // Texts and lists can only become too long, which is not told.
      if function == .add, types.allSatisfy(Risks.isSequence) { return false }
    default: break
    }
    return TypedSyntax.mayFail(function, of: types, declarations)
  }
}

extension TypedSyntax {
  fileprivate func variable(at index: Index) -> VariableIndex? {
    guard case .variable(.declared(let variable)) = kind(index) else { return nil }
    return variable
  }
}
