extension ExpressionProblem {
  /// An error in a name.
  public enum NameProblem: Hashable, Sendable {
    /// Nothing of the kind that is expected has this name. What follows by `(` is a function.
    case unknown(NameKind, name: String, suggestion: Suggestion)
    /// Nothing has this name; another text was surely meant instead.
    case misnamed(name: String, meant: String)
    /// The name exists elsewhere; the definition explains where.
    case outOfScope(name: String, hint: Hint)
    /// A function is not called.
    case functionAsValue(String)
    /// A type is used as a value; `example` is a value of it.
    case typeAsValue(String, example: String)
    /// A case of a union is built like a record; `value` builds it.
    case caseAsType(String, value: String)
    /// The name has values only below it: `event.text`.
    case prefix(String, fields: [String])
    /// A text is not quoted. `isWhole`: the whole cell is prose. `corrected`: the cell with quotes.
    case bareText(String, isWhole: Bool, corrected: String)
    /// A variable of a macro has the name of something else.
    case shadowing(String)
    /// A variable of a macro has a name that belongs to the language.
    case reserved(String)
    /// A field is given twice.
    case repeatedField(String)
    /// Two variables of a macro have the same name.
    case repeatedVariable(String)
    /// `isIn` where no state is active.
    case noActiveState
  }

  /// What a name should be the name of.
  public enum NameKind: Hashable, Sendable {
    case value
    case type
    case function
    case state
    /// A function of a namespace such as `math`.
    case functionOf(String)
    /// A field of a name such as `event`.
    case fieldBelow(String)
    /// A field of a type.
    case fieldOf(String)
    /// A field of what a union's case holds.
    case fieldOfCase(String)
    /// A case of a union.
    case caseOf(String)
    /// A value of an enum.
    case valueOf(String)

    /// The type, case or namespace that the name is looked up in.
    var owner: String? {
      switch self {
      case .value, .type, .function, .state: nil
      case .functionOf(let owner), .fieldBelow(let owner), .fieldOf(let owner),
        .fieldOfCase(let owner), .caseOf(let owner), .valueOf(let owner):
        owner
      }
    }
  }
}

extension ExpressionProblem.NameProblem {
  var id: String {
    switch self {
    case .unknown, .misnamed, .functionAsValue, .typeAsValue, .caseAsType, .prefix:
      ExpressionProblem.Rule.unknownName.rawValue
    case .outOfScope(_, let hint): hint.id
    case .bareText: ExpressionProblem.Rule.bareText.rawValue
    case .shadowing, .reserved, .repeatedField, .repeatedVariable:
      ExpressionProblem.Rule.duplicateName.rawValue
    case .noActiveState: ExpressionProblem.Rule.scope.rawValue
    }
  }

  var arguments: [String] {
    switch self {
    case .unknown(let kind, let name, _): [name] + (kind.owner.map { [$0] } ?? [])
    case .misnamed(let name, _), .outOfScope(let name, _), .functionAsValue(let name),
      .typeAsValue(let name, _), .caseAsType(let name, _), .prefix(let name, _),
      .bareText(let name, _, _),
      .shadowing(let name), .reserved(let name), .repeatedField(let name),
      .repeatedVariable(let name):
      [name]
    case .noActiveState: ["isIn"]
    }
  }
}
