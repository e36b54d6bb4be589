/// Why an expression has no value. Expressions cannot catch an error, but `&&`, `||`, `all` and
/// `exists` absorb it as the CEL standard specifies. Nothing absorbs `budget`.
public struct EvaluationError: Error, Hashable, Sendable {
  /// The stable name of an error for specs and hosts.
  public enum ID: String, Hashable, Sendable, CaseIterable {
    case overflow, divideByZero, missingKey, index, conversion, range, argument, duplicateKey
    case noValue, overload, pattern, budget, size
  }

  /// The kind of the error.
  public let id: ID

  /// Makes an error of the kind `id`.
  public init(_ id: ID) { self.id = id }
}
