/// Adds the JSON pointer of a cell to an error.
@inline(__always)
@inlinable public func celAt<Value>(
  _ pointer: @autoclosure () -> String,
  _ value: @autoclosure () throws(EvaluationError) -> Value
) throws(EvaluationError) -> Value {
  do {
    return try value()
  } catch {
    try fail(error, at: pointer())
  }
}

/// The JSON pointers of consecutive rows.
@inlinable public func celRows(_ rows: ClosedRange<Int>) -> [String] {
  rows.map { "/reducer/\($0)" }
}

/// The description of a state, with its outputs.
@inlinable public func celDescription(
  _ name: String, _ outputs: KeyValuePairs<String, any Sendable>
) -> String {
  "\(name)(\(outputs.map { "\($0.key): \($0.value)" }.joined(separator: ", ")))"
}

extension EvaluationError {
  /// Makes an error.
  @inline(never)
  public init(_ id: String, at: String = "", cycle: [String] = []) {
    facts = Facts(id, at, cycle)
  }
}

/// Throws an error. It is a separate function, so that the code of callers is short.
@inline(never)
@inlinable public func celFail(_ id: String) throws(EvaluationError) -> Never {
  throw EvaluationError(id)
}

/// Keeps the pointer of the innermost cell.
@inline(never)
@usableFromInline internal func fail(
  _ error: EvaluationError, at pointer: String
) throws(EvaluationError) -> Never {
  throw error.at.isEmpty ? EvaluationError(error.id, at: pointer) : error
}
