/// A piece of an expression's text.
struct Token: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case end
    /// A name, also one of the reserved words that are no keywords.
    case identifier
    /// A name in backquotes.
    case quoted
    case int, uint, double, string, bytes
    case symbol(Symbol)
    case keyword(Keyword)
  }

  enum Symbol: String, Hashable, Sendable {
    case leftParen = "("
    case rightParen = ")"
    case leftBracket = "["
    case rightBracket = "]"
    case leftBrace = "{"
    case rightBrace = "}"
    case dot = "."
    case comma = ","
    case colon = ":"
    case question = "?"
    case plus = "+"
    case minus = "-"
    case star = "*"
    case slash = "/"
    case percent = "%"
    case exclamation = "!"
    case and = "&&"
    case or = "||"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case equal = "=="
    case notEqual = "!="
  }

  /// The words that are never names.
  enum Keyword: String, Hashable, Sendable, CaseIterable {
    case `in`, `true`, `false`, null
  }

  var kind: Kind
  /// UTF-8 offsets in the text.
  var range: Range<Int32>
}

extension Token {
  /// The words that name no variable or function, but may follow a dot.
  static let reservedWords: Set<String> = [
    "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop",
    "package", "namespace", "return", "var", "void", "while",
  ]

  /// Whether `text` needs no backquotes as a field: `[A-Za-z_][A-Za-z0-9_]*` and no keyword.
  static func isFieldName(_ text: String) -> Bool {
    guard let first = text.utf8.first, isNameStart(first) else { return false }
    return text.utf8.allSatisfy(isNamePart) && Keyword(rawValue: text) == nil
  }

  static func isNameStart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  static func isNamePart(_ byte: UInt8) -> Bool { isNameStart(byte) || isDigit(byte) }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  static func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
