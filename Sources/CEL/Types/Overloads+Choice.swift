extension Overloads {
  /// Whether any signature takes so many operands in this style.
  static func takes(_ function: Function, count: Int, isMember: Bool) -> Bool {
    if function == .greatest || function == .least { return !isMember && count > 0 }
    return Overloads[function].contains {
      $0.isMember == isMember && $0.parameters.count == count
    }
  }

  /// The type of `math.greatest` and `math.least`: numbers, or one list of them.
  static func extreme(of types: [ValueType]) -> ValueType? {
    var types = types
    if types.count == 1, case .list(let element) = types[0] { types = [element] }
    guard let first = types.first, types.allSatisfy(isNumber) else { return nil }
    return types.allSatisfy { $0 == first } && first != .unknown && !Inference.isVariable(first)
      ? first : .dyn
  }

  private static func isNumber(_ type: ValueType) -> Bool {
    switch type {
    case .int, .uint, .double, .dyn, .unknown: true
    default: Inference.isVariable(type)
    }
  }
}

extension Overloads {
  /// The result of an operator on two operands of one type, scalars or to be compared: most calls
  /// are that, and need no table.
  static func result(
    of function: Function, _ left: ValueType, _ right: ValueType
  ) -> ValueType? {
    guard left == right else { return nil }
    guard left.isScalar else {
      let isComparison = function == .equal || function == .notEqual
      return isComparison && !left.mayHoldParameter ? .bool : nil
    }
    switch function {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: return .bool
    case .add, .subtract, .multiply, .divide:
      switch left {
      case .int, .uint, .double: return left
      case .string, .bytes: return function == .add ? left : nil
      default: return nil
      }
    case .modulo: return left == .int || left == .uint ? left : nil
    default: return nil
    }
  }

  /// The result of an operator on a scalar.
  static func result(of function: Function, _ operand: ValueType) -> ValueType? {
    switch (function, operand) {
    case (.not, .bool), (.negate, .int), (.negate, .double): operand
    default: nil
    }
  }

  /// The one signature that scalars fit, found without inference: where all signatures of the
  /// function are for scalars, and for `==`. `nil` if only inference can find it.
  static func only(
    _ function: Function, _ types: [ValueType], isMember: Bool
  ) -> (parameters: [ValueType], result: ValueType)? {
    guard !types.isEmpty, types.allSatisfy({ $0.isScalar }) else { return nil }
    if function == .equal || function == .notEqual {
      return types.count == 2 && types[0] == types[1] && !isMember ? (types, .bool) : nil
    }
    for signature in Overloads[function]
    where signature.isMember == isMember && signature.parameters.count == types.count {
      guard signature.isScalar else { continue }
      if signature.parameters == types { return (types, signature.result) }
    }
    return nil
  }
}

extension Inference {
  /// The signature that operands of these types fit, and its result: `dyn` if several fit that give
  /// different results.
  mutating func resolve(
    _ function: Function, _ types: [ValueType], isMember: Bool
  ) -> (parameters: [ValueType], result: ValueType)? {
    if let only = Overloads.only(function, types, isMember: isMember) { return only }
    var found: (parameters: [ValueType], result: ValueType)?
    for signature in Overloads[function]
    where signature.isMember == isMember && signature.parameters.count == types.count {
      let (parameters, open) = instantiated(signature)
      guard assign(types, to: parameters) else { continue }
      let result = resolved(open)
      guard let before = found else {
        found = (parameters, result)
        continue
      }
      if resolved(before.result) != result, before.result != .dyn {
        found = (types, types.contains(.unknown) ? .unknown : .dyn)
      }
    }
    return found
  }
}
