// Integers have 64 bits. An overflow is an error, where the operators of Swift trap.

@inline(__always)
@inlinable internal func fit<Number>(
  _ result: (partialValue: Number, overflow: Bool)
) throws(EvaluationError) -> Number {
  if result.overflow { try celFail("overflow") }
  return result.partialValue
}

/// Adds. Error `overflow`.
@inline(__always)
@inlinable public func celPlus(_ left: Int64, _ right: Int64) throws(EvaluationError) -> Int64 {
  try fit(left.addingReportingOverflow(right))
}

/// Adds. Error `overflow`.
@inline(__always)
@inlinable public func celPlus(_ left: UInt64, _ right: UInt64) throws(EvaluationError) -> UInt64 {
  try fit(left.addingReportingOverflow(right))
}

/// Subtracts. Error `overflow`.
@inline(__always)
@inlinable public func celMinus(_ left: Int64, _ right: Int64) throws(EvaluationError) -> Int64 {
  try fit(left.subtractingReportingOverflow(right))
}

/// Subtracts. Error `overflow`.
@inline(__always)
@inlinable public func celMinus(_ left: UInt64, _ right: UInt64) throws(EvaluationError) -> UInt64 {
  try fit(left.subtractingReportingOverflow(right))
}

/// Multiplies. Error `overflow`.
@inline(__always)
@inlinable public func celTimes(_ left: Int64, _ right: Int64) throws(EvaluationError) -> Int64 {
  try fit(left.multipliedReportingOverflow(by: right))
}

/// Multiplies. Error `overflow`.
@inline(__always)
@inlinable public func celTimes(_ left: UInt64, _ right: UInt64) throws(EvaluationError) -> UInt64 {
  try fit(left.multipliedReportingOverflow(by: right))
}

/// Divides and rounds toward zero. Errors `divideByZero` and `overflow`.
@inline(__always)
@inlinable public func celDivided(_ left: Int64, _ right: Int64) throws(EvaluationError) -> Int64 {
  if right == 0 { try celFail("divideByZero") }
  return try fit(left.dividedReportingOverflow(by: right))
}

/// Divides and rounds toward zero. Errors `divideByZero` and `overflow`.
@inline(__always)
@inlinable public func celDivided(_ left: UInt64, _ right: UInt64) throws(EvaluationError) -> UInt64
{
  if right == 0 { try celFail("divideByZero") }
  return left / right
}

/// The remainder of a division. Errors `divideByZero` and `overflow`.
@inline(__always)
@inlinable public func celRemainder(_ left: Int64, _ right: Int64) throws(EvaluationError) -> Int64
{
  if right == 0 { try celFail("divideByZero") }
  return try fit(left.remainderReportingOverflow(dividingBy: right))
}

/// The remainder of a division. Errors `divideByZero` and `overflow`.
@inline(__always)
@inlinable public func celRemainder(_ left: UInt64, _ right: UInt64) throws(EvaluationError)
  -> UInt64
{
  if right == 0 { try celFail("divideByZero") }
  return left % right
}

/// The number with the other sign. Error `overflow`.
@inlinable public func celNegate(_ number: Int64) throws(EvaluationError) -> Int64 {
  try celMinus(0, number)
}

/// The absolute value. Error `overflow`.
@inlinable public func celAbs(_ number: Int64) throws(EvaluationError) -> Int64 {
  number < 0 ? try celNegate(number) : number
}

/// The absolute value.
@inlinable public func celAbs(_ number: UInt64) -> UInt64 { number }

/// The absolute value.
@inlinable public func celAbs(_ number: Double) -> Double { number.magnitude }

/// The greater number.
@inlinable public func celGreatest(_ left: Int64, _ right: Int64) -> Int64 { max(left, right) }

/// The greater number.
@inlinable public func celGreatest(_ left: UInt64, _ right: UInt64) -> UInt64 { max(left, right) }

/// The greater number; NaN if one is NaN.
@inlinable public func celGreatest(_ left: Double, _ right: Double) -> Double {
  left.isNaN || right.isNaN ? .nan : right > left ? right : left
}

/// The lesser number.
@inlinable public func celLeast(_ left: Int64, _ right: Int64) -> Int64 { min(left, right) }

/// The lesser number.
@inlinable public func celLeast(_ left: UInt64, _ right: UInt64) -> UInt64 { min(left, right) }

/// The lesser number; NaN if one is NaN.
@inlinable public func celLeast(_ left: Double, _ right: Double) -> Double {
  left.isNaN || right.isNaN ? .nan : right < left ? right : left
}

// Time.

extension Duration {
  /// Whole nanoseconds, rounded towards zero; the nearest bound where 64 bits do not suffice.
  @usableFromInline internal var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let whole = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let sum = whole.partialValue.addingReportingOverflow(attoseconds / 1_000_000_000)
    if whole.overflow || sum.overflow { return seconds < 0 ? .min : .max }
    return sum.partialValue
  }
}

@inlinable internal func span(
  _ result: (partialValue: Int64, overflow: Bool)
) throws(EvaluationError) -> Duration {
  if result.overflow { throw EvaluationError("range") }
  return Duration.nanoseconds(result.partialValue)
}

/// Adds. Error `range`.
@inlinable public func celPlus(_ left: Duration, _ right: Duration) throws(EvaluationError)
  -> Duration
{
  try span(left.nanoseconds.addingReportingOverflow(right.nanoseconds))
}

/// Subtracts. Error `range`.
@inlinable public func celMinus(_ left: Duration, _ right: Duration) throws(EvaluationError)
  -> Duration
{
  try span(left.nanoseconds.subtractingReportingOverflow(right.nanoseconds))
}

/// The whole hours of a duration.
@inlinable public func celHours(_ span: Duration) -> Int64 { span.nanoseconds / 3_600_000_000_000 }

/// The whole minutes of a duration.
@inlinable public func celMinutes(_ span: Duration) -> Int64 { span.nanoseconds / 60_000_000_000 }

/// The whole seconds of a duration.
@inlinable public func celSeconds(_ span: Duration) -> Int64 { span.nanoseconds / 1_000_000_000 }

/// The milliseconds of a duration after its last whole second.
@inlinable public func celMilliseconds(_ span: Duration) -> Int64 {
  span.nanoseconds % 1_000_000_000 / 1_000_000
}

// Conversions.

/// The number as an int. Error `overflow`.
@inlinable public func celInt(_ number: UInt64) throws(EvaluationError) -> Int64 {
  guard let number = Int64(exactly: number) else { throw EvaluationError("overflow") }
  return number
}

/// The number as an int. Error `overflow`.
@inlinable public func celInt(_ number: Double) throws(EvaluationError) -> Int64 {
  guard number > -0x1p63, number < 0x1p63 else { throw EvaluationError("overflow") }
  return Int64(number)
}

/// Reads decimal digits with an optional sign. Error `conversion`.
public func celInt(_ text: String) throws(EvaluationError) -> Int64 {
  guard let number = NumberText.int(text) else { throw EvaluationError("conversion") }
  return number
}

/// The number as a uint. Error `overflow`.
@inlinable public func celUint(_ number: Int64) throws(EvaluationError) -> UInt64 {
  guard let number = UInt64(exactly: number) else { throw EvaluationError("overflow") }
  return number
}

/// The number as a uint. Error `overflow`.
@inlinable public func celUint(_ number: Double) throws(EvaluationError) -> UInt64 {
  guard number >= 0, number < 0x1p64 else { throw EvaluationError("overflow") }
  return UInt64(number)
}

/// The nearest double.
@inlinable public func celDouble(_ number: Int64) -> Double { Double(number) }

/// The nearest double.
@inlinable public func celDouble(_ number: UInt64) -> Double { Double(number) }

/// `true` or `false`.
@inlinable public func celText(_ flag: Bool) -> String { flag ? "true" : "false" }

/// The decimal digits, with `-` before a negative number.
@inlinable public func celText(_ number: Int64) -> String { String(number) }

/// The decimal digits, with `-` before a negative number.
@inlinable public func celText(_ number: UInt64) -> String { String(number) }

/// The duration in decimal seconds without trailing zeros: `1.5s`.
public func celText(_ span: Duration) -> String { TimeText.text(nanoseconds: span.nanoseconds) }

/// The number as ECMAScript writes it: `1`, `0.5`, `1e+21`, `NaN`.
public func celText(_ number: Double) -> String { NumberText.text(number) }
