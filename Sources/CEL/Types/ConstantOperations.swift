extension TypedSyntax {
  /// Whether some operation that can fail reads nothing from outside: what folding may find fault
  /// with. Most cells have none, and looking is much cheaper than folding.
  package var hasConstantOperation: Bool { hasConstantPart { canFail($0) } }

  /// Whether a part that is no constant yet reads nothing from outside.
  var hasConstantPart: Bool {
    hasConstantPart { if case .constant = $0 { false } else { true } }
  }

  private func hasConstantPart(where isWanted: (Kind) -> Bool) -> Bool {
    var closed = ClosedNodes(nodes.count)
    for index in nodes.indices where closes(nodes[index].kind, closed) {
      if isWanted(nodes[index].kind) { return true }
      closed.insert(index)
    }
    return false
  }

  /// The nodes that read nothing from outside. Children precede their parents.
  private struct ClosedNodes {
    /// The first 64, so that most cells need no memory.
    private var first: UInt64 = 0
    private var rest: [Bool]

    init(_ count: Int) { rest = Array(repeating: false, count: max(0, count - 64)) }

    func contains(_ index: Index) -> Bool {
      if index < 64 { return index >= 0 && first & (1 << UInt64(index)) != 0 }
      return Int(index) - 64 < rest.count && rest[Int(index) - 64]
    }

    mutating func insert(_ index: Int) {
      if index < 64 { first |= 1 << UInt64(index) } else { rest[index - 64] = true }
    }
  }

  private func closes(_ kind: Kind, _ nodes: ClosedNodes) -> Bool {
    func closed(_ index: Index) -> Bool { nodes.contains(index) }
    switch kind {
    case .constant: return true
    case .variable, .isIn, .callDeclared: return false
    // A local variable of a closed expression keeps it closed.
    case .loop(let loop): return closed(loop.range)
    case .bind(_, let value, _): return closed(value)
    case .optionalMap(let operand, _, _, _): return closed(operand)
    default:
      var isOpen = false
      kind.forEachChild { if !closed($0) { isOpen = true } }
      return !isOpen
    }
  }

  /// Whether it can fail on constants; `true` in doubt, because types are not read.
  private func canFail(_ kind: Kind) -> Bool {
    switch kind {
    case .constant, .list, .record, .union, .copy, .isCase, .isNotNull, .and, .or, .orNull,
      .variable, .isIn:
      false
    case .widen(let operand): type(of: operand).isDynamic
    case .field, .caseData, .select, .hasKey, .optionalSelect, .optionalField, .index,
      .optionalIndex, .call, .callDeclared, .callUnknown, .conditional, .map, .loop, .bind,
      .optionalMap:
      true
    }
  }

  func type(of index: Index) -> ValueType {
    nodes.indices.contains(Int(index)) ? nodes[Int(index)].type : .unknown
  }
}
