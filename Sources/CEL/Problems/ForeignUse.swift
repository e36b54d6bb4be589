/// Something in an expression that is written as in another language.
public struct ForeignUse: Hashable, Sendable {
  /// What the author wrote.
  public enum Kind: Hashable, Sendable {
    /// An operator or a mark that this language does not have: `?.`, `=>`.
    case operation
    /// A word that other languages reserve: `let`, `then`.
    case word
    /// A function that does not exist: `String(x)`, `x.push(1)`.
    case function
    /// A field of a type that has no such field: `items.length`.
    case field(type: String)
    /// A name that holds the definition's names in other languages: `this.x`, `context.x`.
    case value
    /// A function that returns another value each time.
    case impure
    /// A construct that is neither: a template, a record with parentheses.
    case construct
  }

  /// What is foreign, as it is written.
  public let written: String
  /// What `written` is.
  public let kind: Kind
  /// What to write instead; it has been checked in the scope of the expression. `nil` where nothing
  /// could be constructed.
  public let replacement: String?
  /// What to know about it.
  public let note: String?

  /// The rule under which it is reported.
  var rule: ExpressionProblem.Rule {
    switch kind {
    case .operation, .word, .construct: .syntax
    case .function, .value: .unknownName
    case .field: .overload
    case .impure: .impure
    }
  }
}

extension ForeignUse {
  /// An operator of another language.
  static func operation(
    _ written: String, replacement: String? = nil, note: String? = nil
  ) -> ForeignUse {
    ForeignUse(written: written, kind: .operation, replacement: replacement, note: note)
  }
}
