extension ExpressionProblem.SyntaxProblem {
  /// The problem in words.
  var words: IssueWords {
    switch self {
    case .missingExpression: IssueWords("an expression is missing here")
    case .missingText:
      IssueWords(
        "an expression is missing here",
        help: "the empty text is written \(ExpressionProblem.json("''"))")
    case .unexpected(let expected, let found):
      IssueWords(
        "expected \(expected.words), found \(found.map(ExpressionProblem.code) ?? "the end")")
    case .unclosed(let opening, let closing):
      IssueWords("`\(opening)` is not closed", label: "`\(closing)` is missing")
    case .unclosedText(let quote): IssueWords("this text has no closing `\(quote)`")
    case .apostrophe(let corrected):
      IssueWords(
        "this text ends at its apostrophe",
        help: "inside of a text write `\\'`: \(ExpressionProblem.json(corrected))")
    case .unclosedName: IssueWords("this name has no closing backquote")
    case .illegalName:
      IssueWords("a name in backquotes holds letters, digits, `_`, `.`, `-`, `/` and blanks")
    case .number(let text, let isDuration):
      IssueWords(
        "`\(text)` is not a number",
        label: isDuration ? "a duration is written `duration('\(text)')`" : nil)
    case .outOfRange(let text, let type): IssueWords("`\(text)` does not fit in \(type)")
    case .character(let character):
      IssueWords("\(ExpressionProblem.code(character)) has no meaning here")
    case .invisibleCharacter(let codePoint): IssueWords(Self.invisible(codePoint))
    case .quotationMark(let mark):
      IssueWords("`\(mark)` is not a quotation mark of this language; write `'`")
    case .escape(let problem): problem.words
    case .reservedWord(let word, let isCalled):
      IssueWords(
        isCalled
          ? "`\(word)` is a reserved word, not a function"
          : "`\(word)` is a reserved word; as a name it is written `` `\(word)` ``")
    case .optionalCall(let name):
      IssueWords("`.?` selects a field, it cannot call `\(name)`")
    case .hasOperand: IssueWords("`has` needs a field or a case, as in `has(a.b)`")
    case .argumentLabel:
      IssueWords("arguments have no names; write the values alone, in their order")
    }
  }

  /// A character that cannot be seen, by its code point and its name.
  private static func invisible(_ codePoint: UInt32) -> String {
    let digits = String(codePoint, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    let name =
      switch codePoint {
      case 0xA0: "a no-break space"
      case 0xAD: "a soft hyphen"
      case 0x2000...0x200A, 0x202F, 0x205F, 0x3000: "a special space"
      case 0x200B: "a zero width space"
      case 0x200C: "a zero width non-joiner"
      case 0x200D: "a zero width joiner"
      case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: "a mark for the direction of text"
      case 0x2028: "a line separator"
      case 0x2029: "a paragraph separator"
      case 0x2060: "a word joiner"
      case 0xFEFF: "a byte order mark"
      case 0..<0x20, 0x7F..<0xA0: "a control character"
      default: "an invisible character"
      }
    return "U+\(padded) (\(name)) is allowed only inside of a text; delete it or write a space"
  }
}

extension ExpressionProblem.Expectation {
  fileprivate var words: String {
    switch self {
    case .expression(nil): "an expression"
    case .expression(let operation?): "an expression after `\(operation)`"
    case .operatorOrEnd: "an operator or the end"
    case .name(let after): "a name after `\(after)`"
    case .fieldName: "a field's name or `}`"
    case .keyValue: "`:` and the value of this key"
    case .fieldValue: "`:` and the value of this field"
    case .secondBranch: "`:` and the value if the condition is false"
    case .oneOf(let tokens): ExpressionProblem.names(tokens, last: " or ")
    }
  }
}

extension ExpressionProblem.EscapeProblem {
  fileprivate var words: IssueWords {
    switch self {
    case .incomplete: IssueWords("this escape is incomplete")
    case .unicodeInBytes:
      IssueWords("bytes have no `\\u` escapes; write their UTF-8 as `\\x…`")
    case .unknown(let text, let literals):
      IssueWords(
        "`\(text)` is not an escape; for a backslash write `\\\\`",
        help: literals.isEmpty
          ? nil
          : "in JSON, write "
            + ExpressionProblem.list(literals.map(ExpressionProblem.json), last: " or "))
    case .digits(let count, let isOctal):
      IssueWords("this escape needs \(count) \(isOctal ? "octal" : "hex") digits")
    case .codePoint(let value):
      IssueWords("U+\(String(value, radix: 16, uppercase: true)) is not a character")
    }
  }
}
