/// Something in an expression that is written as in another language.
public struct ForeignUse: Hashable, Sendable {
  /// The kinds of foreign parts.
  public enum Kind: Hashable, Sendable {
    /// An operator or a mark that this language does not have: `?.`, `=>`.
    case operation
    /// A word that other languages reserve: `let`, `then`.
    case word
    /// A function that does not exist: `String(x)`, `x.push(1)`.
    case function
    /// A function of the language that does not take these types: `items.contains(x)`.
    case overload(types: [String])
    /// A field of a type that has no such field: `items.length`.
    case field(type: String)
    /// A name that holds the definition's names in other languages: `this.x`, `context.x`.
    case value
    /// A function that returns another value each time.
    case impure
    /// A construct that is none of these: a template, a call with labels.
    case construct
  }

  /// The foreign part as written.
  public let written: String
  /// The kind of `written`.
  public let kind: Kind
  /// What to write instead of it, checked in the scope of the expression. `nil` where nothing could
  /// be constructed.
  public let replacement: String?
  /// The whole expression with the replacement, where that has no issues.
  public let corrected: String?
  /// What to know about it.
  public let note: String?
  /// How it is written with other names.
  public let example: String?

  /// The rule under which it is reported.
  var rule: ExpressionProblem.Rule {
    switch kind {
    case .operation, .word, .construct: .syntax
    case .function, .value: .unknownName
    case .field, .overload: .overload
    case .impure: .impure
    }
  }
}
