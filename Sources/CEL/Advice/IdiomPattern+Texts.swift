/// Words, texts with gaps, and arguments with labels.
extension IdiomTokens {
  /// The end of two or more words at `start`, up to the end of the surroundings or an operator.
  func words(at start: Int) -> Int? {
    var next = start
    while next < count, tokens[next].kind == .identifier || (next > start && isWordEnd(next)) {
      next += 1
    }
    let names = (start..<next).filter { tokens[$0].kind == .identifier }
    let isSeparate = names.count > 1 && !isAdjacent(names[1])
    let isOperand = isTextOperator(start - 1) || isTextOperator(next)
    return isSeparate && isOperand && (isDelimiter(next) || isTextOperator(next)) ? next : nil
  }

  /// Whether a text may be before and after a token.
  private func isTextOperator(_ index: Int) -> Bool {
    switch symbol(index) {
    case .question, .colon, .plus, .equal, .notEqual: true
    default: false
    }
  }

  /// Whether a token is a number or the mark at the end of a sentence.
  private func isWordEnd(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .int, .symbol(.exclamation), .symbol(.dot): true
    default: false
    }
  }

  /// The end of arguments with labels: `id: 1, title = 'a'`.
  func labels(at start: Int, _ match: inout Match) -> Int? {
    var parts: [(name: String, value: String)] = []
    var next = start
    while next < count {
      guard tokens[next].kind == .identifier || tokens[next].kind == .string,
        text(next + 1) == ":" || text(next + 1) == "="
      else { return nil }
      let end = expressionEnd(from: next + 2, before: [])
      guard end > next + 2 else { return nil }
      let name = text(next).filter { $0 != "'" && $0 != "\"" }
      parts.append((name, text(next + 2..<end)))
      next = end
      guard symbol(next) == .comma else { break }
      next += 1
    }
    guard !parts.isEmpty else { return nil }
    match.captures["k"] = parts.map { "'\($0.name)': \($0.value)" }.joined(separator: ", ")
    match.captures["f"] = parts.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
    match.captures["v"] = parts.map(\.value).joined(separator: ", ")
    return next
  }

  /// A text with gaps: `` `Room ${id}` ``, `'Room \(id)'`, `f'Room {id}'`, `$'Room {id}'`.
  func template(at start: Int, _ match: inout Match) -> Int? {
    guard start < count else { return nil }
    var literal = text(start)
    var end = start + 1
    if start == 0, parts(of: text(0..<count)[...], opening: "{{", closing: "}}", &match),
      match.captures["x"]?.contains("'") == true
    {
      return count
    }
    if literal == "f" || literal == "$", end < count, tokens[end].kind == .string, isAdjacent(end) {
      literal = text(end)
      end += 1
      return parts(of: literal.withoutQuotes, opening: "{", closing: "}", &match) ? end : nil
    }
    if literal.utf8.first == UInt8(ascii: "`") {
      return parts(of: literal.withoutQuotes, opening: "${", closing: "}", &match) ? end : nil
    }
    guard tokens[start].kind == .string else { return nil }
    return parts(of: literal.withoutQuotes, opening: "\\(", closing: ")", &match) ? end : nil
  }

  /// Cuts a text at its gaps.
  private func parts(
    of text: Substring, opening: String, closing: String, _ match: inout Match
  ) -> Bool {
    guard let first = opening.utf8.first, text.utf8.contains(first) else { return false }
    var texts: [String] = [""]
    var gaps: [String] = []
    var rest = text
    while !rest.isEmpty {
      guard rest.hasPrefix(opening),
        let gap = rest.dropFirst(opening.count).before(closing, opening: opening.last)
      else {
        texts[texts.count - 1].append(rest.removeFirst())
        continue
      }
      gaps.append(String(gap))
      texts.append("")
      rest = rest[gap.endIndex...].dropFirst(closing.count)
    }
    guard !gaps.isEmpty, gaps.allSatisfy({ !$0.isEmpty }) else { return false }
    func joined(_ gap: (String) -> String) -> String {
      var parts: [String] = []
      for (index, text) in texts.enumerated() {
        if !text.isEmpty { parts.append(Printer.quoted(text)) }
        if index < gaps.count { parts.append(gap(gaps[index])) }
      }
      return parts.joined(separator: " + ")
    }
    match.captures["x"] = joined { "string(\($0))" }
    match.captures["y"] = joined { $0 }
    return true
  }
}

extension Substring {
  /// The part before the mark that closes an opened one; marks may be nested.
  fileprivate func before(_ closing: String, opening: Character?) -> Substring? {
    var depth = 0
    for index in indices {
      if depth == 0, self[index...].hasPrefix(closing) { return self[..<index] }
      if self[index] == opening { depth += 1 }
      if self[index] == closing.first { depth -= 1 }
    }
    return nil
  }
}

extension String {
  /// The text between its first and its last character.
  fileprivate var withoutQuotes: Substring { dropFirst().dropLast() }
}
