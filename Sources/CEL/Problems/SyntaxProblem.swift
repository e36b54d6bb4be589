extension ExpressionProblem {
  /// Why a text is not an expression.
  public enum SyntaxProblem: Hashable, Sendable {
    /// The text is empty.
    case missingExpression
    /// The cell is empty, and a text is expected.
    case missingText
    /// Another token is found than the grammar expects; `nil` is the end of the text.
    case unexpected(expected: Expectation, found: String?)
    /// A bracket is not closed.
    case unclosed(opening: String, closing: String)
    /// A text has no closing quotation mark.
    case unclosedText(quote: String)
    /// An apostrophe ends a text too early; `corrected` is the text with that apostrophe escaped.
    case apostrophe(corrected: String)
    /// A name in backquotes has no end.
    case unclosedName
    /// A name in backquotes holds characters that no name has.
    case illegalName
    /// Letters follow digits. `isDuration`: the letters are a unit of time.
    case number(String, isDuration: Bool)
    /// A number is too large or too small for its type.
    case outOfRange(String, type: String)
    /// A character that the language does not use.
    case character(String)
    /// A character that cannot be seen, by its code point.
    case invisibleCharacter(UInt32)
    /// A quotation mark of prose, such as `’`.
    case quotationMark(String)
    /// An escape in a text is wrong.
    case escape(EscapeProblem)
    /// A reserved word is used as a name or as a function.
    case reservedWord(String, isCalled: Bool)
    /// `.?` before a call.
    case optionalCall(String)
    /// `has` without a field.
    case hasOperand
    /// A call names its arguments.
    case argumentLabel(String)
  }

  /// What the grammar expects at a token.
  public enum Expectation: Hashable, Sendable {
    /// An expression; after an operator, where there is one.
    case expression(after: String?)
    /// An operator or the end of the text.
    case operatorOrEnd
    /// A name after `.` or `.?`.
    case name(after: String)
    /// A field's name or `}`.
    case fieldName
    /// `:` and the value of a map's key.
    case keyValue
    /// `:` and the value of a field.
    case fieldValue
    /// `:` and the second branch of `? :`.
    case secondBranch
    /// One of these tokens.
    case oneOf([String])
  }

  /// An error in an escape of a text.
  public enum EscapeProblem: Hashable, Sendable {
    /// The text ends after the backslash.
    case incomplete
    /// `\u` in bytes.
    case unicodeInBytes
    /// No escape has this letter. `literals`: the same text without it, raw and with the backslash
    /// doubled.
    case unknown(String, literals: [String])
    /// Too few digits.
    case digits(count: Int, isOctal: Bool)
    /// No character has this code point.
    case codePoint(UInt32)
  }
}

extension ExpressionProblem.SyntaxProblem {
  var arguments: [String] {
    switch self {
    case .missingExpression, .missingText, .unclosedText, .apostrophe, .unclosedName, .illegalName,
      .invisibleCharacter, .escape, .hasOperand:
      []
    case .unexpected(_, let found): found.map { [$0] } ?? []
    case .unclosed(let opening, let closing): [opening, closing]
    case .number(let text, _), .outOfRange(let text, _), .character(let text),
      .quotationMark(let text), .reservedWord(let text, _), .optionalCall(let text),
      .argumentLabel(let text):
      [text]
    }
  }
}
