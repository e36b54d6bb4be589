// Mathematics.

/// Rounds up.
public func celCeil(_ number: Double) -> Double { number.rounded(.up) }

/// Rounds down.
public func celFloor(_ number: Double) -> Double { number.rounded(.down) }

/// Rounds to the nearest integer, and ties away from zero.
public func celRound(_ number: Double) -> Double { number.rounded(.toNearestOrAwayFromZero) }

/// Rounds toward zero.
public func celTrunc(_ number: Double) -> Double { number.rounded(.towardZero) }

/// Whether a number is NaN.
public func celIsNaN(_ number: Double) -> Bool { number.isNaN }

/// Whether a number is infinite.
public func celIsInf(_ number: Double) -> Bool { number.isInfinite }

/// Whether a number is neither infinite nor NaN.
public func celIsFinite(_ number: Double) -> Bool { number.isFinite }

/// -1, 0 or 1.
public func celSign(_ number: CELInt) -> CELInt { number.signum() }

/// -1, 0 or 1.
public func celSign(_ number: CELUInt) -> CELUInt { number.signum() }

/// -1, 0 or 1; NaN for NaN.
public func celSign(_ number: Double) -> Double {
  number.isNaN ? number : number > 0 ? 1 : number < 0 ? -1 : 0
}

/// The square root.
public func celSqrt(_ number: CELInt) -> Double { Double(number).squareRoot() }

/// The square root.
public func celSqrt(_ number: CELUInt) -> Double { Double(number).squareRoot() }

/// The square root.
public func celSqrt(_ number: Double) -> Double { number.squareRoot() }

/// The bits that both numbers have.
public func celBitAnd<Number: FixedWidthInteger>(_ left: Number, _ right: Number) -> Number {
  left & right
}

/// The bits that either number has.
public func celBitOr<Number: FixedWidthInteger>(_ left: Number, _ right: Number) -> Number {
  left | right
}

/// The bits that exactly one of the numbers has.
public func celBitXor<Number: FixedWidthInteger>(_ left: Number, _ right: Number) -> Number {
  left ^ right
}

/// The number with all bits inverted.
public func celBitNot<Number: FixedWidthInteger>(_ number: Number) -> Number { ~number }

/// Moves bits to the left and fills with 0. Error `argument` for a negative count.
public func celBitShiftLeft<Number: FixedWidthInteger>(
  _ number: Number, _ bits: CELInt
) throws(EvaluationError) -> Number {
  if bits < 0 { throw EvaluationError("argument") }
  return number << bits
}

/// Moves bits to the right and fills with 0. Error `argument` for a negative count.
public func celBitShiftRight(_ number: CELUInt, _ bits: CELInt) throws(EvaluationError) -> CELUInt {
  if bits < 0 { throw EvaluationError("argument") }
  return number >> bits
}

/// Moves bits to the right and fills with 0, also for negative numbers. Error `argument`.
public func celBitShiftRight(_ number: CELInt, _ bits: CELInt) throws(EvaluationError) -> CELInt {
  CELInt(bitPattern: try celBitShiftRight(CELUInt(bitPattern: number), bits))
}

// Sets.

/// Whether the first list contains all elements of the second.
public func celSetsContains<Element: CELValue>(_ list: [Element], _ others: [Element]) -> Bool {
  others.allSatisfy { celHas(list, $0) }
}

/// Whether the lists have an element in common.
public func celSetsIntersects<Element: CELValue>(_ list: [Element], _ others: [Element]) -> Bool {
  others.contains { celHas(list, $0) }
}

/// Whether each list contains all elements of the other.
public func celSetsEquivalent<Element: CELValue>(_ list: [Element], _ others: [Element]) -> Bool {
  celSetsContains(list, others) && celSetsContains(others, list)
}

/// Evaluates operands, then throws an error.
public func celFail(_ id: String, _ operands: Dyn...) throws(EvaluationError) -> Dyn {
  throw EvaluationError(id)
}
