package import CEL
import StateModel

/// Finds conditions that are always true or always false, without running the definition.
/// Where it is not sure, it has no answer.
package struct ConstantCondition {
  private let syntax: TypedSyntax
  private let keys = CellKeys()

  /// - Parameter syntax: A cell whose constant parts are computed.
  private init(_ syntax: TypedSyntax) { self.syntax = syntax }

  /// Whether the cell is always true or always false; `nil` where that depends, and where it may fail.
  package static func verdict(on syntax: TypedSyntax, _ declarations: Declarations) -> Bool? {
    if hasNoVerdict(syntax) { return nil }
    let folded = syntax.folded(declarations).syntax
    guard let truth = ConstantCondition(folded).truth(folded.root) else { return nil }
    return ConstantCondition.mayFail(folded, declarations) ? nil : truth
  }

  /// Whether a type in the cell is unknown after an error, or the cell is a constant that is not
  /// written as `true` or `false`. A cell that is only a literal is no mistake.
  private static func hasNoVerdict(_ syntax: TypedSyntax) -> Bool {
    if syntax.nodes.indices.contains(where: { syntax.nodes[$0].type.isUnknown }) { return true }
    guard syntax.nodes.count == 1, case .constant? = syntax.nodes.first?.kind else { return false }
    return !["true", "false"].contains(syntax.sources.first?.text ?? "true")
  }

  private static func mayFail(_ syntax: TypedSyntax, _ declarations: Declarations) -> Bool {
    let failing = syntax.mayFail(declarations)
    return failing.indices.contains(Int(syntax.root)) && failing[Int(syntax.root)]
  }

  private func truth(_ index: TypedSyntax.Index) -> Bool? {
    guard let kind = syntax.kind(index) else { return nil }
    switch kind {
    case .constant(.bool(let truth)): return truth
    case .call(.not, let operands): return operands.first.flatMap { truth($0) }.map { !$0 }
    case .and: return conjunction(index)
    case .or: return disjunction(index)
    case .conditional(let condition, let first, let second):
      if let condition = truth(condition) { return truth(condition ? first : second) }
      let one = truth(first)
      return one == truth(second) ? one : nil
    case .isNotNull(let operand): return isNeverNull(operand) ? true : nil
    case .call(let function, let operands) where operands.count == 2:
      return comparison(function, operands[0], operands[1])
    default: return nil
    }
  }

  private func conjunction(_ index: TypedSyntax.Index) -> Bool? {
    let terms = terms(of: index) {
      if case .and(let left, let right) = $0 { [left, right] } else { nil }
    }
    let truths = terms.map { truth($0) }
    if truths.contains(false) || areOpposite(terms) { return false }
    if IntLimits(of: terms, in: syntax).areEmpty { return false }
    return truths.allSatisfy { $0 == true } ? true : nil
  }

  private func disjunction(_ index: TypedSyntax.Index) -> Bool? {
    let terms = terms(of: index) {
      if case .or(let left, let right) = $0 { [left, right] } else { nil }
    }
    let truths = terms.map { truth($0) }
    if truths.contains(true) || areOpposite(terms) { return true }
    return truths.allSatisfy { $0 == false } ? false : nil
  }

  /// The terms that a chain of one operator joins, from left to right. Each term is visited once.
  private func terms(
    of chain: TypedSyntax.Index, joined: (TypedSyntax.Kind) -> [TypedSyntax.Index]?
  ) -> [TypedSyntax.Index] {
    var terms: [TypedSyntax.Index] = []
    var pending = [chain]
    while let index = pending.popLast() {
      if let operands = syntax.kind(index).flatMap(joined) {
        pending += operands.reversed()
      } else {
        terms.append(index)
      }
    }
    return terms
  }

  /// Whether one of the terms is the negation of another.
  private func areOpposite(_ terms: [TypedSyntax.Index]) -> Bool {
    guard terms.contains(where: isNegation) else { return false }
    let texts = Set(terms.compactMap { keys.key($0, in: syntax) })
    return texts.contains { texts.contains(CellKeys.opposite(of: $0)) }
  }

  /// A quick test whether the key of the node can be the opposite of another key, as that of `!x` or
  /// `a != b`, also inside of a conversion to a wider type.
  private func isNegation(_ index: TypedSyntax.Index) -> Bool {
    switch syntax.kind(index) {
    case .call(let function, _): function == .not || function == .notEqual
    case .widen: true
    default: false
    }
  }

  /// Whether the type of the node has no null.
  private func isNeverNull(_ index: TypedSyntax.Index) -> Bool {
    switch syntax.type(of: index) {
    case .nullable, .null, .dyn, .unknown, .optional, .parameter, .named: return false
    default: return true
    }
  }

  private func comparison(
    _ function: Function, _ left: TypedSyntax.Index, _ right: TypedSyntax.Index
  ) -> Bool? {
    if isConstant(left) == isConstant(right), let one = keys.key(left, in: syntax),
      one == keys.key(right, in: syntax), !mayContainDouble(left)
    {
      switch function {
      case .equal, .lessOrEqual, .greaterOrEqual: return true
      case .notEqual, .less, .greater: return false
      default: break
      }
    }
    guard let one = range(left), let other = range(right) else { return nil }
    let isBelow = one.upperBound < other.lowerBound
    let isAbove = one.lowerBound > other.upperBound
    switch function {
    case .less: return isBelow ? true : one.lowerBound >= other.upperBound ? false : nil
    case .lessOrEqual: return one.upperBound <= other.lowerBound ? true : isAbove ? false : nil
    case .greater: return isAbove ? true : one.upperBound <= other.lowerBound ? false : nil
    case .greaterOrEqual: return one.lowerBound >= other.upperBound ? true : isBelow ? false : nil
    case .equal: return isBelow || isAbove ? false : nil
    case .notEqual: return isBelow || isAbove ? true : nil
    default: return nil
    }
  }

  private func isConstant(_ index: TypedSyntax.Index) -> Bool {
    switch syntax.kind(index) {
    case .constant: true
    case .widen(let operand): isConstant(operand)
    default: false
    }
  }

  /// Whether a double may be in it. NaN is not equal to itself.
  private func mayContainDouble(_ index: TypedSyntax.Index) -> Bool {
    switch syntax.type(of: index) {
    case .bool, .int, .uint, .string, .timestamp, .duration: return false
    default: return true
    }
  }

  private func range(_ index: TypedSyntax.Index) -> ClosedRange<Int64>? {
    switch syntax.kind(index) {
    case .constant(.int(let number)): return number...number
    case .call(.size, _): return 0...Int64.max
    case .call(.greatest, let operands):
      let ranges = operands.map { range($0) ?? Int64.min...Int64.max }
      guard syntax.type(of: index) == .int, let least = ranges.map(\.lowerBound).max(),
        let most = ranges.map(\.upperBound).max()
      else { return nil }
      return least...most
    case .call(.least, let operands):
      let ranges = operands.map { range($0) ?? Int64.min...Int64.max }
      guard syntax.type(of: index) == .int, let least = ranges.map(\.lowerBound).min(),
        let most = ranges.map(\.upperBound).min()
      else { return nil }
      return least...most
    default: return nil
    }
  }

}
