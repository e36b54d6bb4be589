/// Looks for foreign idioms in a text that has no syntax.
struct SyntaxAdvice {
  private let found: IdiomTokens

  init(bytes: [UInt8], tokens: [Token]) {
    found = IdiomTokens(bytes: bytes, tokens: tokens)
  }

  /// In longer texts no idioms are looked for.
  private static let tokenLimit = 400

  /// The issues, of which the first names the idiom that causes it, where there is one.
  ///
  /// Its replacement can be parsed; whether its types fit is not known here.
  func advised(_ issues: [Issue]) -> [Issue] {
    guard let issue = issues.first, case .syntax = issue.problem, issue.range != nil else {
      return issues
    }
    if let special = special(issues) { return special }
    let text = String(decoding: found.bytes, as: UTF8.self)
    var noted: IdiomMatch?
    for match in matches(of: issue) {
      for rewriting in match.rewritings where Parser.canParse(rewriting.applied(to: text)) {
        let use = match.use(rewriting.inContext(of: text))
        return [Issue(.foreign(use), range: match.range)]
      }
      if match.idiom.note != nil { noted = noted ?? match }
    }
    return noted.map { [Issue(.foreign($0.use()), range: $0.range)] } ?? issues
  }

  /// The issues of a text that ends too early, and of escapes that are none.
  func special(_ issues: [Issue]) -> [Issue]? {
    guard let issue = issues.first, let range = issue.range else { return nil }
    if let apostrophe = apostrophe(before: range.upperBound) { return [apostrophe] }
    guard case .syntax(.escape(.unknown)) = issue.problem, matches(of: issue).isEmpty
    else { return nil }
    return issues.map { issue in
      guard case .syntax(.escape(.unknown(let escape, _))) = issue.problem,
        let range = issue.range
      else { return issue }
      return issue.replacing(.syntax(.escape(.unknown(escape, literals: literals(at: range)))))
    }
  }

  /// The idioms that may cause an issue, in the order of the table.
  func matches(of issue: Issue) -> [IdiomMatch] {
    guard found.tokens.count <= SyntaxAdvice.tokenLimit, let offset = issue.range?.lowerBound else {
      return []
    }
    var isBranch = false
    if case .syntax(.unexpected(.secondBranch, _)) = issue.problem { isBranch = true }
    let error =
      found.tokens.firstIndex { Int($0.range.upperBound) > offset } ?? found.tokens.count - 1
    return ForeignIdioms.patterns.flatMap { idiom, pattern -> [IdiomMatch] in
      guard found.holdsLiterals(of: pattern) else { return [] }
      return found.matches(pattern, at: error, isBranch: isBranch).map { result(idiom, $0) }
    }
  }

  private func result(_ idiom: ForeignIdiom, _ match: IdiomTokens.Match) -> IdiomMatch {
    let whole = found.bytes(match.tokens)
    let anchor = match.literal.map(found.bytes) ?? whole
    let written = match.literal.map(found.text) ?? found.text(match.tokens)
    let startsWithWord =
      match.literal?.lowerBound == match.tokens.lowerBound
      && written.utf8.first.map(Token.isNameStart) ?? false
    let isSwap = !idiom.replacements.isEmpty && !idiom.replacements.contains { $0.contains("$") }
    let kind: ForeignUse.Kind =
      idiom.isConstruct ? .construct : startsWithWord && !isSwap ? .word : .operation
    return IdiomMatch(
      idiom: idiom, written: idiom.subject ?? written, kind: kind,
      range: idiom.isConstruct ? whole : anchor,
      rewritings: idiom.replacements.compactMap { template in
        Rewriting.filled(template, match.captures).map { Rewriting(range: whole, replacement: $0) }
      })
  }

  /// The literal around a wrong escape: raw, and with its backslashes doubled.
  private func literals(at range: Range<Int>) -> [String] {
    guard
      let token = found.tokens.first(where: {
        $0.kind == .string && Int($0.range.upperBound) > range.lowerBound
      }), token.range.count <= 60
    else { return [] }
    let literal = String(
      decoding: found.bytes[Int(token.range.lowerBound)..<Int(token.range.upperBound)],
      as: UTF8.self)
    guard let quote = literal.first, quote == "'" || quote == "\"" else { return [] }
    var doubled = ""
    for character in literal { doubled += character == "\\" ? "\\\\" : String(character) }
    return ["r" + literal, doubled]
  }
}

extension SyntaxAdvice {
  /// The issue of a text that its own apostrophe ends: `'it's'`.
  private func apostrophe(before offset: Int, depth: Int = 0) -> Issue? {
    let mark = UInt8(ascii: "'")
    for (index, token) in found.tokens.enumerated() where token.kind == .string {
      let (start, end) = (Int(token.range.lowerBound), Int(token.range.upperBound))
      guard start <= offset, found.bytes[start] == mark, end - start > 2,
        Token.isNamePart(found.bytes[end - 2]) || found.bytes[end - 2] >= 0x80,
        found.tokens.indices.contains(index + 1),
        Int(found.tokens[index + 1].range.lowerBound) == end, end < found.bytes.count,
        Token.isNamePart(found.bytes[end]) || found.bytes[end] >= 0x80
      else { continue }
      guard let corrected = escaped(from: start, apostrophe: end - 1, depth) else { return nil }
      return Issue(.syntax(.apostrophe(corrected: corrected)), range: start..<found.bytes.count)
    }
    return nil
  }

  /// The expression with the apostrophes of the text at `start` escaped, for the first end of the text
  /// that gives an expression. A later text of it may have an apostrophe, too.
  private func escaped(from start: Int, apostrophe: Int, _ depth: Int) -> String? {
    let mark = UInt8(ascii: "'")
    let ends = found.bytes.indices.filter { $0 > apostrophe && found.bytes[$0] == mark }
    for end in ends.prefix(8) + [found.bytes.count] {
      var bytes = Array(found.bytes[...start])
      for byte in found.bytes[(start + 1)..<end] {
        if byte == mark { bytes.append(UInt8(ascii: "\\")) }
        bytes.append(byte)
      }
      bytes.append(mark)
      bytes += found.bytes.dropFirst(end + 1)
      let text = String(decoding: bytes, as: UTF8.self)
      if Parser.canParse(text) { return text }
      if depth < 2 {
        let rest = SyntaxAdvice(bytes: bytes, tokens: Lexer.tokens(of: bytes).tokens)
        let issue = rest.apostrophe(before: bytes.count, depth: depth + 1)
        if case .syntax(.apostrophe(let corrected))? = issue?.problem { return corrected }
      }
    }
    return nil
  }
}
