extension Checker {
  private static func function(_ operation: Syntax.Binary) -> Function {
    switch operation {
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .notEqual: .notEqual
    case .contained: .contained
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    case .divide: .divide
    case .modulo: .modulo
    case .equal, .and, .or: .equal
    }
  }

  mutating func checkLiteral(_ index: Syntax.Index) -> Typed {
    guard case .literal(let literal) = syntax[index] else {
      return poison(at: syntax.range(index))
    }
    let range = syntax.range(index)
    switch literal {
    case .null: return emit(.constant(.null), .null, at: range)
    case .bool(let value): return emit(.constant(.bool(value)), .bool, at: range)
    case .int(let value): return emit(.constant(.int(value)), .int, at: range)
    case .uint(let value): return emit(.constant(.uint(value)), .uint, at: range)
    case .double(let value): return emit(.constant(.double(value)), .double, at: range)
    case .string(let value): return emit(.constant(.string(value)), .string, at: range)
    case .bytes(let value): return emit(.constant(.bytes(value)), .bytes, at: range)
    }
  }

  /// `a && b`, `a || b`: the right side knows what the left one proves.
  mutating func checkLogic(_ left: Typed, at index: Syntax.Index) -> Typed {
    guard case .binary(let operation, _, let right) = syntax[index] else { return left }
    let outer = facts
    facts = (operation == .and ? whenTrue(left) : whenFalse(left)) ?? outer
    let checked = check(right, scope.isChecked ? .hint(.bool) : .nothing)
    return logic(operation == .and, left, checked, outer, at: index)
  }

  private mutating func logic(
    _ isAnd: Bool, _ left: Typed, _ right: Typed, _ outer: Facts, at index: Syntax.Index
  ) -> Typed {
    guard case .binary(_, let leftIndex, let rightIndex) = syntax[index] else { return left }
    let inner = facts
    facts = outer
    let part = Part.operand(isAnd ? .and : .or)
    let count = issues.count
    let types = [resolved(left.type), resolved(right.type)]
    let isTainted = isTainted(left.type) || isTainted(right.type)
    if !isTainted, types.allSatisfy({ $0 != .bool && $0 != .dyn }) {
      let matches = truthMatches(isAnd, types, [leftIndex, rightIndex], in: syntax.range(index))
      let problem = mismatch(part, found: text(types[0]), wanted: .bool)
      if let typed = report(matches, at: syntax.range(index), otherwise: problem) { return typed }
    }
    let first = isTainted ? left.node : condition(left, at: syntax.range(leftIndex), as: part)
    // If neither is bool, the operator is wrong: one issue is enough.
    let isWrong = isTainted || issues.count > count
    let second =
      isWrong ? right.node : condition(right, at: syntax.range(rightIndex), as: part)
    let kind = isAnd ? TypedSyntax.Kind.and(first, second) : .or(first, second)
    let type = issues.count > count || isTainted ? ValueType.unknown : .bool
    let typed = emit(kind, type, at: syntax.range(index))
    let one = (whenTrue(left) ?? outer, whenFalse(left) ?? outer)
    let both = (whenTrue(right) ?? inner, whenFalse(right) ?? inner)
    note(
      typed, whenTrue: isAnd ? both.0 : one.0.either(both.0),
      whenFalse: isAnd ? one.1.either(both.1) : both.1)
    return typed
  }

  /// Makes sure that it is bool.
  mutating func condition(
    _ typed: Typed, at range: Range<Int32>, as part: Part
  ) -> TypedSyntax.Index {
    if !scope.isChecked { return typed.node }
    return coerce(typed, to: .bool, at: range, as: part).node
  }

  mutating func checkUnary(_ index: Syntax.Index) -> Typed {
    guard case .unary(_, _, let operand) = syntax[index] else {
      return poison(at: syntax.range(index))
    }
    return applyUnary(check(operand), at: index)
  }

  private mutating func applyUnary(_ operand: Typed, at index: Syntax.Index) -> Typed {
    guard case .unary(let operation, let count, let operandIndex) = syntax[index] else {
      return operand
    }
    let function = operation == .not ? Function.not : .negate
    var typed = operand
    // Twice is as often as any even number: what fails fails at the first.
    for _ in 0..<(count % 2 == 0 ? 2 : 1) {
      if scope.isChecked, let result = Overloads.result(of: function, typed.type) {
        typed = emit(.call(function, [typed.node]), result, at: syntax.range(index))
      } else {
        typed = call(
          function, [typed], named: operation.rawValue, at: syntax.range(index),
          operands: [operandIndex])
      }
    }
    if operation == .not {
      let known = (whenTrue(operand), whenFalse(operand))
      note(
        typed, whenTrue: count % 2 == 1 ? known.1 : known.0,
        whenFalse: count % 2 == 1 ? known.0 : known.1)
    }
    return typed
  }

  mutating func checkBinary(_ left: Typed, at index: Syntax.Index) -> Typed {
    guard case .binary(let operation, _, let right) = syntax[index] else { return left }
    let checked = check(right, hint(for: operation, left.type))
    return applyBinary(operation, left, checked, at: index)
  }

  private mutating func applyBinary(
    _ operation: Syntax.Binary, _ left: Typed, _ right: Typed, at index: Syntax.Index
  ) -> Typed {
    guard case .binary(_, let leftIndex, let rightIndex) = syntax[index] else { return left }
    if isCell, operation == .equal || operation == .notEqual,
      let test = checkNullTest(left, right, isEqual: operation == .equal, at: index)
    {
      return test
    }
    let function = Checker.function(operation)
    if scope.isChecked, let result = Overloads.result(of: function, left.type, right.type) {
      return emit(.call(function, [left.node, right.node]), result, at: syntax.range(index))
    }
    return call(
      function, [left, right], named: operation.rawValue, at: syntax.range(index),
      operands: [leftIndex, rightIndex])
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
    let type = resolved(declared(operand))
    switch type {
    case .nullable: break
    case .unknown: return emit(.constant(.bool(true)), .bool, at: range)
    case .dyn, .parameter: return nil
    default: return reportNeverNull(operand, type, at: index)
    }
    let typed = emit(.isNotNull(operand.node), .bool, at: range)
    if let path = path(operand) {
      note(
        typed, whenTrue: facts.assuming(path, isNull: false),
        whenFalse: facts.assuming(path, isNull: true))
    }
    if !isEqual { return typed }
    let negated = emit(.call(.not, [typed.node]), .bool, at: range)
    note(negated, whenTrue: whenFalse(typed), whenFalse: whenTrue(typed))
    return negated
  }

  /// `c ? a : b`.
  mutating func checkConditional(_ index: Syntax.Index, _ expected: Expected) -> Typed {
    guard case .conditional(let condition, let positive, let negative) = syntax[index] else {
      return poison(at: syntax.range(index))
    }
    let outer = facts
    let test = check(condition)
    let decision = self.condition(test, at: syntax.range(condition), as: .condition)
    facts = whenTrue(test) ?? outer
    let first = check(positive, expected)
    facts = whenFalse(test) ?? outer
    let second = check(negative, hintForElse(first, expected))
    facts = outer
    return conditional(decision, first, second, at: index, expected)
  }

  private mutating func conditional(
    _ condition: TypedSyntax.Index, _ first: Typed, _ second: Typed, at index: Syntax.Index,
    _ expected: Expected
  ) -> Typed {
    let range = syntax.range(index)
    if case .required(let type, _) = expected {
      return emit(.conditional(condition, first.node, second.node), type, at: range)
    }
    guard let type = joined(first, second, at: range) else {
      guard case .conditional(_, _, let negative) = syntax[index] else { return second }
      return reportBranches(first, second, at: syntax.range(negative))
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

  /// Marks a value of `T` as `T?` in a cell, where the other branch or element is one.
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
