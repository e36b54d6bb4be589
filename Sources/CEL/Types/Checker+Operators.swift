extension Checker {
  static let functions: [Syntax.Binary: Function] = [
    .less: .less, .lessOrEqual: .lessOrEqual, .greater: .greater,
    .greaterOrEqual: .greaterOrEqual, .equal: .equal, .notEqual: .notEqual,
    .contained: .contained, .add: .add, .subtract: .subtract, .multiply: .multiply,
    .divide: .divide, .modulo: .modulo,
  ]

  mutating func checkLiteral(_ literal: Syntax.Literal, at range: Range<Int32>) -> Typed {
    switch literal {
    case .null: emit(.constant(.null), .null, at: range)
    case .bool(let value): emit(.constant(.bool(value)), .bool, at: range)
    case .int(let value): emit(.constant(.int(value)), .int, at: range)
    case .uint(let value): emit(.constant(.uint(value)), .uint, at: range)
    case .double(let value): emit(.constant(.double(value)), .double, at: range)
    case .string(let value): emit(.constant(.string(value)), .string, at: range)
    case .bytes(let value): emit(.constant(.bytes(value)), .bytes, at: range)
    }
  }

  /// `a && b`, `a || b`: the right side knows what the left one proves.
  mutating func checkLogic(
    _ left: Typed, _ right: Syntax.Index, isAnd: Bool, at index: Syntax.Index
  ) -> Typed {
    let outer = facts
    let first = condition(left, at: leftRange(of: index))
    facts = (isAnd ? left.whenTrue : left.whenFalse) ?? outer
    let inner = facts
    let checked = check(right, scope.isChecked ? .hint(.bool) : .nothing)
    let second = condition(checked, at: syntax.range(right))
    facts = outer
    let kind = isAnd ? TypedSyntax.Kind.and(first, second) : .or(first, second)
    var typed = emit(kind, .bool, at: syntax.range(index))
    let both = (left.whenTrue ?? outer, left.whenFalse ?? outer)
    let then = (checked.whenTrue ?? inner, checked.whenFalse ?? inner)
    typed.whenTrue = isAnd ? then.0 : both.0.either(then.0)
    typed.whenFalse = isAnd ? both.1.either(then.1) : then.1
    return typed
  }

  private func leftRange(of index: Syntax.Index) -> Range<Int32> {
    syntax.chainOperand(of: index).map(syntax.range) ?? syntax.range(index)
  }

  /// Makes sure that it is bool.
  mutating func condition(_ typed: Typed, at range: Range<Int32>) -> TypedSyntax.Index {
    if !scope.isChecked { return typed.node }
    return coerce(typed, to: .bool, at: range).node
  }

  mutating func checkUnary(
    _ operation: Syntax.Unary, _ count: Int32, _ operandIndex: Syntax.Index, at index: Syntax.Index
  ) -> Typed {
    let operand = check(operandIndex)
    let range = syntax.range(index)
    let function = operation == .not ? Function.not : .negate
    var typed = operand
    // Twice is as often as any even number: what fails fails at the first.
    for _ in 0..<(count % 2 == 0 ? 2 : 1) {
      typed = call(function, [typed], named: operation.rawValue, at: range)
    }
    if operation == .not, count % 2 == 1 {
      (typed.whenTrue, typed.whenFalse) = (operand.whenFalse, operand.whenTrue)
    } else if operation == .not {
      (typed.whenTrue, typed.whenFalse) = (operand.whenTrue, operand.whenFalse)
    }
    return typed
  }

  mutating func checkBinary(
    _ operation: Syntax.Binary, _ left: Typed, _ rightIndex: Syntax.Index, at index: Syntax.Index,
    _ expected: Expected
  ) -> Typed {
    let right = check(rightIndex, hint(for: operation, left.type))
    let function = Checker.functions[operation] ?? .equal
    if isCell, operation == .equal || operation == .notEqual {
      if let test = checkNullTest(left, right, isEqual: operation == .equal, at: index) {
        return test
      }
    }
    return call(
      function, [left, right], named: operation.rawValue, at: syntax.range(index),
      operands: [syntax.chainOperand(of: index) ?? index, rightIndex])
  }

  private func hint(for operation: Syntax.Binary, _ left: ValueType) -> Expected {
    if !isCell { return .nothing }
    let left = resolved(left)
    switch operation {
    case .equal, .notEqual: return left == .null ? .nothing : .hint(left)
    case .contained: return left == .null ? .nothing : .hint(.list(left))
    case .add:
      switch left {
      case .list, .string: return .hint(left)
      default: return .nothing
      }
    default: return .nothing
    }
  }

  /// `p == null` and `p != null`.
  private mutating func checkNullTest(
    _ left: Typed, _ right: Typed, isEqual: Bool, at index: Syntax.Index
  ) -> Typed? {
    let operand: Typed
    switch (resolved(left.type), resolved(right.type)) {
    case (.null, .null): return nil
    case (_, .null): operand = left
    case (.null, _): operand = right
    default: return nil
    }
    let range = syntax.range(index)
    let type = resolved(operand.declared)
    switch type {
    case .nullable: break
    case .unknown: return emit(.constant(.bool(true)), .bool, at: range)
    case .dyn, .parameter: return nil
    default: return complainOfNeverNull(operand, type, at: index)
    }
    var typed = emit(.isNotNull(operand.node), .bool, at: range)
    if let path = operand.path {
      typed.whenTrue = facts.assuming(path, isNull: false)
      typed.whenFalse = facts.assuming(path, isNull: true)
    }
    if !isEqual { return typed }
    var negated = emit(.call(.not, [typed.node]), .bool, at: range)
    (negated.whenTrue, negated.whenFalse) = (typed.whenFalse, typed.whenTrue)
    return negated
  }

  /// `c ? a : b`.
  mutating func checkConditional(
    _ conditionIndex: Syntax.Index, _ positive: Syntax.Index, _ negative: Syntax.Index,
    at index: Syntax.Index, _ expected: Expected
  ) -> Typed {
    let outer = facts
    let test = check(conditionIndex)
    let condition = condition(test, at: syntax.range(conditionIndex))
    facts = test.whenTrue ?? outer
    let first = check(positive, expected)
    facts = test.whenFalse ?? outer
    let hint = hintForElse(first, expected)
    let second = check(negative, hint)
    facts = outer
    let range = syntax.range(index)
    if case .required(let type) = expected {
      return emit(.conditional(condition, first.node, second.node), type, at: range)
    }
    guard let type = joined(first, second, at: range) else {
      return complainOfBranches(first, second, at: syntax.range(negative))
    }
    let branches = [first, second].map { widened($0, to: type, at: range) }
    return emit(.conditional(condition, branches[0], branches[1]), type, at: range)
  }

  private func hintForElse(_ first: Typed, _ expected: Expected) -> Expected {
    guard isCell, case .nothing = expected else { return expected }
    let type = resolved(first.type)
    return type == .null || type == .unknown ? .nothing : .hint(type)
  }

  /// The type of two branches; `nil` if they have none in common.
  private mutating func joined(_ first: Typed, _ second: Typed, at range: Range<Int32>)
    -> ValueType?
  {
    if !scope.isChecked { return .dyn }
    if isCell { return inference.join(first.type, second.type) }
    let variable = inference.fresh()
    let fits = inference.assign([first.type, second.type], to: [variable, variable])
    return fits ? variable : nil
  }

  /// In a cell, a plain value that stands where `T?` does is marked as such.
  mutating func widened(
    _ typed: Typed, to type: ValueType, at range: Range<Int32>
  ) -> TypedSyntax.Index {
    guard isCell else { return typed.node }
    let (source, target) = (resolved(typed.type), resolved(type))
    if source == target || source == .unknown || target == .unknown { return typed.node }
    if case .constant(.null) = nodes[Int(typed.node)].kind {
      nodes[Int(typed.node)].type = target
      return typed.node
    }
    return emit(.widen(typed.node), type, at: range).node
  }
}
