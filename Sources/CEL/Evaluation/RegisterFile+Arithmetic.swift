extension RegisterFile {
  /// Writes the result of integer arithmetic, or returns the error `overflow`.
  @inline(__always)
  func store(
    _ result: (partialValue: Int64, overflow: Bool), _ a: Int
  ) -> EvaluationError.ID? {
    if result.overflow { return .overflow }
    ints[a] = result.partialValue
    return nil
  }

  @inline(__always)
  func divide(_ left: Int64, _ right: Int64, _ a: Int) -> EvaluationError.ID? {
    right == 0 ? .divideByZero : store(left.dividedReportingOverflow(by: right), a)
  }

  @inline(__always)
  func modulo(_ left: Int64, _ right: Int64, _ a: Int) -> EvaluationError.ID? {
    right == 0 ? .divideByZero : store(left.remainderReportingOverflow(dividingBy: right), a)
  }

  @inline(never)
  func integer(_ i: Instruction) -> EvaluationError.ID? {
    let (left, right) = (ints[Int(i.b)], ints[Int(i.c)])
    let result: Int64
    switch IntegerOperation(rawValue: i.sub) {
    case .greatest: result = max(left, right)
    case .least: result = min(left, right)
    case .absolute:
      if left == .min { return .overflow }
      result = abs(left)
    case .sign: result = left.signum()
    case .and: result = left & right
    case .or: result = left | right
    case .exclusiveOr: result = left ^ right
    case .complement: result = ~left
    case .toSigned, .toUnsigned:
      if left < 0 { return .overflow }
      result = left
    case .fromReal:
      switch Library.int(doubles[Int(i.b)]) {
      case .success(let number): result = number
      case .failure(let error): return error.id
      }
    case .fromRealUnsigned:
      switch Library.uint(doubles[Int(i.b)]) {
      case .success(let number): result = Int64(bitPattern: number)
      case .failure(let error): return error.id
      }
    case .addUnsigned, .subtractUnsigned, .multiplyUnsigned, .divideUnsigned, .moduloUnsigned,
      .lessUnsigned, .lessOrEqualUnsigned, .greatestUnsigned, .leastUnsigned, nil:
      return unsigned(i)
    }
    ints[Int(i.a)] = result
    return nil
  }

  private func unsigned(_ i: Instruction) -> EvaluationError.ID? {
    let left = UInt64(bitPattern: ints[Int(i.b)])
    let right = UInt64(bitPattern: ints[Int(i.c)])
    var result: (partialValue: UInt64, overflow: Bool) = (0, false)
    switch IntegerOperation(rawValue: i.sub) {
    case .addUnsigned: result = left.addingReportingOverflow(right)
    case .subtractUnsigned: result = left.subtractingReportingOverflow(right)
    case .multiplyUnsigned: result = left.multipliedReportingOverflow(by: right)
    case .divideUnsigned:
      if right == 0 { return .divideByZero }
      result = left.dividedReportingOverflow(by: right)
    case .moduloUnsigned:
      if right == 0 { return .divideByZero }
      result = left.remainderReportingOverflow(dividingBy: right)
    case .lessUnsigned: result.partialValue = left < right ? 1 : 0
    case .lessOrEqualUnsigned: result.partialValue = left <= right ? 1 : 0
    case .greatestUnsigned: result.partialValue = max(left, right)
    case .leastUnsigned: result.partialValue = min(left, right)
    case .greatest, .least, .absolute, .sign, .and, .or, .exclusiveOr, .complement, .toSigned,
      .toUnsigned, .fromReal, .fromRealUnsigned, nil:
      return .overload
    }
    if result.overflow { return .overflow }
    ints[Int(i.a)] = Int64(bitPattern: result.partialValue)
    return nil
  }

  @inline(__always)
  func real(_ i: Instruction) {
    let (a, b, c) = (Int(i.a), Int(i.b), Int(i.c))
    switch RealOperation(rawValue: i.sub) {
    case .add: doubles[a] = doubles[b] + doubles[c]
    case .subtract: doubles[a] = doubles[b] - doubles[c]
    case .multiply: doubles[a] = doubles[b] * doubles[c]
    case .divide: doubles[a] = doubles[b] / doubles[c]
    case .negate: doubles[a] = -doubles[b]
    case .equal: ints[a] = doubles[b] == doubles[c] ? 1 : 0
    case .notEqual: ints[a] = doubles[b] != doubles[c] ? 1 : 0
    case .less: ints[a] = doubles[b] < doubles[c] ? 1 : 0
    case .lessOrEqual: ints[a] = doubles[b] <= doubles[c] ? 1 : 0
    case .fromInt: doubles[a] = Double(ints[b])
    case .fromUnsigned: doubles[a] = Double(UInt64(bitPattern: ints[b]))
    case .ceil: doubles[a] = doubles[b].rounded(.up)
    case .floor: doubles[a] = doubles[b].rounded(.down)
    case .trunc: doubles[a] = doubles[b].rounded(.towardZero)
    case .absolute: doubles[a] = doubles[b].magnitude
    case .isNaN: ints[a] = doubles[b].isNaN ? 1 : 0
    case .isInfinite: ints[a] = doubles[b].isInfinite ? 1 : 0
    case .isFinite: ints[a] = doubles[b].isFinite ? 1 : 0
    case .squareRoot: doubles[a] = doubles[b].squareRoot()
    case nil: break
    }
  }
}
