/// An error in an expression or a cell, as typed facts.
///
/// Only `words` makes English of them. Types are given by their texts (`[Item]?`),
/// because a `ValueType` has no names without its declarations.
public enum ExpressionProblem: Hashable, Sendable {
  /// The text is not an expression.
  case syntax(SyntaxProblem)
  /// Something is larger than a limit allows.
  case limit(LimitProblem)
  /// A name is unknown, or has another meaning.
  case name(NameProblem)
  /// A type does not fit.
  case type(TypeProblem)
  /// The pattern of `matches` or `regex.*` is wrong.
  case pattern(PatternProblem)
  /// Something is written as in another language.
  case foreign(ForeignUse)

  /// The rules that expressions can break; the raw value is the rule's stable id.
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    case syntax = "expr/syntax"
    case limit = "expr/limit"
    case regex = "expr/regex"
    case impure = "expr/impure"
    case unknownName = "name/unknown"
    case bareText = "name/bare-text"
    case duplicateName = "name/duplicate"
    case scope = "name/scope"
    case mismatch = "type/mismatch"
    case guardType = "type/guard"
    case overload = "type/overload"
    case nullUse = "type/null"
    case caseUse = "type/case"
    case incomplete = "type/incomplete"
    case number = "json/number"
  }

  /// A limit that is exceeded.
  public enum LimitProblem: Hashable, Sendable {
    /// Code points of the text.
    case length(found: Int, limit: Int)
    /// Syntax nodes.
    case nodes(limit: Int)
    /// Nesting of brackets, ternaries or JSON values.
    case nesting(found: Int, limit: Int)
    /// Types that the type of one expression consists of.
    case typeParts(limit: Int)
    /// Instructions of the compiled expression.
    case instructions
  }

  /// An error in a regular expression.
  public enum PatternProblem: Hashable, Sendable {
    /// It is computed; only constants can be compiled before the program runs.
    case notConstant
    /// It is not a pattern; `pattern` is `nil` where it is too long to be shown.
    case invalid(reason: String, pattern: String?)
    /// It has more than one group where one is extracted.
    case groups(count: Int)
  }

  /// A field or parameter with the text of its type.
  public struct TypedName: Hashable, Sendable {
    /// The name as declared.
    public let name: String
    /// The text of its type.
    public let type: String
  }

  /// The rule that is broken; `nil` if a hint of the definition names a rule that is not in `Rule`.
  public var rule: Rule? { Rule(rawValue: id) }

  /// The stable id of the rule.
  public var id: String {
    switch self {
    case .syntax: Rule.syntax.rawValue
    case .limit: Rule.limit.rawValue
    case .name(let problem): problem.id
    case .type(let problem): problem.rule.rawValue
    case .pattern: Rule.regex.rawValue
    case .foreign(let use): use.rule.rawValue
    }
  }

  /// Whether it is an idiom of another language.
  var isForeign: Bool { if case .foreign = self { true } else { false } }

  /// The names that the problem is about: the one that is wrong first, then the type or function that
  /// it belongs to.
  public var arguments: [String] {
    switch self {
    case .syntax(let problem): problem.arguments
    case .limit, .pattern: []
    case .name(let problem): problem.arguments
    case .type(let problem): problem.arguments
    case .foreign(let use): [use.written]
    }
  }
}
