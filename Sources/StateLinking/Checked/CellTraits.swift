package import CEL
import StateModel

/// Facts about a cell that many checks need, found in one pass over its nodes. Most cells are a name,
/// a constant or a comparison, and need no closer look.
package struct CellTraits: Sendable {
  /// Whether the type of every part is known, and it has no loop, no lookup by key or index, no
  /// map, no data of a case, and no call except `!`, `==` and `!=`.
  package private(set) var isSimple = true
  /// Whether it has a loop or a list, copies a record, or calls a function of the definition.
  package private(set) var mayGrow = false
  /// Whether it multiplies, or adds a variable to itself.
  package private(set) var hasProducts = false
  /// The greatest magnitude of its int constants.
  package private(set) var greatest: UInt64 = 0

  init(_ syntax: TypedSyntax) {
    // By index: an iterator would count the references that each node holds.
    for index in syntax.nodes.indices {
      if isSimple, syntax.nodes[index].type.isOpen { isSimple = false }
      switch syntax.nodes[index].kind {
      case .constant(.int(let number)): greatest = max(greatest, number.magnitude)
      case .constant(.list): mayGrow = true
      case .constant, .variable(.declared), .variable(.local), .field, .isCase, .isNotNull,
        .optionalField, .and, .or, .conditional, .record, .union, .bind, .optionalMap, .isIn,
        .orNull, .widen:
        break
      case .list, .copy: mayGrow = true
      case .callDeclared, .loop:
        mayGrow = true
        isSimple = false
      case .call(.not, _), .call(.equal, _), .call(.notEqual, _): break
      case .call(let function, let operands):
        isSimple = false
        hasProducts = hasProducts || syntax.isProduct(function, operands)
      case .variable(.dynamic), .caseData, .select, .hasKey, .optionalSelect, .index,
        .optionalIndex, .callUnknown, .map:
        isSimple = false
      }
    }
  }
}

extension TypedSyntax {
  /// Whether a call multiplies, or adds a variable to itself.
  fileprivate func isProduct(_ function: Function, _ operands: [Index]) -> Bool {
    function == .multiply || function == .add && isTwice(operands)
  }

  /// Whether both operands are the same variable.
  package func isTwice(_ operands: [Index]) -> Bool {
    guard operands.count == 2, let first = variable(at: operands[0]) else { return false }
    return first == variable(at: operands[1])
  }

  private func variable(at index: Index) -> VariableIndex? {
    guard case .variable(.declared(let variable)) = kind(index)
    else { return nil }
    return variable
  }
}

extension ValueType {
  /// Whether the type of its values is only known at run time.
  package var isOpen: Bool {
    switch self {
    case .dyn, .unknown, .parameter, .named: true
    default: false
    }
  }
}
