extension ExpressionProblem {
  /// An error in a type. Types are texts.
  public enum TypeProblem: Hashable, Sendable {
    /// A part has another type than required. `isGuard`: it is a condition inside of a guard.
    case mismatch(Subject, found: String, wanted: String, isGuard: Bool, remedy: Remedy?)
    /// The branches of `? :` have no common type.
    case branches(String, String, remedy: Remedy?)
    /// The elements of a list, or the keys or values of a map, have no common type.
    case elements(isList: Bool, known: String, found: String)
    /// A map has keys of a type that cannot be a key.
    case keyType(String)
    /// `?` before something that is not optional.
    case notOptionalElement(String)
    /// `?` before a field that is never null.
    case notOptionalField(String, type: String)
    /// A macro such as `map` is called on something that is neither list nor map.
    case notIterable(macro: String, found: String)
    /// `optMap` is called on something that is not optional.
    case notOptional(macro: String, found: String)
    /// The body of `optFlatMap` is not optional.
    case notOptionalBody(String)
    /// The body of `transformMapEntry` is not a map.
    case notEntry(String)
    /// The keys of `sortBy` cannot be ordered.
    case notOrdered(String)
    /// A function or operator does not take these types.
    case noOverload(String, types: [String], suggestion: String?)
    /// A function of the language is called with another number of arguments.
    case argumentCount(String, counts: [Int], found: Int)
    /// A declared function is called with another number of arguments.
    case parameters(String, [TypedName], found: Int)
    /// `f(a, b)` of a function that is called as `a.f(b)`.
    case calledWithoutReceiver(String, correct: String)
    /// `a.f(b)` of a function that is called as `f(a, b)`.
    case calledOnReceiver(String, correct: String)
    /// A macro is called with other arguments than it takes.
    case macroUsage(String, usage: String)
    /// A type has no fields. `isMethod`: the name is one of a function.
    case noField(String, type: String, isMethod: Bool)
    /// A type has no elements.
    case noElements(String)
    /// An index or a map's key has another type.
    case index(isList: Bool, wanted: String, found: String)
    /// A value that may be null is used as if it were not; `nil` where it has no text.
    case mayBeNull(String?, isTestable: Bool)
    /// Something that is never null is compared with null.
    case neverNull(String, type: String)
    /// `has` of a field that is never null.
    case alwaysPresent(String, type: String)
    /// The data of a case is read where the case is not proven; `unnamed` needs a name first.
    case unprovenCase(String, unnamed: String?)
    /// A record, state or case lacks fields; `example` is how to write them.
    case missingFields(of: String, [TypedName], example: String?)
    /// A union value has no case, or several.
    case caseCount(found: Int, cases: [String])
    /// An enum is written like a record.
    case enumAsRecord(String, value: String)
    /// The key of a map literal that is a record is computed.
    case computedFieldName
    /// `copy` of something that is not a record.
    case notCopyable(String)
    /// `copy` without a map literal.
    case copyArguments
    /// `isIn` without the name of a state.
    case stateName(example: String)
    /// Nothing determines the type of an element: `[]`.
    case undetermined(String)
    /// A number with a fraction where an integer is expected.
    case fraction(String, type: String)
    /// A number that its type cannot hold.
    case numberRange(String, type: String)
  }

  /// What has another type than required.
  public enum Subject: Hashable, Sendable {
    /// A whole cell or a branch of it, by what the cell is for.
    case cell(CellRole)
    /// The condition of `c ? a : b`.
    case condition
    /// An operand of `&&` or `||`.
    case operand(String)
    /// The condition of a macro.
    case test(String)
    /// An argument of a declared function, counted from 0.
    case argument(Int, of: String)
    case element
    case key
    case value
    /// What `?` marks.
    case marked
    /// A field; `nil` where it has no name.
    case field(String?, of: String)
    /// What a union's case holds.
    case caseData(String, fields: [TypedName])
  }

  /// How a value becomes one of the required type.
  public enum Remedy: Hashable, Sendable {
    /// The same number, written for the other type.
    case literal(String)
    /// An expression that was probably meant.
    case replacement(String)
    /// A default value for an optional.
    case orValue
  }
}

extension ExpressionProblem.TypeProblem {
  var rule: ExpressionProblem.Rule {
    switch self {
    case .mismatch(.cell(let role), _, _, _, _): role.isCondition ? .guardType : .mismatch
    case .mismatch(_, _, _, let isGuard, _): isGuard ? .guardType : .mismatch
    case .branches, .elements, .keyType, .notOptionalElement, .notOptionalField, .notOptionalBody,
      .notEntry, .enumAsRecord, .computedFieldName, .stateName, .undetermined:
      .mismatch
    case .notIterable, .notOptional, .notOrdered, .noOverload, .argumentCount, .parameters,
      .calledWithoutReceiver, .calledOnReceiver, .macroUsage, .noField, .noElements, .index,
      .notCopyable, .copyArguments:
      .overload
    case .mayBeNull, .neverNull, .alwaysPresent: .nullUse
    case .unprovenCase: .caseUse
    case .missingFields, .caseCount: .incomplete
    case .fraction, .numberRange: .number
    }
  }

  var arguments: [String] {
    switch self {
    case .mismatch(let subject, _, _, _, _): subject.arguments
    case .notIterable(let name, _), .notOptional(let name, _), .noOverload(let name, _, _),
      .argumentCount(let name, _, _), .parameters(let name, _, _),
      .calledWithoutReceiver(let name, _), .calledOnReceiver(let name, _),
      .macroUsage(let name, _), .neverNull(let name, _), .alwaysPresent(let name, _),
      .unprovenCase(let name, _), .enumAsRecord(let name, _), .notOptionalField(let name, _):
      [name]
    case .noField(let name, let type, _): [name, type]
    case .mayBeNull(let name, _): name.map { [$0] } ?? []
    case .missingFields(let owner, let fields, _): fields.map(\.name) + [owner]
    case .copyArguments, .notCopyable: ["copy"]
    case .stateName: ["isIn"]
    case .branches, .elements, .keyType, .notOptionalElement, .notOptionalBody, .notEntry,
      .notOrdered, .noElements, .index, .caseCount, .computedFieldName, .undetermined, .fraction,
      .numberRange:
      []
    }
  }
}

extension ExpressionProblem.Subject {
  fileprivate var arguments: [String] {
    switch self {
    case .cell(.set(let name)), .cell(.named(let name)), .cell(.result(let name)),
      .operand(let name), .test(let name), .argument(_, let name), .caseData(let name, _):
      [name]
    case .field(let name, let owner): (name.map { [$0] } ?? []) + [owner]
    case .cell(.value), .cell(.condition), .condition, .element, .key, .value, .marked: []
    }
  }
}
