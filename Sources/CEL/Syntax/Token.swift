/// A piece of an expression's text.
struct Token: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case end
    /// A name or a reserved word that is not a keyword.
    case identifier
    /// A name in backquotes.
    case quoted
    case int, uint, double, string, bytes
    case symbol(Symbol)
    case keyword(Keyword)
    /// Characters that are not a token of this language: `=>`, `#`, an unclosed text.
    case other
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

extension Token.Symbol {
  /// The symbol that starts with these bytes: the longest there is.
  init?(_ first: UInt8, _ second: UInt8?) {
    guard let symbol = Token.Symbol.pair(first, second) ?? Token.Symbol.single(first) else {
      return nil
    }
    self = symbol
  }

  private static func pair(_ first: UInt8, _ second: UInt8?) -> Token.Symbol? {
    switch (first, second) {
    case (UInt8(ascii: "&"), UInt8(ascii: "&")): .and
    case (UInt8(ascii: "|"), UInt8(ascii: "|")): .or
    case (UInt8(ascii: "<"), UInt8(ascii: "=")): .lessOrEqual
    case (UInt8(ascii: ">"), UInt8(ascii: "=")): .greaterOrEqual
    case (UInt8(ascii: "="), UInt8(ascii: "=")): .equal
    case (UInt8(ascii: "!"), UInt8(ascii: "=")): .notEqual
    default: nil
    }
  }

  private static func single(_ byte: UInt8) -> Token.Symbol? {
    switch byte {
    case UInt8(ascii: "("): .leftParen
    case UInt8(ascii: ")"): .rightParen
    case UInt8(ascii: "["): .leftBracket
    case UInt8(ascii: "]"): .rightBracket
    case UInt8(ascii: "{"): .leftBrace
    case UInt8(ascii: "}"): .rightBrace
    case UInt8(ascii: "."): .dot
    case UInt8(ascii: ","): .comma
    case UInt8(ascii: ":"): .colon
    case UInt8(ascii: "?"): .question
    case UInt8(ascii: "+"): .plus
    case UInt8(ascii: "-"): .minus
    case UInt8(ascii: "*"): .star
    case UInt8(ascii: "/"): .slash
    case UInt8(ascii: "%"): .percent
    case UInt8(ascii: "!"): .exclamation
    case UInt8(ascii: "<"): .less
    case UInt8(ascii: ">"): .greater
    default: nil
    }
  }

  /// In bytes.
  var length: Int {
    switch self {
    case .and, .or, .lessOrEqual, .greaterOrEqual, .equal, .notEqual: 2
    case .leftParen, .rightParen, .leftBracket, .rightBracket, .leftBrace, .rightBrace, .dot,
      .comma, .colon, .question, .plus, .minus, .star, .slash, .percent, .exclamation, .less,
      .greater:
      1
    }
  }

  /// The binary operator; `nil` for other symbols.
  var binary: Syntax.Binary? {
    switch self {
    case .plus: .add
    case .minus: .subtract
    case .star: .multiply
    case .slash: .divide
    case .percent: .modulo
    case .and: .and
    case .or: .or
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .equal: .equal
    case .notEqual: .notEqual
    case .leftParen, .rightParen, .leftBracket, .rightBracket, .leftBrace, .rightBrace, .dot,
      .comma, .colon, .question, .exclamation:
      nil
    }
  }
}

extension Token.Keyword {
  /// The keyword that these bytes spell.
  init?(_ bytes: some BidirectionalCollection<UInt8>) {
    let keyword: Token.Keyword
    switch (bytes.count, bytes.first) {
    case (2, UInt8(ascii: "i")): keyword = .in
    case (4, UInt8(ascii: "t")): keyword = .true
    case (4, UInt8(ascii: "n")): keyword = .null
    case (5, UInt8(ascii: "f")): keyword = .false
    default: return nil
    }
    guard keyword.rawValue.utf8.elementsEqual(bytes) else { return nil }
    self = keyword
  }
}

extension Token {
  /// Whether this is a word that names no variable or function, but may follow a dot.
  ///
  /// No two of them have the same length and the same first letter: so only one is compared.
  static func isReserved(_ text: String) -> Bool {
    switch (text.utf8.count, text.utf8.first) {
    case (2, UInt8(ascii: "a")): text == "as"
    case (2, UInt8(ascii: "i")): text == "if"
    case (3, UInt8(ascii: "f")): text == "for"
    case (3, UInt8(ascii: "l")): text == "let"
    case (3, UInt8(ascii: "v")): text == "var"
    case (4, UInt8(ascii: "e")): text == "else"
    case (4, UInt8(ascii: "l")): text == "loop"
    case (4, UInt8(ascii: "v")): text == "void"
    case (5, UInt8(ascii: "b")): text == "break"
    case (5, UInt8(ascii: "c")): text == "const"
    case (5, UInt8(ascii: "w")): text == "while"
    case (6, UInt8(ascii: "i")): text == "import"
    case (6, UInt8(ascii: "r")): text == "return"
    case (7, UInt8(ascii: "p")): text == "package"
    case (8, UInt8(ascii: "c")): text == "continue"
    case (8, UInt8(ascii: "f")): text == "function"
    case (9, UInt8(ascii: "n")): text == "namespace"
    default: false
    }
  }

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
