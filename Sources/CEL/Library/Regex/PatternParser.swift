/// Reads RE2's syntax.
///
///     alternatives = sequence {"|" sequence}        sequence = {atom [repetition]}
///     repetition   = ("*" | "+" | "?" | "{" n ["," [m]] "}") ["?"]
///     atom         = "(" group ")" | "[" class "]" | "." | "^" | "$" | "\" escape | character
struct PatternParser {
  struct Flags {
    var ignoresCase = false
    var isMultiline = false
    var dotMatchesLineFeed = false
    var isUngreedy = false
  }

  let input: [UInt32]
  var at = 0
  var flags = Flags()
  private(set) var groupCount = 0
  private var names: [String] = []
  private var depth = 0

  /// Parses a whole pattern.
  static func parse(_ pattern: String) throws(PatternError) -> (node: PatternNode, groups: Int) {
    var parser = PatternParser(input: pattern.unicodeScalars.map(\.value))
    guard parser.input.count <= Limits.patternLength else {
      throw PatternError(reason: .tooLong, offset: Limits.patternLength)
    }
    let node = try parser.alternatives()
    guard parser.at == parser.input.count else {
      throw PatternError(reason: .unexpectedParenthesis, offset: parser.at)
    }
    return (node, parser.groupCount)
  }

  private init(input: [UInt32]) { self.input = input }

  private mutating func alternatives() throws(PatternError) -> PatternNode {
    var branches = [try sequence()]
    while skip("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .alternatives(Self.merged(branches))
  }

  /// Merges adjacent alternatives that are single sets: their order does not matter.
  private static func merged(_ branches: [PatternNode]) -> [PatternNode] {
    var merged: [PatternNode] = []
    for branch in branches {
      if case .one(let set) = branch, case .one(let before)? = merged.last {
        merged[merged.count - 1] = .one(CodePointSet(before.ranges + set.ranges))
      } else {
        merged.append(branch)
      }
    }
    return merged
  }

  private mutating func sequence() throws(PatternError) -> PatternNode {
    var parts: [PatternNode] = []
    var isRepeated = false
    while let next = peek, next != "|", next != ")" {
      let start = at
      if let (least, most) = try repetition() {
        let isLazy = skip("?")
        guard !isRepeated else { throw failure(.stackedRepetition(text(from: start)), start) }
        guard let operand = parts.popLast() else {
          throw failure(.missingOperand(text(from: start)), start)
        }
        parts.append(
          .repetition(operand, least: least, most: most, isGreedy: isLazy == flags.isUngreedy))
        isRepeated = true
      } else {
        parts += try atoms()
        isRepeated = false
      }
    }
    return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
  }

  /// Reads `*`, `+`, `?` or counts in braces. Braces without counts are ordinary characters.
  private mutating func repetition() throws(PatternError) -> (least: Int, most: Int?)? {
    if skip("*") { return (0, nil) }
    if skip("+") { return (1, nil) }
    if skip("?") { return (0, 1) }
    let start = at
    guard skip("{"), let least = number() else {
      at = start
      return nil
    }
    var most: Int? = least
    if skip(",") { most = peek == "}" ? nil : number() ?? -1 }
    guard most != -1, skip("}") else {
      at = start
      return nil
    }
    let limit = Limits.patternRepetitions
    guard least <= limit, most ?? least >= least, most ?? 0 <= limit else {
      throw failure(.invalidRepetition(text(from: start)), start)
    }
    return (least, most)
  }

  /// Reads at least one digit. Any number above the limit becomes the limit plus one.
  private mutating func number() -> Int? {
    var number: Int?
    while let digit = peek, ("0"..."9").contains(digit) {
      number = min((number ?? 0) * 10 + Int(digit.value - 0x30), Limits.patternRepetitions + 1)
      at += 1
    }
    return number
  }

  /// Reads the next atoms: usually one, none for flags, several for quoted text.
  private mutating func atoms() throws(PatternError) -> [PatternNode] {
    let start = at
    switch peek {
    case "(": return try group()
    case "[": return [.one(try bracketClass())]
    case ".":
      at += 1
      return [.one(flags.dotMatchesLineFeed ? .all : CodePointSet(0x0A).inverted)]
    case "^":
      at += 1
      return [.assertion(flags.isMultiline ? .lineStart : .textStart)]
    case "$":
      at += 1
      return [.assertion(flags.isMultiline ? .lineEnd : .textEnd)]
    case "\\":
      if let assertion = escapedAssertion() { return [.assertion(assertion)] }
      if let quoted = quotedText() { return quoted.map { .one(one($0)) } }
      if let set = try escapedClass() { return [.one(set)] }
      return [.one(one(try escapedCharacter()))]
    default:
      at += 1
      return [.one(one(input[start]))]
    }
  }

  /// The set of one character, with its other cases if case is ignored.
  private func one(_ codePoint: UInt32) -> CodePointSet {
    flags.ignoresCase ? CodePointSet(codePoint).folded : CodePointSet(codePoint)
  }

  private mutating func group() throws(PatternError) -> [PatternNode] {
    let start = at
    let outer = flags
    at += 1
    var number: Int?
    if skip("?") {
      if skip("P<") || (peek == "<" && !starts("<=") && !starts("<!") && skip("<")) {
        number = try namedGroup()
      } else if try skipFlags(from: start) {
        return []
      }
    } else {
      groupCount += 1
      number = groupCount
    }
    depth += 1
    guard depth <= Limits.nesting else { throw failure(.tooDeep, start) }
    let inside = try alternatives()
    guard skip(")") else { throw failure(.missingParenthesis, at) }
    depth -= 1
    flags = outer
    return [number.map { .group(inside, $0) } ?? inside]
  }

  private mutating func namedGroup() throws(PatternError) -> Int {
    let start = at
    while let next = peek, next.isWord { at += 1 }
    let name = text(from: start)
    guard !name.utf8.isEmpty, skip(">") else { throw failure(.emptyGroupName, start) }
    guard !names.contains(where: { CodePoints.equal($0, name) }) else {
      throw failure(.duplicateName(name), start)
    }
    names.append(name)
    groupCount += 1
    return groupCount
  }

  /// Reads `flags:` or `flags)`. It returns whether the group ends after the flags; they then apply
  /// to the rest of the enclosing group.
  private mutating func skipFlags(from start: Int) throws(PatternError) -> Bool {
    if starts("=") || starts("!") || starts("<=") || starts("<!") {
      throw failure(.lookaround, start)
    }
    var isSetting = true
    var hasFlag = false
    var hasSign = false
    while let next = peek {
      at += 1
      switch next {
      case "i": flags.ignoresCase = isSetting
      case "m": flags.isMultiline = isSetting
      case "s": flags.dotMatchesLineFeed = isSetting
      case "U": flags.isUngreedy = isSetting
      case "-" where !hasSign:
        (hasSign, isSetting, hasFlag) = (true, false, false)
        continue
      case ":" where !hasSign || hasFlag: return false
      case ")" where !hasSign || hasFlag: return true
      default: throw failure(.invalidGroup(text(from: start)), start)
      }
      hasFlag = true
    }
    throw failure(.missingParenthesis, at)
  }
}

extension PatternParser {
  /// The next character.
  var peek: Unicode.Scalar? { at < input.count ? Unicode.Scalar(input[at]) : nil }

  func starts(_ text: String) -> Bool {
    let characters = text.unicodeScalars.map(\.value)
    return input[at...].starts(with: characters)
  }

  mutating func skip(_ text: String) -> Bool {
    guard starts(text) else { return false }
    at += text.unicodeScalars.count
    return true
  }

  func text(from start: Int) -> String {
    var text = String.UnicodeScalarView()
    for codePoint in input[start..<at] {
      if let scalar = Unicode.Scalar(codePoint) { text.append(scalar) }
    }
    return String(text)
  }

  func failure(_ reason: PatternError.Reason, _ offset: Int) -> PatternError {
    PatternError(reason: reason, offset: offset)
  }
}

extension Unicode.Scalar {
  /// Whether it is an ASCII letter or digit or `_`.
  fileprivate var isWord: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
      || self == "_"
  }
}
