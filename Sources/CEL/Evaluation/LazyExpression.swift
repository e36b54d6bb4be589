/// Finds the expressions that need not be computed in the step that changes what they read, because
/// they cannot fail and take little work.
struct LazyExpression {
  private let analyzed: AnalyzedExpression

  init(_ analyzed: AnalyzedExpression) { self.analyzed = analyzed }

  /// The most work that the whole expression can take; `nil` if it can fail or takes too much.
  var work: Int? {
    work(analyzed.syntax.root, 0).flatMap { $0 <= Self.workLimit ? $0 : nil }
  }

  /// The most work, in steps of the budget: a quarter of what an event may take.
  private static let workLimit = 250_000

  /// The most work of a call that only charges for texts or lists.
  private static let callWork = max(
    2 * Limits.textBytes / Budget.scanUnit, 2 * Limits.elements)

  /// The most work that a node and its operands can take; `nil` if one of them can fail, or if it
  /// takes too much.
  private func work(_ index: TypedSyntax.Index, _ depth: Int) -> Int? {
    let facts = analyzed[index].facts
    if facts.isDisjoint(with: [.canFail, .charges]) { return 0 }
    guard depth < 64, facts.isDisjoint(with: [.isDynamic, .isWide]) else { return nil }
    let kind = analyzed.kind(index)
    guard let own = ownWork(kind) else { return nil }
    var sum = own
    var turn: TypedSyntax.Comprehension?
    if case .loop(let loop) = kind { turn = loop }
    var isPossible = true
    kind.forEachChild { child in
      guard isPossible, let work = work(child, depth + 1) else { return isPossible = false }
      let isRepeated = turn.map { child == $0.body || child == $0.condition } ?? false
      sum += work * (isRepeated ? Limits.elements : 1)
      if sum > Self.workLimit { isPossible = false }
    }
    return isPossible ? sum : nil
  }

  /// The most work of a node without its operands; `nil` if it can fail.
  private func ownWork(_ kind: TypedSyntax.Kind) -> Int? {
    switch kind {
    case .constant, .list, .record, .union, .copy, .isCase, .isNotNull, .optionalField, .orNull,
      .field, .widen, .and, .or, .conditional, .bind, .optionalMap, .isIn, .variable(.local):
      0
    case .loop(let loop):
      loop.loop == .mapEntries || loop.loop == .sortBy
        ? nil : Int(loop.turnCost) * Limits.elements
    case .call(.add, let operands): operands.allSatisfy(isShortText) ? 0 : nil
    case .call(.modulo, let operands), .call(.divide, let operands):
      operands.count == 2 && isUsualDivisor(operands[1]) ? 0 : nil
    case .call(let function, let operands): work(of: function, operands)
    case .variable, .caseData, .select, .hasKey, .optionalSelect, .index, .optionalIndex,
      .callDeclared, .callUnknown, .map:
      nil
    }
  }

  private func work(of function: Function, _ operands: [TypedSyntax.Index]) -> Int? {
    switch analyzed.risk(of: function, operands) {
    case .none: 0
    case .charges: Self.callWork
    case .fails: nil
    }
  }

  /// Whether it is an int literal that divides every number.
  private func isUsualDivisor(_ index: TypedSyntax.Index) -> Bool {
    guard case .int(let divisor)? = analyzed.value(of: index) else { return false }
    return divisor != 0 && divisor != -1
  }

  /// Whether it is a text whose length does not depend on any other text.
  private func isShortText(_ index: TypedSyntax.Index) -> Bool {
    guard analyzed[index].form == .string else { return false }
    return switch analyzed.kind(index) {
    case .constant: true
    case .conditional(_, let first, let second): isShortText(first) && isShortText(second)
    case .call(.add, let operands): operands.allSatisfy(isShortText)
    case .call(.toString, let operands):
      operands.allSatisfy { analyzed[$0].form.bank == .int }
    default: false
    }
  }
}
