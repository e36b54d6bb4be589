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
@inlinable public func celPlus(_ left: CELInt, _ right: CELInt) throws(EvaluationError) -> CELInt {
  try fit(left.addingReportingOverflow(right))
}

/// Adds. Error `overflow`.
@inline(__always)
@inlinable public func celPlus(_ left: CELUInt, _ right: CELUInt) throws(EvaluationError) -> CELUInt
{
  try fit(left.addingReportingOverflow(right))
}

/// Subtracts. Error `overflow`.
@inline(__always)
@inlinable public func celMinus(_ left: CELInt, _ right: CELInt) throws(EvaluationError) -> CELInt {
  try fit(left.subtractingReportingOverflow(right))
}

/// Subtracts. Error `overflow`.
@inline(__always)
@inlinable public func celMinus(_ left: CELUInt, _ right: CELUInt) throws(EvaluationError)
  -> CELUInt
{
  try fit(left.subtractingReportingOverflow(right))
}

/// Multiplies. Error `overflow`.
@inline(__always)
@inlinable public func celTimes(_ left: CELInt, _ right: CELInt) throws(EvaluationError) -> CELInt {
  try fit(left.multipliedReportingOverflow(by: right))
}

/// Multiplies. Error `overflow`.
@inline(__always)
@inlinable public func celTimes(_ left: CELUInt, _ right: CELUInt) throws(EvaluationError)
  -> CELUInt
{
  try fit(left.multipliedReportingOverflow(by: right))
}

/// Divides and rounds toward zero. Errors `divideByZero` and `overflow`.
@inline(__always)
@inlinable public func celDivided(_ left: CELInt, _ right: CELInt) throws(EvaluationError) -> CELInt
{
  if right == 0 { try celFail("divideByZero") }
  return try fit(left.dividedReportingOverflow(by: right))
}

/// Divides and rounds toward zero. Errors `divideByZero` and `overflow`.
@inline(__always)
@inlinable public func celDivided(_ left: CELUInt, _ right: CELUInt) throws(EvaluationError)
  -> CELUInt
{
  if right == 0 { try celFail("divideByZero") }
  return left / right
}

/// The remainder of a division. Errors `divideByZero` and `overflow`.
@inline(__always)
@inlinable public func celRemainder(_ left: CELInt, _ right: CELInt) throws(EvaluationError)
  -> CELInt
{
  if right == 0 { try celFail("divideByZero") }
  return try fit(left.remainderReportingOverflow(dividingBy: right))
}

/// The remainder of a division. Errors `divideByZero` and `overflow`.
@inline(__always)
@inlinable public func celRemainder(_ left: CELUInt, _ right: CELUInt) throws(EvaluationError)
  -> CELUInt
{
  if right == 0 { try celFail("divideByZero") }
  return left % right
}

/// The number with the other sign. Error `overflow`.
@inlinable public func celNegate(_ number: CELInt) throws(EvaluationError) -> CELInt {
  try celMinus(0, number)
}

/// The absolute value. Error `overflow`.
@inlinable public func celAbs(_ number: CELInt) throws(EvaluationError) -> CELInt {
  number < 0 ? try celNegate(number) : number
}

/// The absolute value.
@inlinable public func celAbs(_ number: CELUInt) -> CELUInt { number }

/// The absolute value.
@inlinable public func celAbs(_ number: Double) -> Double { number.magnitude }

/// The greater number.
@inlinable public func celGreatest(_ left: CELInt, _ right: CELInt) -> CELInt { max(left, right) }

/// The greater number.
@inlinable public func celGreatest(_ left: CELUInt, _ right: CELUInt) -> CELUInt {
  max(left, right)
}

/// The greater number; NaN if one is NaN.
@inlinable public func celGreatest(_ left: Double, _ right: Double) -> Double {
  left.isNaN || right.isNaN ? .nan : right > left ? right : left
}

/// The lesser number.
@inlinable public func celLeast(_ left: CELInt, _ right: CELInt) -> CELInt { min(left, right) }

/// The lesser number.
@inlinable public func celLeast(_ left: CELUInt, _ right: CELUInt) -> CELUInt { min(left, right) }

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
@inlinable public func celHours(_ span: Duration) -> CELInt {
  CELInt(span.nanoseconds / 3_600_000_000_000)
}

/// The whole minutes of a duration.
@inlinable public func celMinutes(_ span: Duration) -> CELInt {
  CELInt(span.nanoseconds / 60_000_000_000)
}

/// The whole seconds of a duration.
@inlinable public func celSeconds(_ span: Duration) -> CELInt {
  CELInt(span.nanoseconds / 1_000_000_000)
}

/// The milliseconds of a duration after its last whole second.
@inlinable public func celMilliseconds(_ span: Duration) -> CELInt {
  CELInt(span.nanoseconds % 1_000_000_000 / 1_000_000)
}

// Conversions.

/// The number as an int. Error `overflow`.
@inlinable public func celInt(_ number: CELUInt) throws(EvaluationError) -> CELInt {
  guard let number = CELInt(exactly: number) else { throw EvaluationError("overflow") }
  return number
}

/// The number as an int. Error `overflow`.
@inlinable public func celInt(_ number: Double) throws(EvaluationError) -> CELInt {
  guard number > -0x1p63, number < 0x1p63 else { throw EvaluationError("overflow") }
  return CELInt(number)
}

/// Reads decimal digits with an optional sign. Error `conversion`.
public func celInt(_ text: String) throws(EvaluationError) -> CELInt {
  guard let number = NumberText.int(text) else { throw EvaluationError("conversion") }
  return CELInt(number)
}

/// The number as a uint. Error `overflow`.
@inlinable public func celUint(_ number: CELInt) throws(EvaluationError) -> CELUInt {
  guard let number = CELUInt(exactly: number) else { throw EvaluationError("overflow") }
  return number
}

/// The number as a uint. Error `overflow`.
@inlinable public func celUint(_ number: Double) throws(EvaluationError) -> CELUInt {
  guard number >= 0, number < 0x1p64 else { throw EvaluationError("overflow") }
  return CELUInt(number)
}

/// The nearest double.
@inlinable public func celDouble(_ number: CELInt) -> Double { Double(number) }

/// The nearest double.
@inlinable public func celDouble(_ number: CELUInt) -> Double { Double(number) }

/// `true` or `false`.
@inlinable public func celText(_ flag: Bool) -> String { flag ? "true" : "false" }

/// The decimal digits, with `-` before a negative number.
@inlinable public func celText(_ number: CELInt) -> String { String(number) }

/// The decimal digits, with `-` before a negative number.
@inlinable public func celText(_ number: CELUInt) -> String { String(number) }

/// The duration in decimal seconds without trailing zeros: `1.5s`.
public func celText(_ span: Duration) -> String { TimeText.text(nanoseconds: span.nanoseconds) }

/// The number as ECMAScript writes it: `1`, `0.5`, `1e+21`, `NaN`.
public func celText(_ number: Double) -> String { NumberText.text(number) }
