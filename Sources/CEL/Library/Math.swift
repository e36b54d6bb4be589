extension Library {
  /// The functions of `math`.
  static func callMath(_ function: Function, _ arguments: [Value], _ budget: inout Budget)
    -> Answer
  {
    switch function {
    case .greatest, .least:
      if arguments.count == 1, case .list(let elements) = arguments[0] {
        guard budget.charge(elements.count) else { return fail(.budget) }
        return extreme(elements, isGreatest: function == .greatest)
      }
      return arguments.isEmpty
        ? fail(.overload) : extreme(arguments, isGreatest: function == .greatest)
    case .abs, .sign, .sqrt, .bitNot:
      return arguments.count == 1 ? measure(function, arguments[0]) : fail(.overload)
    case .bitAnd, .bitOr, .bitXor, .bitShiftLeft, .bitShiftRight:
      return arguments.count == 2
        ? combineBits(function, arguments[0], arguments[1]) : fail(.overload)
    default:
      guard arguments.count == 1, case .double(let number) = arguments[0] else {
        return fail(.overload)
      }
      return round(function, number)
    }
  }

  /// The first of the greatest (least) numbers; NaN if one is NaN. The error is `argument` if there
  /// are none.
  private static func extreme(_ numbers: [Value], isGreatest: Bool) -> Answer {
    guard var best = numbers.first else { return fail(.argument) }
    guard numbers.allSatisfy(\.isNumber) else { return fail(.overload) }
    for number in numbers {
      switch number.compare(to: best) {
      case .before?: if !isGreatest { best = number }
      case .after?: if isGreatest { best = number }
      case .unordered?: return .success(.double(.nan))
      case .same?, nil: break
      }
    }
    return .success(best)
  }

  private static func round(_ function: Function, _ number: Double) -> Answer {
    switch function {
    case .ceil: .success(.double(number.rounded(.up)))
    case .floor: .success(.double(number.rounded(.down)))
    case .round: .success(.double(number.rounded(.toNearestOrAwayFromZero)))
    case .trunc: .success(.double(number.rounded(.towardZero)))
    case .isNaN: .success(.bool(number.isNaN))
    case .isInf: .success(.bool(number.isInfinite))
    case .isFinite: .success(.bool(number.isFinite))
    default: fail(.overload)
    }
  }

  private static func measure(_ function: Function, _ value: Value) -> Answer {
    switch (function, value) {
    case (.abs, .int(let number)): number < 0 ? negate(value) : .success(value)
    case (.abs, .uint), (.bitNot, .double): function == .abs ? .success(value) : fail(.overload)
    case (.abs, .double(let number)): .success(.double(number.magnitude))
    case (.sign, .int(let number)): .success(.int(number.signum()))
    case (.sign, .uint(let number)): .success(.uint(number == 0 ? 0 : 1))
    case (.sign, .double(let number)):
      .success(.double(number.isNaN ? number : number > 0 ? 1 : number < 0 ? -1 : 0))
    case (.sqrt, .int(let number)): .success(.double(Double(number).squareRoot()))
    case (.sqrt, .uint(let number)): .success(.double(Double(number).squareRoot()))
    case (.sqrt, .double(let number)): .success(.double(number.squareRoot()))
    case (.bitNot, .int(let number)): .success(.int(~number))
    case (.bitNot, .uint(let number)): .success(.uint(~number))
    default: fail(.overload)
    }
  }

  private static func combineBits(_ function: Function, _ left: Value, _ right: Value) -> Answer {
    switch (left, right) {
    case (.int(let first), .int(let second)):
      if function == .bitShiftLeft || function == .bitShiftRight {
        return shift(function, UInt64(bitPattern: first), by: second)
          .map { .int(Int64(bitPattern: $0)) }
      }
      let bits = combine(function, UInt64(bitPattern: first), UInt64(bitPattern: second))
      return .success(.int(Int64(bitPattern: bits)))
    case (.uint(let first), .uint(let second)):
      guard function != .bitShiftLeft, function != .bitShiftRight else { return fail(.overload) }
      return .success(.uint(combine(function, first, second)))
    case (.uint(let first), .int(let second)):
      guard function == .bitShiftLeft || function == .bitShiftRight else { return fail(.overload) }
      return shift(function, first, by: second).map(Value.uint)
    default: return fail(.overload)
    }
  }

  private static func combine(_ function: Function, _ left: UInt64, _ right: UInt64) -> UInt64 {
    function == .bitAnd ? left & right : function == .bitOr ? left | right : left ^ right
  }

  /// A shift by 64 bits or more gives 0, and a right shift fills with 0. The error is `argument`
  /// for a negative count.
  private static func shift(_ function: Function, _ bits: UInt64, by count: Int64)
    -> Result<UInt64, EvaluationError>
  {
    guard count >= 0 else { return fail(.argument) }
    return .success(function == .bitShiftLeft ? bits << count : bits >> count)
  }
}
