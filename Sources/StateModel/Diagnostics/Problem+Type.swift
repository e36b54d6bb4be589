extension Problem {
  /// A type text that is not a type, or data that a type does not allow.
  public enum TypeFact: Hashable, Sendable {
    /// The text does not parse as a type; the character found, `nil` at the end.
    case grammar(expected: String, found: Character?)
    /// A type with two question marks.
    case optionalTwice
    /// Types nested beyond the limit.
    case tooDeep(limit: Int)
    /// A generic type with another number of arguments.
    case argumentCount(String, expected: Int, found: Int)
    /// A map with keys of a type that keys cannot have.
    case mapKey(String)
    /// A declared name that is not an identifier.
    case invalidName(String)
    /// A key of `set` that is not a path.
    case invalidPath(String)
    /// A key of type `dyn` within a path that is written; the type it must have.
    case dynamicKey(String, type: String)
    /// Data without required fields; the event, command, record or case, and the fields.
    case missingFields(of: String, [Field])
    /// A chain of types that contain each other without a list or map.
    case containsItself([String])
    /// A type that leads to a type of more parts than the limit.
    case leadsToParts(limit: Int)
    /// A type that leads to more types with arguments than the limit.
    case leadsToTypes(limit: Int)
    /// A declaration of type `dyn`.
    case unchecked(String)

    var rule: RuleID {
      switch self {
      case .grammar, .optionalTwice, .tooDeep, .argumentCount, .mapKey, .invalidName, .invalidPath,
        .dynamicKey, .leadsToParts, .leadsToTypes:
        .shapeWrongType
      case .missingFields: .typeIncomplete
      case .containsItself: .typeRecursive
      case .unchecked: .typeDyn
      }
    }
  }
}
