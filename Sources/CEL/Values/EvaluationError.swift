/// Why an expression has no value. No expression can catch it, but `&&`, `||`, `all` and `exists`
/// absorb it as the standard says; `budget` is absorbed by nothing.
public struct EvaluationError: Error, Hashable, Sendable {
  /// The stable name that specs and hosts see.
  public enum ID: String, Hashable, Sendable, CaseIterable {
    case overflow, divideByZero, missingKey, index, conversion, range, argument, duplicateKey
    case noValue, overload, pattern, budget, size
  }

  /// What went wrong.
  public let id: ID

  /// Makes an error of the kind `id`.
  public init(_ id: ID) { self.id = id }
}
