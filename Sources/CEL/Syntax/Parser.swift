/// Reads an expression. The result is syntax or issues.
///
///     expr    = or [ "?" or ":" expr ]
///     or, and, rel, add, mul = unary { operator unary }              by precedence: `binary`
///     unary   = member | "!" {"!"} member | "-" {"-"} member
///     member  = primary { "." ["?"] selector [ "(" args ")" ] | "[" ["?"] expr "]" }
///     primary = literal | "(" expr ")" | ["."] name [ "(" args ")" ] | "[" list "]" | "{" map "}"
///             | ["."] name {"." name} "{" fields "}"
///
/// Brackets and ternaries nest at most `Limits.nesting` deep; chains are loops. The parser stops at the
/// first token that does not fit: all further issues would be guesses.
package struct Parser {
  /// The limits of a text.
  package struct Bounds: Sendable {
    /// In code points.
    package var length = Limits.expressionLength
    package var nesting = Limits.nesting
    /// Syntax nodes, macros counted as one.
    package var nodes = Limits.syntaxNodes

    package init() {}
  }

  /// Thrown after the first issue of the grammar.
  struct Stop: Error {}

  let bytes: [UInt8]
  let tokens: [Token]
  let limits: Bounds
  var next = 0
  var depth = 0
  var nodes: [Syntax.Node] = []
  /// Operators that wait for their right operands, those of outer expressions first.
  private var waiting: [Waiting] = []
  var issues: [Issue] = []

  /// The syntax of `text`, or `nil` and at least one issue.
  package static func parse(
    _ text: String, limits: Bounds = Bounds()
  ) -> (syntax: Syntax?, issues: [Issue]) {
    let result = parsed(text, limits: limits)
    return (result.syntax, result.advice?.advised(result.issues) ?? result.issues)
  }

  /// The syntax of `text`, or its issues before advice is added to them.
  static func parsed(
    _ text: String, limits: Bounds = Bounds()
  ) -> (syntax: Syntax?, issues: [Issue], advice: SyntaxAdvice?) {
    // Bytes are counted faster, and code points are never more.
    if text.utf8.count > limits.length, case let length = text.unicodeScalars.count,
      length > limits.length
    {
      return (nil, [Issue(.limit(.length(found: length, limit: limits.length)))], nil)
    }
    if limits.nodes > 0, let kind = Parser.plain(text) {
      let node = Syntax.Node(kind: kind, range: 0..<Int32(text.utf8.count), first: 0)
      return (Syntax(text: text, nodes: [node]), [], nil)
    }
    let bytes = Array(text.utf8)
    let lexed = Lexer.tokens(of: bytes)
    if let issue = lexed.issues.first {
      return (nil, [issue], SyntaxAdvice(bytes: bytes, tokens: lexed.tokens))
    }
    var parser = Parser(bytes: bytes, tokens: lexed.tokens, limits: limits)
    do throws(Stop) {
      try parser.whole()
    } catch {
      return (nil, parser.issues, SyntaxAdvice(bytes: bytes, tokens: lexed.tokens))
    }
    if !parser.issues.isEmpty {
      return (nil, parser.issues, SyntaxAdvice(bytes: bytes, tokens: lexed.tokens))
    }
    return (Syntax(text: text, nodes: parser.nodes), [], nil)
  }

  /// Whether a text has syntax.
  static func canParse(_ text: String) -> Bool { parsed(text).syntax != nil }

  /// The syntax of a text that is only a name, a number or a word. Half of the cells are, and need no
  /// tokens.
  private static func plain(_ text: String) -> Syntax.Kind? {
    guard text.utf8.count <= 64 else { return nil }
    return text.utf8.withContiguousStorageIfAvailable { plain($0, of: text) } ?? nil
  }

  private static func plain(_ bytes: UnsafeBufferPointer<UInt8>, of text: String) -> Syntax.Kind? {
    guard let first = bytes.first else { return nil }
    if Token.isNameStart(first), bytes.allSatisfy(Token.isNamePart) {
      switch Token.Keyword(bytes) {
      case .true: return .literal(.bool(true))
      case .false: return .literal(.bool(false))
      case .null: return .literal(.null)
      case .in: return nil
      case nil:
        if Token.isReserved(text) { return nil }
        let range = 0..<Int32(bytes.count)
        return .name(Syntax.Name(text: text, range: range), isAbsolute: false)
      }
    }
    guard bytes.count < 19, bytes.allSatisfy(Token.isDigit) else { return nil }
    var number: Int64 = 0
    for digit in bytes { number = number * 10 + Int64(digit - UInt8(ascii: "0")) }
    return .literal(.int(number))
  }

  private init(bytes: [UInt8], tokens: [Token], limits: Bounds) {
    self.bytes = bytes
    self.tokens = tokens
    self.limits = limits
    nodes.reserveCapacity(tokens.count)
  }

  private mutating func whole() throws(Stop) {
    if token.kind == .end {
      throw report(.missingExpression, at: token.range)
    }
    _ = try expression()
    guard token.kind == .end else { throw unexpected(.operatorOrEnd) }
  }

  // expr = or [ "?" or ":" expr ]
  mutating func expression() throws(Stop) -> Syntax.Index {
    let start = nodes.count
    let condition = try binary()
    return accept(.question) ? try conditional(condition, first: start) : condition
  }

  private mutating func conditional(
    _ condition: Syntax.Index, first: Int
  ) throws(Stop) -> Syntax.Index {
    try enter()
    let positive = try binary()
    try expect(.colon, .secondBranch)
    let negative = try expression()
    depth -= 1
    return try add(
      .conditional(condition, positive, negative), first: first,
      range: range(condition).lowerBound..<range(negative).upperBound)
  }

  /// Counts one level of nesting; the caller counts down.
  mutating func enter() throws(Stop) {
    depth += 1
    if depth > limits.nesting {
      throw report(
        .limit(.nesting(found: depth, limit: limits.nesting)), at: token.range)
    }
  }

  /// A binary operator that waits for its right operand.
  private struct Waiting: BitwiseCopyable {
    var operation: Syntax.Binary
    var left: Syntax.Index
    var first: Int
  }

  // or, and, rel, add, mul: one loop for all levels, so that chains do not nest
  private mutating func binary() throws(Stop) -> Syntax.Index {
    let bottom = waiting.count
    var first = nodes.count
    var operand = try unary()
    while let operation = binaryOperator() {
      try join(from: bottom, &operand, &first, downTo: operation.precedence)
      next += 1
      waiting.append(Waiting(operation: operation, left: operand, first: first))
      first = nodes.count
      operand = try unary()
    }
    try join(from: bottom, &operand, &first, downTo: 0)
    return operand
  }

  /// Gives the operators that bind at least as strongly their right operands.
  private mutating func join(
    from bottom: Int, _ operand: inout Syntax.Index, _ first: inout Int,
    downTo precedence: Int
  ) throws(Stop) {
    while waiting.count > bottom, let top = waiting.last,
      top.operation.precedence >= precedence
    {
      waiting.removeLast()
      operand = try add(
        .binary(top.operation, top.left, operand), first: top.first,
        range: range(top.left).lowerBound..<range(operand).upperBound)
      first = top.first
    }
  }

  private func binaryOperator() -> Syntax.Binary? {
    switch token.kind {
    case .symbol(let symbol): symbol.binary
    case .keyword(.in): .contained
    default: nil
    }
  }

  // unary = member | "!" {"!"} member | "-" {"-"} member
  private mutating func unary() throws(Stop) -> Syntax.Index {
    if isAt(.exclamation) { return try prefixed(.exclamation, .not) }
    if isAt(.minus) { return try prefixed(.minus, .negate) }
    return try member()
  }

  // member = primary { "." ["?"] selector [ "(" args ")" ] | "[" ["?"] expr "]" }
  private mutating func member() throws(Stop) -> Syntax.Index {
    let first = nodes.count
    let operand = try primary()
    return try selectors(of: operand, first: first)
  }

  private mutating func prefixed(
    _ symbol: Token.Symbol, _ operation: Syntax.Unary
  ) throws(Stop) -> Syntax.Index {
    let start = token.range.lowerBound
    var count: Int32 = 0
    while accept(symbol) { count += 1 }
    let first = nodes.count
    let operand: Syntax.Index
    if symbol == .minus, isAtNumber {
      count -= 1
      operand = try selectors(
        of: signedNumber(from: tokens[next - 1].range.lowerBound), first: first)
    } else {
      operand = try member()
    }
    return try repeated(operation, count, operand, first: first, from: start)
  }

  /// Puts unary operators before an operand; `!(!x)` and `!!x` are the same syntax.
  private mutating func repeated(
    _ operation: Syntax.Unary, _ count: Int32, _ operand: Syntax.Index, first: Int, from: Int32
  ) throws(Stop) -> Syntax.Index {
    if count == 0 { return operand }
    let whole = from..<range(operand).upperBound
    if case .unary(operation, let inner, let value) = nodes[Int(operand)].kind {
      nodes[Int(operand)].kind = .unary(operation, count: inner + count, value)
      nodes[Int(operand)].range = whole
      return operand
    }
    return try add(.unary(operation, count: count, operand), first: first, range: whole)
  }
}
