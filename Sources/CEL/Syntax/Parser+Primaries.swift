extension Parser {
  // primary = literal | "(" expr ")" | ["."] name [ "(" args ")" ] | "[" list "]" | "{" map "}"
  mutating func primary() throws(Stop) -> Syntax.Index {
    switch token.kind {
    case .int, .uint, .double: return try number()
    case .string, .bytes: return try text()
    case .keyword(.true): return try literal(.bool(true))
    case .keyword(.false): return try literal(.bool(false))
    case .keyword(.null): return try literal(.null)
    case .identifier, .quoted: return try name(isAbsolute: false)
    case .symbol(.dot): return try absoluteName()
    case .symbol(.leftParen): return try parenthesized()
    case .symbol(.leftBracket): return try list()
    case .symbol(.leftBrace): return try map()
    case .end, .symbol, .keyword(.in), .other:
      throw noExpression()
    }
  }

  /// Names the operator before, which is what people look for.
  private mutating func noExpression() -> Stop {
    guard next > 0 else { return unexpected(.expression(after: nil)) }
    switch tokens[next - 1].kind {
    case .symbol(let symbol) where symbol.binary != nil,
      .symbol(let symbol) where symbol == .exclamation:
      return unexpected(.expression(after: symbol.rawValue))
    case .keyword(.in): return unexpected(.expression(after: "in"))
    default: return unexpected(.expression(after: nil))
    }
  }

  private mutating func absoluteName() throws(Stop) -> Syntax.Index {
    next += 1
    guard token.kind == .identifier || token.kind == .quoted else {
      throw unexpected(.name(after: "."))
    }
    return try name(isAbsolute: true)
  }

  private mutating func parenthesized() throws(Stop) -> Syntax.Index {
    let opening = token
    next += 1
    try enter()
    let inner = try expression()
    try close(.rightParen, opening, orElse: [")"])
    depth -= 1
    nodes[Int(inner)].range = opening.range.lowerBound..<tokens[next - 1].range.upperBound
    return inner
  }

  private mutating func literal(_ value: Syntax.Literal) throws(Stop) -> Syntax.Index {
    next += 1
    return try add(.literal(value), first: nodes.count, range: tokens[next - 1].range)
  }

  private mutating func number() throws(Stop) -> Syntax.Index {
    let range = token.range
    let digits = bytes[Int(range.lowerBound)..<Int(range.upperBound)]
    switch token.kind {
    case .uint:
      guard let value = Literals.uint(digits) else { throw outOfRange("uint", range) }
      return try literal(.uint(value))
    case .double:
      guard let value = Literals.double(digits, isNegative: false) else {
        throw outOfRange("double", range)
      }
      return try literal(.double(value))
    default:
      guard let value = Literals.int(digits, isNegative: false) else {
        throw outOfRange("int", range)
      }
      return try literal(.int(value))
    }
  }

  /// A number with the minus before it, which belongs to it: `-9223372036854775808`.
  mutating func signedNumber(from start: Int32) throws(Stop) -> Syntax.Index {
    let range = start..<token.range.upperBound
    let digits = bytes[Int(token.range.lowerBound)..<Int(token.range.upperBound)]
    let index: Syntax.Index
    if token.kind == .double {
      guard let value = Literals.double(digits, isNegative: true) else {
        throw outOfRange("double", range)
      }
      index = try literal(.double(value))
    } else {
      guard let value = Literals.int(digits, isNegative: true) else {
        throw outOfRange("int", range)
      }
      index = try literal(.int(value))
    }
    nodes[Int(index)].range = range
    return index
  }

  private mutating func outOfRange(_ type: String, _ range: Range<Int32>) -> Stop {
    let text = String(
      decoding: bytes[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
    return report(.outOfRange(text, type: type), at: range)
  }

  private mutating func text() throws(Stop) -> Syntax.Index {
    try literal(textValue(of: token.range))
  }

  /// A bad escape does not keep the rest from being read.
  private mutating func textValue(of range: Range<Int32>) -> Syntax.Literal {
    let start = Int(range.lowerBound)
    do throws(Literals.Failure) {
      let read = try Literals.text(bytes[start..<Int(range.upperBound)])
      if read.isBytes { return .bytes(read.bytes) }
      return .string(String(decoding: read.bytes, as: UTF8.self))
    } catch {
      let range = start + error.range.lowerBound..<start + error.range.upperBound
      issues.append(Issue(.syntax(.escape(error.problem)), range: range))
      return .null
    }
  }

  private mutating func name(isAbsolute: Bool) throws(Stop) -> Syntax.Index {
    let name = plainName()
    let start = isAbsolute ? tokens[next - 2].range.lowerBound : name.range.lowerBound
    if token.kind == .symbol(.leftParen) { return try call(name, isAbsolute, from: start) }
    if tokens[next - 1].kind == .identifier, Token.isReserved(name.text) {
      throw report(
        .syntax(.reservedWord(name.text, isCalled: false)), at: name.range,
        fix: "`\(name.text)`")
    }
    return try add(
      .name(name, isAbsolute: isAbsolute), first: nodes.count,
      range: start..<name.range.upperBound)
  }

  private mutating func call(
    _ name: Syntax.Name, _ isAbsolute: Bool, from start: Int32
  ) throws(Stop) -> Syntax.Index {
    let first = nodes.count
    if tokens[next - 1].kind == .identifier, Token.isReserved(name.text) {
      throw report(.reservedWord(name.text, isCalled: true), at: name.range)
    }
    let arguments = try arguments()
    let whole = start..<tokens[next - 1].range.upperBound
    guard name.text == "has", !isAbsolute, arguments.count == 1 else {
      return try add(.call(name, isAbsolute: isAbsolute, arguments), first: first, range: whole)
    }
    guard case .select(let operand, let field, isOptional: false) = nodes[Int(arguments[0])].kind
    else {
      throw report(.hasOperand, at: range(arguments[0]))
    }
    nodes.removeLast()
    return try add(.has(operand, field), first: first, range: whole)
  }

  // list = [ ["?"] expr {"," ["?"] expr} [","] ]
  private mutating func list() throws(Stop) -> Syntax.Index {
    let opening = token
    let first = nodes.count
    next += 1
    try enter()
    var elements: [Syntax.Element] = []
    while token.kind != .symbol(.rightBracket) {
      let isOptional = accept(.question)
      elements.append(Syntax.Element(value: try expression(), isOptional: isOptional))
      guard accept(.comma) else { break }
    }
    try close(.rightBracket, opening, orElse: elements.isEmpty ? ["]"] : [",", "]"])
    depth -= 1
    return try add(
      .list(elements), first: first,
      range: opening.range.lowerBound..<tokens[next - 1].range.upperBound)
  }

  // map = [ ["?"] expr ":" expr {"," ["?"] expr ":" expr} [","] ]
  private mutating func map() throws(Stop) -> Syntax.Index {
    let opening = token
    let first = nodes.count
    next += 1
    try enter()
    var entries: [Syntax.Entry] = []
    while token.kind != .symbol(.rightBrace) {
      let isOptional = accept(.question)
      let key = try expression()
      try expect(.colon, .keyValue)
      entries.append(Syntax.Entry(key: key, value: try expression(), isOptional: isOptional))
      guard accept(.comma) else { break }
    }
    try close(.rightBrace, opening, orElse: entries.isEmpty ? ["}"] : [",", "}"])
    depth -= 1
    return try add(
      .map(entries), first: first,
      range: opening.range.lowerBound..<tokens[next - 1].range.upperBound)
  }
}

/// Tokens and issues.
extension Parser {
  var token: Token { tokens[min(next, tokens.count - 1)] }

  func isAt(_ symbol: Token.Symbol) -> Bool { token.kind == .symbol(symbol) }

  var isAtNumber: Bool { token.kind == .int || token.kind == .double }

  mutating func expect(
    _ symbol: Token.Symbol, _ expected: @autoclosure () -> ExpressionProblem.Expectation
  ) throws(Stop) {
    if !accept(symbol) { throw unexpected(expected()) }
  }

  mutating func accept(_ symbol: Token.Symbol) -> Bool {
    guard token.kind == .symbol(symbol) else { return false }
    next += 1
    return true
  }

  mutating func close(
    _ symbol: Token.Symbol, _ opening: Token, orElse expected: @autoclosure () -> [String]
  ) throws(Stop) {
    if accept(symbol) { return }
    if token.kind == .end {
      throw report(
        .unclosed(opening: text(opening.range), closing: symbol.rawValue), at: opening.range)
    }
    throw unexpected(.oneOf(expected()))
  }

  /// A name after a dot, or a field's: any word but the four keywords, or one in backquotes.
  mutating func fieldName(
    _ expected: @autoclosure () -> ExpressionProblem.Expectation
  ) throws(Stop) -> Syntax.Name {
    guard token.kind == .identifier || token.kind == .quoted else {
      throw unexpected(expected())
    }
    return plainName()
  }

  mutating func plainName() -> Syntax.Name {
    let range = token.range
    let isQuoted = token.kind == .quoted
    next += 1
    let inner = isQuoted ? range.lowerBound + 1..<range.upperBound - 1 : range
    return Syntax.Name(text: text(inner), range: range)
  }

  func text(_ range: Range<Int32>) -> String {
    String(decoding: bytes[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
  }

  func range(_ index: Syntax.Index) -> Range<Int32> { nodes[Int(index)].range }

  mutating func add(
    _ kind: Syntax.Kind, first: Int, range: Range<Int32>
  ) throws(Stop) -> Syntax.Index {
    if nodes.count >= limits.nodes {
      throw report(.limit(.nodes(limit: limits.nodes)), at: range)
    }
    nodes.append(Syntax.Node(kind: kind, range: range, first: Int32(first)))
    return Int32(nodes.count) - 1
  }

  mutating func unexpected(_ expected: ExpressionProblem.Expectation) -> Stop {
    if token.kind == .other { return report(character(text(token.range)), at: token.range) }
    let found = token.kind == .end ? nil : text(token.range)
    return report(.unexpected(expected: expected, found: found), at: token.range)
  }

  /// Why some characters are not a token.
  private func character(_ text: String) -> ExpressionProblem.SyntaxProblem {
    guard let scalar = text.unicodeScalars.first else { return .character(text) }
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator:
      return .invisibleCharacter(scalar.value)
    default:
      let isQuote = "\u{2018}\u{2019}\u{201C}\u{201D}".unicodeScalars.contains(scalar)
      return isQuote ? .quotationMark(text) : .character(text)
    }
  }

  mutating func report(
    _ problem: ExpressionProblem.SyntaxProblem, at range: Range<Int32>
  ) -> Stop {
    report(.syntax(problem), at: range)
  }

  mutating func report(
    _ problem: ExpressionProblem, at range: Range<Int32>, fix: String? = nil
  ) -> Stop {
    issues.append(
      Issue(problem, fix: fix, range: Int(range.lowerBound)..<Int(range.upperBound)))
    return Stop()
  }
}
