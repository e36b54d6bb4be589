extension String {
  /// The expression with its texts in `'`, where they have neither `'` nor escapes. In JSON, a `"`
  /// needs an escape.
  var inSingleQuotes: String {
    guard utf8.contains(UInt8(ascii: "\"")) else { return self }
    var bytes = Array(utf8)
    for token in Lexer.tokens(of: bytes).tokens where token.kind == .string {
      let (first, last) = (Int(token.range.lowerBound), Int(token.range.upperBound) - 1)
      guard last > first, bytes[first] == UInt8(ascii: "\""), bytes[last] == bytes[first],
        !bytes[first + 1..<last].contains(where: { "'\"\\".utf8.contains($0) })
      else { continue }
      bytes[first] = UInt8(ascii: "'")
      bytes[last] = UInt8(ascii: "'")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A replacement of a part of an expression's text.
struct Rewriting: Hashable {
  /// UTF-8 offsets of the part.
  var range: Range<Int>
  /// The text that replaces it, without the brackets that its surroundings may need.
  var replacement: String

  /// `text` after the replacement, in brackets where its surroundings bind more strongly.
  func applied(to text: String) -> String {
    let bytes = Array(text.utf8)
    let before = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
    let after = String(decoding: bytes[range.upperBound...], as: UTF8.self)
    return before + inContext(of: text) + after
  }

  /// The replacement, in brackets where its surroundings bind more strongly.
  func inContext(of text: String) -> String {
    let tokens = Lexer.tokens(of: Array(text.utf8)).tokens.dropLast()
    let before = tokens.last { Int($0.range.upperBound) <= range.lowerBound }
    let after = tokens.first { Int($0.range.lowerBound) >= range.upperBound }
    let own = Rewriting.precedence(of: replacement)
    let isBound =
      Rewriting.bindsLeft(before?.kind, own) || Rewriting.bindsRight(after?.kind, own)
    return isBound ? "(\(replacement))" : replacement
  }

  /// A template with its slots replaced: `$r + [$0]`. Only a number is put into a text, as in
  /// `duration('$0s')`.
  static func filled(_ template: String, _ slots: [Character: String]) -> String? {
    var result = ""
    var rest = template[...]
    while let mark = rest.firstIndex(of: "$") {
      result += rest[..<mark]
      let slot = rest.index(after: mark)
      guard slot < rest.endIndex, let text = slots[rest[slot]] else { return nil }
      rest = rest[rest.index(after: slot)...]
      if result.last == "'", !text.utf8.allSatisfy({ Token.isDigit($0) || $0 == UInt8(ascii: ".") })
      {
        return nil
      }
      let own = precedence(of: text)
      let before = result.last { $0 != " " }
      let after = rest.first { $0 != " " }
      let isOpen = "([,{".contains(before ?? "(") && ")],}".contains(after ?? ")")
      let isBranch =
        own > 0 && "([,{?:".contains(before ?? "(") && ")],}?:".contains(after ?? ")")
      result +=
        isOpen || isBranch || own >= unit || text.isEmpty || text.contains(", ")
        ? text : "(\(text))"
    }
    return result + rest
  }

  private static let unit = 7

  /// How strongly the weakest operator of a text binds: 0 for `? :`, 1 for `||` … `unit` without.
  private static func precedence(of text: String) -> Int {
    var result = unit
    var depth = 0
    var isOperand = false
    for token in Lexer.tokens(of: Array(text.utf8)).tokens.dropLast() {
      var endsOperand = true
      switch token.kind {
      case .symbol(.leftParen), .symbol(.leftBracket), .symbol(.leftBrace):
        depth += 1
        endsOperand = false
      case .symbol(.rightParen), .symbol(.rightBracket), .symbol(.rightBrace): depth -= 1
      case .symbol(.question) where depth == 0 && isOperand:
        result = 0
        endsOperand = false
      case .keyword(.in) where depth == 0:
        result = min(result, Syntax.Binary.contained.precedence)
        endsOperand = false
      case .symbol(let symbol) where depth == 0:
        endsOperand = false
        if isOperand, let operation = symbol.binary {
          result = min(result, operation.precedence)
        } else if symbol == .minus || symbol == .exclamation {
          result = min(result, unit - 1)
        }
      default: break
      }
      isOperand = endsOperand
    }
    return result
  }

  private static func bindsLeft(_ kind: Token.Kind?, _ own: Int) -> Bool {
    switch kind {
    case .symbol(.question): own == 0
    case .symbol(.exclamation): own < unit
    case .keyword(.in): own <= Syntax.Binary.contained.precedence
    case .symbol(.and), .symbol(.or): own < (kind == .symbol(.and) ? 2 : 1)
    case .symbol(let symbol): symbol.binary.map { own <= $0.precedence } ?? false
    default: false
    }
  }

  private static func bindsRight(_ kind: Token.Kind?, _ own: Int) -> Bool {
    switch kind {
    case .symbol(.dot), .symbol(.leftBracket): own < unit
    case .symbol(.question): own == 0
    case .keyword(.in): own < Syntax.Binary.contained.precedence
    case .symbol(let symbol): symbol.binary.map { own < $0.precedence } ?? false
    default: false
    }
  }
}
