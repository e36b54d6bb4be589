/// The English of one issue.
package struct IssueWords {
  /// The error.
  package var message: String
  /// The text under the caret.
  package var label: String?
  /// How to fix it.
  package var help: String?

  /// Whether the label offers names that are near.
  package var offersName: Bool

  init(
    _ message: String, label: String? = nil, help: String? = nil, offersName: Bool = false
  ) {
    self.message = message
    self.label = label
    self.help = help
    self.offersName = offersName
  }
}

/// The words of all issues. Nothing else in this module writes English about an expression.
extension ExpressionProblem {
  /// The problem in words.
  package var words: IssueWords {
    switch self {
    case .syntax(let problem): problem.words
    case .limit(let problem): IssueWords(problem.message)
    case .name(let problem): problem.words
    case .type(let problem): problem.words
    case .pattern(let problem): problem.words
    case .foreign(let use): use.words
    }
  }

  /// A text as JSON writes it.
  static func json(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Code in backquotes; in two where it has some itself.
  static func code(_ text: String) -> String {
    text.utf8.contains(UInt8(ascii: "`")) ? "`` \(text) ``" : "`\(text)`"
  }

  /// ``a, b and c``.
  package static func list(_ texts: [String], last: String = " and ") -> String {
    guard let end = texts.last, texts.count > 1 else { return texts.joined() }
    return texts.dropLast().joined(separator: ", ") + last + end
  }

  /// Names in backquotes, as a list.
  package static func names(_ names: some Sequence<String>, last: String = " and ") -> String {
    list(names.map { "`\($0)`" }, last: last)
  }

  /// ``phone: string` and `code: string``.
  static func fields(_ fields: [TypedName]) -> String {
    fields.isEmpty ? "nothing" : names(fields.map { "\($0.name): \($0.type)" })
  }

  /// Small numbers in words.
  static func count(_ number: Int) -> String {
    let words = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    return words.indices.contains(number) ? words[number] : String(number)
  }

  /// `4097` as `4,097`.
  package static func grouped(_ number: Int) -> String {
    var digits: [Character] = []
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index % 3 == 0 { digits.append(",") }
      digits.append(digit)
    }
    return String(digits.reversed())
  }
}

extension Suggestion {
  /// ``did you mean `a`?``, or ``there is `a`, `b` …``; `nil` where nothing is known.
  package var text: String? {
    if !nearest.isEmpty {
      return "did you mean \(ExpressionProblem.names(nearest, last: " or "))?"
    }
    guard !known.isEmpty else { return nil }
    if furtherCount > 0 {
      return "there are \(ExpressionProblem.names(known, last: ", ")) and \(furtherCount) more"
    }
    return "there \(known.count == 1 ? "is" : "are") \(ExpressionProblem.names(known))"
  }
}

extension ExpressionProblem.LimitProblem {
  fileprivate var message: String {
    switch self {
    case .length(let found, let limit):
      "\(ExpressionProblem.grouped(found)) code points, "
        + "the limit is \(ExpressionProblem.grouped(limit))"
    case .nodes(let limit): "more than \(ExpressionProblem.grouped(limit)) parts"
    case .nesting(let found, let limit): "nesting is \(found) deep, the limit is \(limit)"
    case .typeParts(let limit): "the type of this has more than \(limit) parts"
    case .instructions: "the expression is too large to be compiled"
    }
  }
}

extension ExpressionProblem.PatternProblem {
  fileprivate var words: IssueWords {
    switch self {
    case .notConstant:
      IssueWords("a pattern must be a constant text, because it is compiled when it is checked")
    case .invalid(let reason, let pattern):
      IssueWords(reason + (pattern.map { ": \(ExpressionProblem.code($0))" } ?? ""))
    case .groups(let count):
      IssueWords(
        "this pattern has \(ExpressionProblem.count(count)) groups, at most one can be extracted",
        help: "make the others `(?:…)`")
    }
  }
}

extension ExpressionProblem.NameProblem {
  fileprivate var words: IssueWords {
    switch self {
    case .unknown(let kind, let name, let suggestion):
      return IssueWords(
        kind.message(for: name), label: suggestion.text, offersName: !suggestion.nearest.isEmpty)
    case .misnamed(let name, let meant):
      return IssueWords(
        "nothing here is named `\(name)`", label: "did you mean `\(meant)`?", offersName: true)
    case .outOfScope(_, let hint): return IssueWords(hint.message, help: hint.help)
    case .functionAsValue(let name):
      return IssueWords("`\(name)` is a function, not a value; call it: `\(name)(…)`")
    case .typeAsValue(let name, let example):
      return IssueWords(
        "`\(name)` is a type, not a value", help: "a value of it is `\(example)`")
    case .caseAsType(let name, let value):
      return IssueWords(
        "`\(name)` is a case of a union, not a type", help: "its value is `\(value)`")
    case .prefix(let name, let fields):
      return IssueWords(
        "`\(name)` is not a value; it has "
          + ExpressionProblem.names(fields.prefix(8).map { "\(name).\($0)" }))
    case .bareText(let text, let isWhole, let corrected):
      return IssueWords(
        isWhole
          ? "`\(text)` is read as an expression; for text write `\(corrected)`"
          : "`\(text)` is read as an expression, and nothing here is named `\(text)`",
        label: isWhole ? nil : "not a property, input or function",
        help: "text needs quotes inside the quotes: \(ExpressionProblem.json(corrected))")
    case .shadowing(let name):
      return IssueWords("`\(name)` has another meaning here already")
    case .reserved(let name): return IssueWords("`\(name)` belongs to the language")
    case .repeatedField(let name): return IssueWords("`\(name)` is given twice")
    case .repeatedVariable(let name):
      return IssueWords("two variables of this macro are named `\(name)`")
    case .noActiveState:
      return IssueWords("`isIn` needs an active state; there is none here")
    }
  }
}

extension ExpressionProblem.NameKind {
  /// The message for an unknown name.
  fileprivate func message(for name: String) -> String {
    switch self {
    case .value: "nothing here is named `\(name)`"
    case .type: "no type is named `\(name)`"
    case .function: "no function is named `\(name)`"
    case .state: "no state is named `\(name)`"
    case .functionOf(let owner): "no function of `\(owner)` is named `\(name)`"
    case .fieldBelow(let owner), .fieldOf(let owner): "no field of `\(owner)` is named `\(name)`"
    case .fieldOfCase(let owner): "no field of the case `\(owner)` is named `\(name)`"
    case .caseOf(let owner): "no case of `\(owner)` is named `\(name)`"
    case .valueOf(let owner): "no value of `\(owner)` is named `\(name)`"
    }
  }
}

extension ForeignUse {
  /// The foreign part, then the replacement.
  fileprivate var words: IssueWords {
    let what = ExpressionProblem.code(written)
    let subject: String
    switch kind {
    case .operation: subject = "\(what) is not an operator"
    case .word: subject = "\(what) is not a word of this language"
    case .function: subject = "no function is named \(what)"
    case .overload(let types): subject = "there is no \(what) for \(ExpressionProblem.list(types))"
    case .field(let type): subject = "\(type) has no field \(what)"
    case .value: subject = "nothing here is named \(what)"
    case .impure: subject = what
    case .construct: subject = "\(written) is not part of this language"
    }
    if let replacement {
      return IssueWords("\(subject); write \(ExpressionProblem.code(replacement))", help: note)
    }
    if let note {
      return IssueWords(kind == .impure ? "\(subject) \(note)" : "\(subject); \(note)")
    }
    return IssueWords(subject, help: example.map { "for example \(ExpressionProblem.code($0))" })
  }
}
