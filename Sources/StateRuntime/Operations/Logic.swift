// Logic: an error of one operand is ignored if the other operand decides.

/// Logical and. An error of one operand is ignored if the other is false.
@inlinable public func celAnd(
  _ left: @autoclosure () throws(EvaluationError) -> Bool,
  _ right: @autoclosure () throws(EvaluationError) -> Bool
) throws(EvaluationError) -> Bool {
  let first: Bool
  do {
    first = try left()
  } catch {
    if try !second(right, orThrow: error) { return false }
    throw error
  }
  return first ? try right() : false
}

/// Logical or. An error of one operand is ignored if the other is true.
@inlinable public func celOr(
  _ left: @autoclosure () throws(EvaluationError) -> Bool,
  _ right: @autoclosure () throws(EvaluationError) -> Bool
) throws(EvaluationError) -> Bool {
  let first: Bool
  do {
    first = try left()
  } catch {
    if try second(right, orThrow: error) { return true }
    throw error
  }
  return first ? true : try right()
}

/// The second operand after the first failed. If both fail, the first error counts.
@usableFromInline internal func second(
  _ operand: () throws(EvaluationError) -> Bool, orThrow first: EvaluationError
) throws(EvaluationError) -> Bool {
  do {
    return try operand()
  } catch {
    throw first
  }
}

// Values that may be absent.

/// The value of an optional. Error `noValue` if there is none.
@inlinable public func celValue<Value>(_ optional: Value?) throws(EvaluationError) -> Value {
  guard let optional else { throw EvaluationError("noValue") }
  return optional
}

/// The value of an optional, or another value if there is none.
@inlinable public func celOr<Value>(_ optional: Value?, _ other: Value) -> Value {
  optional ?? other
}

/// The first optional if it has a value, or else the second.
@inlinable public func celOrElse<Value>(_ optional: Value?, _ other: Value?) -> Value? {
  optional ?? other
}

/// A value that was checked to be there. Error `noValue`.
@inlinable public func celKnown<Value>(_ value: Value?) throws(EvaluationError) -> Value {
  guard let value else { throw EvaluationError("noValue") }
  return value
}

/// The result of an expression with a named value.
@inlinable public func celBind<Value, Result, Failure: Error>(
  _ value: Value, _ body: (Value) throws(Failure) -> Result
) throws(Failure) -> Result { try body(value) }

/// Transforms the value of an optional, if there is one.
@inlinable public func celOptionalMap<Value, Result, Failure: Error>(
  _ value: Value?, _ body: (Value) throws(Failure) -> Result
) throws(Failure) -> Result? {
  guard let value else { return nil }
  return try body(value)
}

/// Transforms the value of an optional to another optional, if there is a value.
@inlinable public func celFlatMap<Value, Result, Failure: Error>(
  _ value: Value?, _ body: (Value) throws(Failure) -> Result?
) throws(Failure) -> Result? {
  guard let value else { return nil }
  return try body(value)
}
