/// The functions and operators of CEL over values.|`call` chooses the overload by the values. The
/// other functions take unboxed operands, for callers that know the types. Both charge the same:
/// see `Budget`.
package enum Library {
  /// Calls `function`; error `overload` where no overload takes `arguments`.
  ///
  /// - Parameters:
  ///   - function: The function or operator; the receiver of a method is its first argument.
  ///   - arguments: The values of its operands, in order.
  ///   - budget: Where its work is charged.
  ///   - types: `Declarations.types`, for the names of enumerations.
  /// - Returns: The value, or the error.
  package static func call(
    _ function: Function, _ arguments: [Value], budget: inout Budget,
    types: [Declarations.DeclaredType]
  ) -> Answer {
    switch function {
    case .not, .negate, .add, .subtract, .multiply, .divide, .modulo, .equal, .notEqual, .less,
      .lessOrEqual, .greater, .greaterOrEqual, .contained, .index:
      callOperator(function, arguments, &budget)
    case .size, .toDyn, .typeOf: callCore(function, arguments, &budget)
    case .toBool, .toInt, .toUint, .toDouble, .toString, .toBytes, .toTimestamp, .toDuration:
      arguments.count == 1
        ? convert(function, arguments[0], budget: &budget, types: types) : fail(.overload)
    case .contains, .startsWith, .endsWith, .charAt, .indexOf, .lastIndexOf, .join, .lowerAscii,
      .upperAscii, .replace, .split, .substring, .trim, .quote:
      callText(function, arguments, &budget)
    case .format:
      arguments.count == 2
        ? format(arguments[0], arguments[1], budget: &budget, types: types) : fail(.overload)
    case .getFullYear, .getMonth, .getDate, .getDayOfMonth, .getDayOfYear, .getDayOfWeek,
      .getHours, .getMinutes, .getSeconds, .getMilliseconds:
      callTime(function, arguments, &budget)
    case .greatest, .least, .ceil, .floor, .round, .trunc, .abs, .sign, .isNaN, .isInf, .isFinite,
      .sqrt, .bitAnd, .bitOr, .bitXor, .bitNot, .bitShiftLeft, .bitShiftRight:
      callMath(function, arguments, &budget)
    case .reverse, .slice, .flatten, .distinct, .sort, .first, .last, .range, .setsContains,
      .setsEquivalent, .setsIntersects:
      callList(function, arguments, &budget)
    case .optionalOf, .optionalNone, .optionalOfNonZeroValue, .hasValue, .value, .or, .orValue:
      callOptional(function, arguments)
    case .base64Encode, .base64Decode: callEncoder(function, arguments, &budget)
    case .matches, .regexExtract, .regexExtractAll, .regexReplace:
      callPattern(function, arguments, &budget)
    }
  }

  private static func callOperator(
    _ function: Function, _ arguments: [Value], _ budget: inout Budget
  ) -> Answer {
    if arguments.count == 1 {
      if function == .negate { return negate(arguments[0]) }
      if function == .not, case .bool(let bool) = arguments[0] { return .success(.bool(!bool)) }
      return fail(.overload)
    }
    guard arguments.count == 2 else { return fail(.overload) }
    let (left, right) = (arguments[0], arguments[1])
    switch function {
    case .add: return add(left, right, budget: &budget)
    case .subtract: return subtract(left, right)
    case .multiply: return multiply(left, right)
    case .divide: return divide(left, right)
    case .modulo: return modulo(left, right)
    case .equal: return left.isEqual(to: right, budget: &budget).map { .bool($0) }
    case .notEqual: return left.isEqual(to: right, budget: &budget).map { .bool(!$0) }
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return compare(function, left, right, budget: &budget)
    case .contained: return contained(left, in: right, budget: &budget)
    case .index: return index(left, right, budget: &budget)
    default: return fail(.overload)
    }
  }

  private static func callCore(
    _ function: Function, _ arguments: [Value], _ budget: inout Budget
  ) -> Answer {
    guard arguments.count == 1 else { return fail(.overload) }
    switch function {
    case .size: return size(arguments[0], budget: &budget)
    case .toDyn: return .success(arguments[0])
    case .typeOf: return .success(.type(arguments[0].typeValue))
    default: return fail(.overload)
    }
  }
}

extension Value {
  /// The result of `type()`.
  package var typeValue: TypeValue {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .uint: .uint
    case .double: .double
    case .string: .string
    case .bytes: .bytes
    case .timestamp: .timestamp
    case .duration: .duration
    case .list: .list
    case .map: .map
    case .record(_, let type), .enumeration(let type, _): .declared(type)
    case .union(let unionCase, _): .declared(unionCase.type)
    case .unit: .unit
    case .optional: .optional
    case .type: .type
    }
  }
}
