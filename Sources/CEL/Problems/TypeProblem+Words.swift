extension ExpressionProblem.TypeProblem {
  /// The problem in words.
  var words: IssueWords {
    switch self {
    case .mismatch(let subject, let found, let wanted, _, let remedy):
      return IssueWords(subject.mismatch(found: found, wanted: wanted), help: remedy?.words)
    case .branches(let first, let second, let remedy):
      return IssueWords("one branch is \(first), the other \(second)", help: remedy?.words)
    case .noOverload(let name, let types, let suggestion):
      let list = types.isEmpty ? "no operands" : ExpressionProblem.list(types)
      let advice = suggestion.map { "; did you mean `\($0)`?" } ?? ""
      return IssueWords("there is no `\(name)` for \(list)\(advice)")
    case .noField(let name, let type, let isMethod):
      return IssueWords(
        "\(type) has no field `\(name)`", help: isMethod ? "call it: `.\(name)(…)`" : nil)
    case .unprovenCase(let text, let unnamed):
      return IssueWords(
        "`\(text)` is read without `has(\(text))`",
        help: unnamed.map { "give `\($0)` a name first" })
    case .missingFields(let owner, let fields, let example):
      return IssueWords(
        "`\(owner)` also needs \(ExpressionProblem.fields(fields))",
        help: example.map { "write `\($0)`" })
    case .caseCount(let found, let cases):
      return IssueWords(
        "a union value has exactly one case, found \(ExpressionProblem.count(found))",
        help: found == 0 ? "the cases are \(ExpressionProblem.names(cases))" : nil)
    case .notOptionalBody(let found):
      return IssueWords("`optFlatMap` needs an optional, this is \(found)", help: "use `optMap`")
    case .elements, .keyType, .notOptionalElement, .notOptionalField, .notIterable, .notOptional,
      .notEntry, .notOrdered, .noElements, .index:
      return IssueWords(collectionMessage)
    case .argumentCount, .parameters, .calledWithoutReceiver, .calledOnReceiver, .macroUsage,
      .notCopyable, .copyArguments, .stateName:
      return IssueWords(callMessage)
    case .mayBeNull, .neverNull, .alwaysPresent, .enumAsRecord, .computedFieldName, .undetermined,
      .fraction, .numberRange:
      return IssueWords(valueMessage)
    }
  }

  private var collectionMessage: String {
    switch self {
    case .elements(let isList, let known, let found):
      "this \(isList ? "list" : "map") holds \(known), found \(found)"
    case .keyType(let found): "a key is bool, int, uint or string, this is \(found)"
    case .notOptionalElement(let found): "`?` needs an optional, this is \(found)"
    case .notOptionalField(let name, let type):
      "`?` is for fields that may be null; `\(name)` is \(type)"
    case .notIterable(let macro, let found):
      "`\(macro)` needs a list or map, this is \(found)"
    case .notOptional(let macro, let found):
      "`\(macro)` needs an optional, this is \(found)"
    case .notEntry(let found): "an entry is a map, as in `{k: v}`, this is \(found)"
    case .notOrdered(let found): "\(found) has no order to sort by"
    case .noElements(let type): "\(type) has no elements"
    case .index(let isList, let wanted, let found):
      "\(isList ? "an index" : "a key of this map") is \(wanted), this is \(found)"
    default: ""
    }
  }

  private var callMessage: String {
    switch self {
    case .argumentCount(let name, let counts, let found):
      "`\(name)` takes \(Self.counts(counts)), found \(ExpressionProblem.count(found))"
    case .parameters(let name, let parameters, let found):
      "`\(name)` takes \(ExpressionProblem.fields(parameters)), "
        + "found \(ExpressionProblem.count(found))"
    case .calledWithoutReceiver(let name, let correct):
      "`\(name)` is called on its first operand: `\(correct)`"
    case .calledOnReceiver(let name, let correct): "`\(name)` is called as `\(correct)`"
    case .macroUsage(let name, let usage): "`\(name)` is called as `.\(usage)`"
    case .notCopyable(let type):
      "there is no `copy` for \(type); it changes fields of a record"
    case .copyArguments: "`copy` takes the fields that change: `copy({'name': …})`"
    case .stateName(let example): "`isIn` needs the name of a state: `isIn('\(example)')`"
    default: ""
    }
  }

  private var valueMessage: String {
    switch self {
    case .mayBeNull(nil, _): "this may be null here"
    case .mayBeNull(let text?, let isTestable):
      isTestable
        ? "`\(text)` may be null here; test `\(text) != null` first"
        : "`\(text)` may be null; give it a name and test that first"
    case .neverNull(let text, let type): "`\(text)` is \(type) and never null"
    case .alwaysPresent(let name, let type):
      "`has` of `\(name)` is always true: a \(type) is never null"
    case .enumAsRecord(let name, let value):
      "`\(name)` is an enum; a value of it is `\(value)`"
    case .computedFieldName: "a field's name must be a constant text: `{'name': …}`"
    case .undetermined(let type): "the type of this is not determined: \(type)"
    case .fraction(let digits, let type): "`\(digits)` where \(type) is expected"
    case .numberRange(let digits, let type): "`\(digits)` does not fit in \(type)"
    default: ""
    }
  }

  /// `no arguments`, `one argument`, `one or two arguments`.
  private static func counts(_ counts: [Int]) -> String {
    let words = counts.map(ExpressionProblem.count).joined(separator: " or ")
    return "\(counts == [0] ? "no" : words) \(counts == [1] ? "argument" : "arguments")"
  }
}

extension ExpressionProblem.Subject {
  /// The part that has another type, and both types.
  fileprivate func mismatch(found: String, wanted: String) -> String {
    switch self {
    case .cell(.value): "expected \(wanted), found \(found)"
    case .cell(.set(let name)): "`\(name)` is \(wanted), this row sets it to \(found)"
    case .cell(.condition(let what)): "\(what) must be \(wanted), this is \(found)"
    case .cell(.named(let name)): "`\(name)` is \(wanted), this is \(found)"
    case .cell(.result(let name)): "`\(name)` returns \(wanted), this is \(found)"
    case .condition: "a condition must be bool, this is \(found)"
    case .operand(let operation): "an operand of `\(operation)` must be bool, this is \(found)"
    case .test(let macro): "the condition of `\(macro)` must be bool, this is \(found)"
    case .argument(let index, let function):
      "\(Self.argument(index, of: function)) is \(wanted), this is \(found)"
    case .element: "an element of this list is \(wanted), this is \(found)"
    case .key: "a key of this map is \(wanted), this is \(found)"
    case .value: "a value of this map is \(wanted), this is \(found)"
    case .marked: "`?` needs \(wanted), this is \(found)"
    case .field(let name?, let owner): "`\(name)` of `\(owner)` is \(wanted), this is \(found)"
    case .field(nil, let owner): "a field of `\(owner)` is \(wanted), this is \(found)"
    case .caseData(let name, let fields):
      "`\(name)` holds \(ExpressionProblem.fields(fields)), this is \(found)"
    }
  }

  private static func argument(_ index: Int, of function: String) -> String {
    let words = [
      "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    ]
    return words.indices.contains(index)
      ? "the \(words[index]) argument of `\(function)`" : "argument \(index + 1) of `\(function)`"
  }
}

extension ExpressionProblem.Remedy {
  fileprivate var words: String {
    switch self {
    case .literal(let text): "write `\(text)`"
    case .replacement(let text): "did you mean `\(text)`?"
    case .orValue: "add a value for the case that it is none: `.orValue(…)`"
    }
  }
}
