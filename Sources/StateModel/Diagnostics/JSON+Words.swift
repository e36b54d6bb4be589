import CEL

extension Problem.JSONFact {
  var words: Words {
    switch self {
    case .emptyFile: Words("the file is empty")
    case .expected(let expected, let found):
      Words("expected \(expected.words), found \(found.words)")
    case .miscasedWord(let word, let literal):
      Words("expected a value, found `\(word)`; did you mean `\(literal)`?")
    case .decimalComma(let number):
      Words(
        "expected a key in double quotes, found a number",
        help: "a decimal number has a point: write \(number)")
    case .trailingComma(let next): Words("trailing comma: JSON allows none before \(next.words)")
    case .leadingZero: Words("a number does not start with 0")
    case .missingDigit(.afterMinus(let found)):
      Words("expected a digit after `-`, found \(found.words)")
    case .missingDigit(.afterPoint): Words("expected a digit after `.`")
    case .missingDigit(.inExponent): Words("expected a digit in the exponent")
    case .notANumber(let text): Words("`\(text)` is no number")
    case .specialNumber(let text): Words("`\(text)` is no number of JSON")
    case .singleQuotes(let isKey):
      Words(isKey ? "a key needs double quotes" : "text needs double quotes")
    case .comment: Words("JSON has no comments; `about` holds remarks")
    case .openText(isLine: false): Words("this string has no end")
    case .openText:
      Words("this string has no end on its line; a line break in a text is written `\\n`")
    case .openValue(let isObject): Words("this \(isObject ? "object" : "array") has no end")
    case .missingClosing(let bracket, let owner):
      Words("missing `\(bracket)`: \(owner.words) is not closed")
    case .missingOpening(let bracket, let key):
      Words("missing `\(bracket)` after \(key.map { "`\($0)`" } ?? "this key")")
    case .extraClosing(let bracket, nil): Words("extra `\(bracket)`: it closes nothing")
    case .extraClosing(let bracket, let owner?):
      Words("extra `\(bracket)`: it closes \(owner.words) before its last entry")
    case .controlCharacter(let value):
      Words("\(Words.codePoint(value)) in a string; \(Self.escape(of: value))")
    case .invalidEscape(let character):
      Words(
        "\(character.map { "`\\\($0)`" } ?? "a lone `\\`") is no escape of JSON",
        help: "a backslash itself is written `\\\\`")
    case .shortUnicodeEscape: Words("`\\u` needs four hexadecimal digits")
    case .halfCharacter(let text): Words("`\(text)` is half a character")
    case .notUTF8(let byte): Words("byte \(Words.hexadecimal(byte)) is not UTF-8")
    case .utf16: Words("this file is UTF-16", help: "save it as UTF-8")
    case .byteOrderMark: Words("the file starts with a byte order mark; JSON has none")
    case .nulInKey: Words("a key holds U+0000")
    case .lookAlike(let scalar, let name, let plain):
      Words(Self.lookAlike(scalar, name, plain))
    case .duplicateKey(let name):
      Words(
        "`\(name)` is written twice in this object; JSON readers keep only one of them",
        label: "second")
    case .tooDeep(let limit): Words("nesting is \(limit + 1) deep, the limit is \(limit)")
    case .tooManyValues(let limit):
      Words("the file has more than \(ExpressionProblem.grouped(limit)) keys and values")
    case .tooManyBytes(let limit):
      Words("this text has more than \(ExpressionProblem.grouped(limit)) bytes, the limit")
    case .tooManyLeftOut(let limit):
      Words(
        "commands, raised events and records leave out more than \(ExpressionProblem.grouped(limit)) fields in all",
        help: "declare fewer fields, or one of a type that has them")
    case .furtherMistakes(1): Words("1 more mistake follows; it is not listed")
    case .furtherMistakes(let count):
      Words("\(ExpressionProblem.grouped(count)) more mistakes follow; they are not listed")
    case .refused: Words("json-c does not read this file")
    case .foreign(let format): format.words
    case .notACount(let part, let found):
      Words("\(part.words) must be a whole number from 1, found `\(found)`")
    case .countTooLarge(let part, let found, let limit):
      Words("\(part.words) is \(found), the limit is \(ExpressionProblem.grouped(limit))")
    }
  }

  private static func lookAlike(
    _ scalar: Unicode.Scalar, _ name: String, _ plain: String
  ) -> String {
    let isHidden = plain.isEmpty || plain == " "
    let shown = isHidden ? "" : "`\(scalar)` is "
    return "\(shown)\(name) (\(Words.codePoint(scalar.value))); \(Words.replacement(plain))"
  }

  private static func escape(of value: UInt32) -> String {
    value == 0x09
      ? "write `\\t`"
      : "write `\\u00\(Words.hexadecimal(UInt8(truncatingIfNeeded: value)).dropFirst(2))`"
  }
}

extension Problem.JSONFact.Expected {
  fileprivate var words: String {
    switch self {
    case .endOfFile: "the end of the file"
    case .value: "a value"
    case .key: "a key in double quotes"
    case .colon: "`:` after this key"
    case .commaOrEnd(let isObject): "`,` or `\(isObject ? "}" : "]")` after this value"
    }
  }
}

extension Problem.JSONFact.Token {
  fileprivate var words: String {
    switch self {
    case .end: "the end of the file"
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .control(let value): Words.codePoint(value)
    case .byte(let byte): "byte \(Words.hexadecimal(byte))"
    case .text(let text): "`\(text)`"
    }
  }
}

extension Problem.JSONFact.Owner {
  fileprivate var words: String {
    switch self {
    case .key(let key): "`\(key)`"
    case .object: "this object"
    case .array: "this array"
    }
  }
}

extension Problem.JSONFact.TextFormat {
  fileprivate var words: Words {
    switch self {
    case .mergeConflict:
      Words(
        "this file has an unresolved merge conflict",
        help: "keep one version, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`")
    case .scxml: Words("this is an SCXML chart", help: "to convert it: states import scxml FILE")
    case .xml:
      Words("this looks like XML", help: "a definition is a JSON object: it starts with `{`")
    case .markdown:
      Words("this is JSON inside Markdown", help: "remove the lines with backquotes")
    case .javaScript:
      Words(
        "this looks like JavaScript", help: "keep the object alone, with its keys in double quotes")
    case .toml:
      Words(
        "this looks like TOML",
        help: "a definition is a JSON object: { \"state\": \"Lamp\", \"format\": 1 }")
    case .yaml:
      Words(
        "this looks like YAML",
        help: "a definition is a JSON object: { \"state\": \"Lamp\", \"format\": 1 }")
    }
  }
}
