/// Cuts a text into tokens. Characters that are not a token become a token `other`.
///
/// Of several issues only the first one is reliable: one quotation mark too many turns texts into code
/// and code into texts.
struct Lexer {
  private let bytes: [UInt8]
  private var position = 0
  private(set) var tokens: [Token] = []
  private(set) var issues: [Issue] = []

  /// The tokens of a text, of which the last is `end`, with the literals that are wrong.
  static func tokens(of bytes: [UInt8]) -> (tokens: [Token], issues: [Issue]) {
    var lexer = Lexer(bytes: bytes)
    lexer.tokens.reserveCapacity(bytes.count / 3 + 2)
    while lexer.readToken() {}
    return (lexer.tokens, lexer.issues)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ offset: Int = 0) -> UInt8? {
    let index = position + offset
    return bytes.indices.contains(index) ? bytes[index] : nil
  }

  private mutating func add(_ kind: Token.Kind, from start: Int) {
    tokens.append(Token(kind: kind, range: Int32(start)..<Int32(position)))
  }

  private mutating func report(_ problem: ExpressionProblem.SyntaxProblem, from start: Int) {
    issues.append(Issue(.syntax(problem), range: start..<position))
    add(.other, from: start)
  }

  /// Reads one token; false at the end.
  private mutating func readToken() -> Bool {
    skipBlanks()
    let start = position
    guard let first = byte() else {
      add(.end, from: start)
      return false
    }
    if let opening = stringOpening() {
      readString(opening, from: start)
    } else if Token.isNameStart(first) {
      readName(from: start)
    } else if Token.isDigit(first)
      || (first == UInt8(ascii: ".") && byte(1).map(Token.isDigit) == true)
    {
      readNumber(from: start)
    } else if first == UInt8(ascii: "`") {
      readQuotedName(from: start)
    } else {
      readSymbol(from: start)
    }
    return true
  }

  private mutating func skipBlanks() {
    while let next = byte() {
      switch next {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C:
        position += 1
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
        while let other = byte(), other != UInt8(ascii: "\n") { position += 1 }
      default: return
      }
    }
  }

  private mutating func readName(from start: Int) {
    while let next = byte(), Token.isNamePart(next) { position += 1 }
    add(Token.Keyword(bytes[start..<position]).map(Token.Kind.keyword) ?? .identifier, from: start)
  }

  private mutating func readQuotedName(from start: Int) {
    position += 1
    while let next = byte(), next != UInt8(ascii: "`"), next != UInt8(ascii: "\n") { position += 1 }
    guard byte() == UInt8(ascii: "`") else {
      return report(.unclosedName, from: start)
    }
    position += 1
    let isLegal = bytes[start + 1..<position - 1].allSatisfy { byte in
      Token.isNamePart(byte) || [UInt8(ascii: "."), 0x2D, 0x2F, 0x20].contains(byte)
    }
    guard isLegal, position - start > 2 else {
      return report(.illegalName, from: start)
    }
    add(.quoted, from: start)
  }
}

extension Lexer {
  /// The prefix and quotation marks of a string, which decide how it is read.
  private struct Opening {
    var prefix: Int
    var quote: UInt8
    var isTriple: Bool
    var isRaw: Bool
    var isBytes: Bool
  }

  private func stringOpening() -> Opening? {
    var isRaw = false
    var isBytes = false
    var prefix = 0
    while prefix < 2, let next = byte(prefix) {
      if !isRaw, next | 0x20 == UInt8(ascii: "r") {
        isRaw = true
      } else if !isBytes, next | 0x20 == UInt8(ascii: "b") {
        isBytes = true
      } else {
        break
      }
      prefix += 1
    }
    guard let quote = byte(prefix), quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
      return nil
    }
    let isTriple = byte(prefix + 1) == quote && byte(prefix + 2) == quote
    return Opening(prefix: prefix, quote: quote, isTriple: isTriple, isRaw: isRaw, isBytes: isBytes)
  }

  private mutating func readString(_ opening: Opening, from start: Int) {
    position += opening.prefix + (opening.isTriple ? 3 : 1)
    while let next = byte() {
      if next == opening.quote, isClosing(opening) {
        position += opening.isTriple ? 3 : 1
        return add(opening.isBytes ? .bytes : .string, from: start)
      }
      if !opening.isTriple, next == UInt8(ascii: "\n") || next == UInt8(ascii: "\r") { break }
      position += next == UInt8(ascii: "\\") && !opening.isRaw && byte(1) != nil ? 2 : 1
    }
    report(
      .unclosedText(quote: String(Character(Unicode.Scalar(opening.quote)))), from: start)
    position = bytes.count
    tokens[tokens.count - 1].range = Int32(start)..<Int32(position)
  }

  private func isClosing(_ opening: Opening) -> Bool {
    !opening.isTriple || (byte(1) == opening.quote && byte(2) == opening.quote)
  }

  private mutating func readNumber(from start: Int) {
    var kind = Token.Kind.int
    if byte() == UInt8(ascii: "0"), let mark = byte(1), mark | 0x20 == UInt8(ascii: "x"),
      byte(2).flatMap(Token.hexValue) != nil
    {
      position += 2
      while let next = byte(), Token.hexValue(next) != nil { position += 1 }
    } else {
      skipDigits()
      if byte() == UInt8(ascii: "."), byte(1).map(Token.isDigit) == true {
        kind = .double
        position += 1
        skipDigits()
      }
      if hasExponent() {
        kind = .double
        position += Token.isDigit(byte(1) ?? 0) ? 1 : 2
        skipDigits()
      }
    }
    if kind == .int, let next = byte(), next | 0x20 == UInt8(ascii: "u") {
      position += 1
      kind = .uint
    }
    if let next = byte(), Token.isNamePart(next) {
      while let next = byte(), Token.isNamePart(next) { position += 1 }
      let text = text(from: start)
      let isTime = ["h", "m", "s", "ms", "us", "ns"].contains(
        text.drop { ".0123456789".contains($0) })
      return report(.number(text, isDuration: isTime), from: start)
    }
    add(kind, from: start)
  }

  private mutating func skipDigits() {
    while let next = byte(), Token.isDigit(next) { position += 1 }
  }

  private func hasExponent() -> Bool {
    guard let mark = byte(), mark | 0x20 == UInt8(ascii: "e"), let next = byte(1) else {
      return false
    }
    if Token.isDigit(next) { return true }
    return (next == UInt8(ascii: "+") || next == UInt8(ascii: "-"))
      && byte(2).map(Token.isDigit) == true
  }

  private func text(from start: Int) -> String {
    String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func readSymbol(from start: Int) {
    if let length = foreignLength() {
      position += length
      return add(.other, from: start)
    }
    if let symbol = Token.Symbol(bytes[start], byte(1)) {
      position += symbol.length
      return add(.symbol(symbol), from: start)
    }
    position += 1
    while let next = byte(), next & 0xC0 == 0x80 { position += 1 }
    add(.other, from: start)
  }

  /// The length of an operator of another language that is here. None of them can be part of an
  /// expression, whatever is around it: `--` and `!!` are not among them.
  private func foreignLength() -> Int? {
    guard let second = byte(1), Lexer.isInsideOfForeign(second) else { return nil }
    return Lexer.foreignOperators.first { bytes[position...].starts(with: $0) }?.count
  }

  private static func isInsideOfForeign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "?"), UInt8(ascii: ":"),
      UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "&"),
      UInt8(ascii: "|"), UInt8(ascii: "~"), UInt8(ascii: "<"):
      true
    default: false
    }
  }

  /// Longer ones before those that they begin with.
  private static let foreignOperators: [[UInt8]] = [
    "===", "!==", "<=>", "&&=", "||=", "??=", "...", "..<", "..=", "..", "=>", "->", "+=", "-=",
    "*=", "/=", "%=", "??", "?:", "++", "**", "<>", "::", ":=", "=~", "=<",
  ].map { Array($0.utf8) }
}
