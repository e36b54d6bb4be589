/// A pattern of tokens with gaps, for text that is not an expression.
///
/// A pattern is a list of elements, separated by blanks:
/// - `$a` … `$d`: an operand, which is a literal, a name or brackets with all selections and calls
///   after it;
/// - `$o`: an operand that ends with an index, which is `$p`;
/// - `$q`: an operand that ends with a field, which is `$s`; if an index is before it, also `$o` and
///   `$p`;
/// - `$e`, `$g`, `$h`: an expression, up to the next element or to the end of the surroundings;
/// - `$i`: an expression in which `it` and `$0` are a variable;
/// - `$l`: arguments with labels, which give `$k` (a map's entries), `$f` (fields) and `$v` (values);
/// - `$w`: two or more words without operators, which give a text;
/// - `$n`: a name; `$t`: a text with gaps, which gives `$x` and `$y` (parts joined by `+`);
/// - `⊢` and `⊣`: the begin and the end of the surroundings: brackets, commas, the text;
/// - anything else: the token of that text, or one of several that are separated by `¦`.
struct IdiomPattern: Sendable {
  enum Element: Hashable, Sendable {
    case literal([String])
    case operand(Character)
    case indexed
    case selected
    case expression(Character)
    case labels
    case words
    case name(Character)
    case template
    case start
    case end
  }

  let elements: [Element]

  init(_ text: String) {
    elements = text.split(separator: " ").map { part in
      switch part {
      case "⊢": .start
      case "⊣": .end
      case "$a", "$b", "$c", "$d": .operand(part.last ?? "a")
      case "$o": .indexed
      case "$q": .selected
      case "$e", "$g", "$h", "$i": .expression(part.last ?? "e")
      case "$l": .labels
      case "$w": .words
      case "$n", "$m": .name(part.last ?? "n")
      case "$t": .template
      default: .literal(part.split(separator: "¦").map(String.init))
      }
    }
  }
}

/// The tokens of an expression that has no syntax.
struct IdiomTokens {
  let bytes: [UInt8]
  let tokens: [Token]
  /// For each byte, whether a token starts with it.
  private let isStart: [Bool]

  /// A pattern's match, by indices of tokens.
  struct Match {
    var tokens: Range<Int>
    /// The tokens of the first literal of the pattern.
    var literal: Range<Int>?
    var captures: [Character: String] = [:]
  }

  init(bytes: [UInt8], tokens: [Token]) {
    self.bytes = bytes
    self.tokens = tokens
    var isStart = [Bool](repeating: false, count: 256)
    for token in tokens.dropLast() { isStart[Int(bytes[Int(token.range.lowerBound)])] = true }
    self.isStart = isStart
  }

  init(text: String) {
    let bytes = Array(text.utf8)
    self.init(bytes: bytes, tokens: Lexer.tokens(of: bytes).tokens)
  }

  /// The whole text with `x` for `it` and `$0`.
  func body() -> String { body(0..<count) }

  /// The names of which a field or method is used, in order.
  var owners: [String] {
    (0..<count).filter {
      tokens[$0].kind == .identifier && symbol($0 - 1) != .dot && symbol($0 + 1) == .dot
    }.map { text($0) }
  }

  /// The smallest part around a range that an operator `&&` or `||`, a bracket, a comma or a branch
  /// delimits, as UTF-8 offsets.
  func surroundings(of range: Range<Int>) -> Range<Int> {
    let inside = tokens.indices.dropLast().filter {
      Int(tokens[$0].range.lowerBound) >= range.lowerBound
        && Int(tokens[$0].range.upperBound) <= range.upperBound
    }
    guard var first = inside.first, var last = inside.last else { return 0..<bytes.count }
    while first > 0, !isEdge(first - 1) {
      first = opening(of: first - 1) ?? first - 1
    }
    while last + 1 < count, !isEdge(last + 1) || isOpening(last + 1) {
      last = isOpening(last + 1) ? (closed(last + 1) ?? count) - 1 : last + 1
    }
    return bytes(first..<last + 1)
  }

  func isOpening(_ index: Int) -> Bool {
    [.leftParen, .leftBracket, .leftBrace].contains(symbol(index))
  }

  private func isEdge(_ index: Int) -> Bool {
    switch symbol(index) {
    case .and, .or: true
    case .rightParen, .rightBracket, .rightBrace: opening(of: index) == nil
    default: isDelimiter(index)
    }
  }

  /// The bracket that the one at `index` closes.
  private func opening(of index: Int) -> Int? {
    guard [.rightParen, .rightBracket, .rightBrace].contains(symbol(index)) else { return nil }
    return (0..<index).last { isOpening($0) && closed($0) == index + 1 }
  }

  /// The number of tokens without the end.
  var count: Int { tokens.count - 1 }

  func text(_ index: Int) -> String { text(index..<index + 1) }

  func text(_ range: Range<Int>) -> String {
    let bytes = bytes(range)
    return String(decoding: self.bytes[bytes], as: UTF8.self)
  }

  /// UTF-8 offsets of tokens.
  func bytes(_ range: Range<Int>) -> Range<Int> {
    guard let first = range.first, let last = range.last, tokens.indices.contains(last) else {
      let offset =
        tokens.indices.contains(range.lowerBound)
        ? Int(tokens[range.lowerBound].range.lowerBound) : bytes.count
      return offset..<offset
    }
    return Int(tokens[first].range.lowerBound)..<Int(tokens[last].range.upperBound)
  }

  /// The matches that include the token at `error`, or end before it, up to `matchLimit`, from left to
  /// right. `isBranch`: the error is a branch of `? :` that is missing, so the idiom is anywhere before
  /// it.
  func matches(_ pattern: IdiomPattern, at error: Int, isBranch: Bool) -> [Match] {
    var matches: [Match] = []
    for start in 0..<max(0, min(count, error + 1)) where matches.count < Self.matchLimit {
      switch pattern.elements[0] {
      case .operand where !canStartOperand(start), .indexed where !canStartOperand(start),
        .selected where !canStartOperand(start):
        continue
      default: break
      }
      var match = Match(tokens: start..<start)
      if fits(pattern.elements[...], from: start, &match),
        isBranch || match.tokens.upperBound >= error
      {
        matches.append(match)
      }
    }
    return matches
  }

  /// The matches of one pattern that are tried: calls in calls have one for each.
  private static let matchLimit = 3

  private func fits(
    _ elements: ArraySlice<IdiomPattern.Element>, from start: Int, _ match: inout Match
  ) -> Bool {
    var next = start
    for (index, element) in zip(elements.indices, elements) {
      switch element {
      case .start: if !isDelimiter(next - 1) { return false }
      case .end: if !isDelimiter(next) { return false }
      case .literal(let words):
        guard let end = words.lazy.compactMap({ literal($0, at: next) }).first else { return false }
        if match.literal == nil { match.literal = next..<end }
        next = end
      case .operand(let slot):
        guard let end = operand(at: next) else { return false }
        match.captures[slot] = text(next..<end)
        next = end
      case .indexed:
        guard let end = operand(at: next), splitIndex(of: next..<end, &match) else { return false }
        next = end
      case .selected:
        guard let end = operand(at: next), end - 2 > next, symbol(end - 2) == .dot,
          tokens[end - 1].kind == .identifier
        else { return false }
        match.captures["q"] = text(next..<end - 2)
        match.captures["s"] = text(end - 1)
        _ = splitIndex(of: next..<end - 2, &match)
        next = end
      case .name(let slot):
        guard next < count, tokens[next].kind == .identifier else { return false }
        match.captures[slot] = text(next)
        next += 1
      case .expression(let slot):
        let end = expressionEnd(from: next, before: elements[(index + 1)...])
        guard end > next else { return false }
        match.captures[slot] = slot == "i" ? body(next..<end) : text(next..<end)
        if slot == "i", match.captures[slot] == text(next..<end) { return false }
        next = end
      case .labels:
        guard let end = labels(at: next, &match) else { return false }
        next = end
      case .words:
        guard let end = words(at: next) else { return false }
        match.captures["w"] = Printer.quoted(text(next..<end))
        next = end
      case .template:
        guard let end = template(at: next, &match) else { return false }
        next = end
      }
    }
    match.tokens = start..<next
    return true
  }

  /// Cuts an operand before the index at its end; whether it has one.
  private func splitIndex(of operand: Range<Int>, _ match: inout Match) -> Bool {
    let bracket = operand.last {
      symbol($0) == .leftBracket && closed($0) == operand.upperBound
    }
    guard let bracket, bracket > operand.lowerBound else { return false }
    match.captures["o"] = text(operand.lowerBound..<bracket)
    match.captures["p"] = text(bracket + 1..<operand.upperBound - 1)
    return true
  }
}

extension IdiomTokens {
  /// Whether each literal of a pattern is somewhere in the text; if not, the pattern cannot match.
  func holdsLiterals(of pattern: IdiomPattern) -> Bool {
    pattern.elements.allSatisfy { element in
      guard case .literal(let words) = element else { return true }
      return words.contains { word in
        guard let first = word.utf8.first, isStart[Int(first)] else { return false }
        return (0..<count).contains { literal(word, at: $0) != nil }
      }
    }
  }

  /// The end of the tokens at `index` that spell `word` without blanks between them.
  private func literal(_ word: String, at index: Int) -> Int? {
    guard index < count else { return nil }
    let start = Int(tokens[index].range.lowerBound)
    let end = start + word.utf8.count
    guard end <= bytes.count, bytes[start] == word.utf8.first,
      bytes[start..<end].elementsEqual(word.utf8)
    else { return nil }
    var next = index
    while Int(tokens[next].range.upperBound) < end {
      next += 1
      guard next < count, isAdjacent(next) else { return nil }
    }
    return Int(tokens[next].range.upperBound) == end ? next + 1 : nil
  }

  func symbol(_ index: Int) -> Token.Symbol? {
    guard tokens.indices.contains(index), case .symbol(let symbol) = tokens[index].kind else {
      return nil
    }
    return symbol
  }

  /// Whether an expression ends here: a bracket, a comma, a colon, the text.
  func isDelimiter(_ index: Int) -> Bool {
    if index < 0 || index >= count { return true }
    switch symbol(index) {
    case .comma, .colon, .question, .leftParen, .rightParen, .leftBracket, .rightBracket,
      .leftBrace, .rightBrace:
      return true
    default: return text(index) == ";"
    }
  }

  private func canStartOperand(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    if symbol(index - 1) == .dot { return false }
    switch tokens[index - 1].kind {
    case .identifier, .quoted, .int, .uint, .double, .string, .bytes:
      return ![.leftParen, .leftBracket, .leftBrace].contains(symbol(index))
    default:
      return symbol(index - 1) != .rightParen && symbol(index - 1) != .rightBracket
    }
  }

  /// The end of the operand at `index`.
  private func operand(at index: Int) -> Int? {
    guard index < count else { return nil }
    var next = index
    switch tokens[index].kind {
    case .identifier, .quoted, .int, .uint, .double, .string, .bytes, .keyword(.true),
      .keyword(.false), .keyword(.null):
      next += 1
    case .symbol(.leftParen), .symbol(.leftBracket), .symbol(.leftBrace):
      guard let end = closed(index) else { return nil }
      next = end
    default: return nil
    }
    while next < count {
      if symbol(next) == .dot, next + 1 < count, tokens[next + 1].kind == .identifier {
        next += 2
      } else if symbol(next) == .dot, symbol(next + 1) == .question, next + 2 < count,
        tokens[next + 2].kind == .identifier
      {
        next += 3
      } else if symbol(next) == .leftParen || symbol(next) == .leftBracket, isAdjacent(next),
        let end = closed(next)
      {
        next = end
      } else {
        break
      }
    }
    return next
  }

  func isAdjacent(_ index: Int) -> Bool {
    index > 0 && tokens[index].range.lowerBound == tokens[index - 1].range.upperBound
  }

  /// The end of the brackets that open at `index`.
  func closed(_ index: Int) -> Int? {
    var depth = 0
    for next in index..<count {
      switch symbol(next) {
      case .leftParen, .leftBracket, .leftBrace: depth += 1
      case .rightParen, .rightBracket, .rightBrace:
        depth -= 1
        if depth == 0 { return next + 1 }
      default: break
      }
    }
    return nil
  }

  /// The end of an expression that the next literal element, or the surroundings, delimit.
  func expressionEnd(
    from start: Int, before rest: ArraySlice<IdiomPattern.Element>
  ) -> Int {
    var words: [String] = []
    if case .literal(let next)? = rest.first { words = next }
    var next = start
    while next < count {
      if words.contains(where: { literal($0, at: next) != nil }) { return next }
      switch symbol(next) {
      case .leftParen, .leftBracket, .leftBrace:
        guard let end = closed(next) else { return next }
        next = end
        continue
      case .comma, .rightParen, .rightBracket, .rightBrace: return next
      default: break
      }
      if text(next) == ";" { return next }
      next += 1
    }
    return next
  }

  /// Tokens in which `it`, `$0` and `_` become the variable `x`.
  private func body(_ range: Range<Int>) -> String {
    var result = ""
    var next = range.lowerBound
    var end = bytes(range).lowerBound
    while next < range.upperBound {
      result += String(decoding: bytes[end..<Int(tokens[next].range.lowerBound)], as: UTF8.self)
      let isField = next > range.lowerBound && symbol(next - 1) == .dot
      if text(next) == "$", next + 1 < range.upperBound, tokens[next + 1].kind == .int {
        next += 1
        result += "x"
      } else if !isField, text(next) == "it" || text(next) == "_" {
        result += "x"
      } else {
        result += text(next)
      }
      end = Int(tokens[next].range.upperBound)
      next += 1
    }
    return result
  }
}
