extension PatternParser {
  /// Reads `\A`, `\z`, `\b` or `\B`.
  mutating func escapedAssertion() -> PatternAssertion? {
    if skip("\\A") { return .textStart }
    if skip("\\z") { return .textEnd }
    if skip("\\b") { return .wordBoundary }
    return skip("\\B") ? .noWordBoundary : nil
  }

  /// Reads the characters of `\Q…\E`, or up to the end.
  mutating func quotedText() -> [UInt32]? {
    guard skip("\\Q") else { return nil }
    let start = at
    while at < input.count, !starts("\\E") { at += 1 }
    let quoted = Array(input[start..<at])
    _ = skip("\\E")
    return quoted
  }

  /// Reads `\d`, `\S`, `\pN`, `\P{Greek}` and the like.
  mutating func escapedClass() throws(PatternError) -> CodePointSet? {
    guard at + 1 < input.count, input[at] == 0x5C else { return nil }
    let letter = input[at + 1]
    if letter == 0x70 || letter == 0x50 { return try unicodeClass(isInverted: letter == 0x50) }
    guard let set = PatternClasses.perl(letter | 0x20) else { return nil }
    at += 2
    return closed(set, isInverted: letter & 0x20 == 0)
  }

  private mutating func unicodeClass(isInverted: Bool) throws(PatternError) -> CodePointSet {
    let start = at
    at += 2
    var isInverted = isInverted
    var name = ""
    if skip("{") {
      if skip("^") { isInverted.toggle() }
      let first = at
      while let next = peek, next != "}" { at += 1 }
      name = text(from: first)
      guard skip("}") else { throw failure(.unknownClass(text(from: start)), start) }
    } else if let letter = peek {
      at += 1
      name = String(letter)
    }
    guard let set = PatternClasses.unicode(name) else {
      throw failure(.unknownClass(text(from: start)), start)
    }
    return closed(set, isInverted: isInverted)
  }

  /// Adds the other cases if case is ignored, and then inverts the set if requested.
  private func closed(_ set: CodePointSet, isInverted: Bool) -> CodePointSet {
    let closed = flags.ignoresCase ? set.folded : set
    return isInverted ? closed.inverted : closed
  }

  /// Reads an escape that represents one character.
  mutating func escapedCharacter() throws(PatternError) -> UInt32 {
    let start = at
    guard at + 1 < input.count else { throw failure(.trailingBackslash, start) }
    let character = input[at + 1]
    at += 2
    switch Unicode.Scalar(character) {
    case "a": return 0x07
    case "f": return 0x0C
    case "n": return 0x0A
    case "r": return 0x0D
    case "t": return 0x09
    case "v": return 0x0B
    case "x": return try hexadecimal(from: start)
    case "C": throw failure(.singleByte, start)
    case "k": throw failure(.backreference, start)
    case let digit? where ("0"..."7").contains(digit): return try octal(from: start)
    case let digit? where digit == "8" || digit == "9": throw failure(.backreference, start)
    case let other? where other.isASCII && !other.properties.isAlphabetic: return character
    default: throw failure(.invalidEscape(text(from: start)), start)
    }
  }

  /// Reads up to three octal digits, the first of which is already read. A single digit other than
  /// 0 is a back-reference.
  private mutating func octal(from start: Int) throws(PatternError) -> UInt32 {
    var value = input[at - 1] - 0x30
    let first = at
    while at - first < 2, let digit = peek, ("0"..."7").contains(digit) {
      value = value * 8 + digit.value - 0x30
      at += 1
    }
    guard value == 0 || at > first else { throw failure(.backreference, start) }
    return value
  }

  /// Reads `{…}` or two hexadecimal digits after `\x`.
  private mutating func hexadecimal(from start: Int) throws(PatternError) -> UInt32 {
    let isBraced = skip("{")
    var value: UInt32 = 0
    var count = 0
    while count < (isBraced ? 8 : 2), let digit = peek, let number = Self.hexadecimal(digit) {
      value = value << 4 | number
      count += 1
      at += 1
    }
    let isComplete = isBraced ? count > 0 && skip("}") : count == 2
    guard isComplete, value <= CodePointSet.last else {
      throw failure(.invalidEscape(text(from: start)), start)
    }
    return value
  }

  private static func hexadecimal(_ digit: Unicode.Scalar) -> UInt32? {
    switch digit {
    case "0"..."9": digit.value - 0x30
    case "a"..."f": digit.value - 0x61 + 10
    case "A"..."F": digit.value - 0x41 + 10
    default: nil
    }
  }

  /// Reads `[…]` with ranges, escapes and named classes.
  mutating func bracketClass() throws(PatternError) -> CodePointSet {
    let start = at
    at += 1
    let isInverted = skip("^")
    var ranges: [ClosedRange<UInt32>] = []
    var isFirst = true
    while isFirst || peek != "]" {
      guard peek != nil else { throw failure(.missingBracket, start) }
      isFirst = false
      if let set = try posixClass() {
        ranges += set.ranges
      } else if let set = try escapedClass() {
        ranges += set.ranges
      } else {
        let range = try classRange()
        ranges += flags.ignoresCase ? CodePointSet([range]).folded.ranges : [range]
      }
    }
    at += 1
    let set = CodePointSet(ranges)
    return isInverted ? set.inverted : set
  }

  /// Reads a character or a range of characters.
  private mutating func classRange() throws(PatternError) -> ClosedRange<UInt32> {
    let start = at
    let first = try classCharacter()
    guard peek == "-", at + 1 < input.count, input[at + 1] != 0x5D else { return first...first }
    at += 1
    let last = try classCharacter()
    guard first <= last else { throw failure(.invalidRange(text(from: start)), start) }
    return first...last
  }

  private mutating func classCharacter() throws(PatternError) -> UInt32 {
    guard peek != "\\" else { return try escapedCharacter() }
    at += 1
    return input[at - 1]
  }

  /// Reads `[:name:]` or `[:^name:]`; without `:]` it is not a class.
  private mutating func posixClass() throws(PatternError) -> CodePointSet? {
    let start = at
    guard skip("[:") else { return nil }
    let isInverted = skip("^")
    let first = at
    while at < input.count, !starts(":]") { at += 1 }
    guard at < input.count else {
      at = start
      return nil
    }
    let name = text(from: first)
    at += 2
    guard let set = PatternClasses.posix(name) else {
      throw failure(.unknownClass(text(from: start)), start)
    }
    return closed(set, isInverted: isInverted)
  }
}
