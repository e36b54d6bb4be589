import StateModel

extension Scanner {
  /// What kind of value starts here; complains if none does.
  mutating func startOfValue() -> ScannedText.Kind? {
    guard let byte else {
      failOfEnd()
      return nil
    }
    switch byte {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "n") where hasWord("null"): return .null
    case UInt8(ascii: "t") where hasWord("true"), UInt8(ascii: "f") where hasWord("false"):
      return .bool
    case UInt8(ascii: "'"):
      fail(.singleQuotes(isKey: false), at: foundRange)
    case UInt8(ascii: "/"):
      failOfComment()
    default:
      failOfValue()
    }
    return nil
  }

  /// Reads `true`, `false` or `null`, which `startOfValue` has seen.
  mutating func word() {
    while let byte, Scanner.isLetter(byte) { offset += 1 }
  }

  /// Reads a number: `-12.5e3`.
  mutating func number() {
    let start = offset
    if byte == UInt8(ascii: "-") { offset += 1 }
    let isZero = byte == UInt8(ascii: "0")
    guard digits() else {
      return fail(
        .missingDigit(.afterMinus(found: found)), at: start..<max(offset, start + 1))
    }
    if isZero && offset > start + (bytes[start] == UInt8(ascii: "-") ? 2 : 1) {
      return fail(.leadingZero, at: start..<offset)
    }
    if byte == UInt8(ascii: ".") {
      offset += 1
      guard digits() else { return fail(.missingDigit(.afterPoint), at: start..<offset) }
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      offset += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { offset += 1 }
      guard digits() else {
        return fail(.missingDigit(.inExponent), at: start..<offset)
      }
    }
    if let byte, Scanner.isLetter(byte) || byte == UInt8(ascii: ".") {
      fail(.notANumber(textOfWord(from: start)), at: start..<endOfWord(from: start))
    }
  }

  private mutating func digits() -> Bool {
    let start = offset
    while let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
    return offset > start
  }

  /// Reports a missing comma or closing bracket after a value.
  ///
  /// A value on the next line is no reason to look there: the comma belongs to the line before.
  mutating func failAfterValue(isObject: Bool) {
    if byte == UInt8(ascii: "/") { return failOfComment() }
    guard let byte else { return failOfEnd() }
    if failOfLookAlike() { return }
    let end = bytes[..<offset].lastIndex { !Scanner.isSpace($0) } ?? 0
    let startsLine = bytes[end..<offset].contains(0x0A)
    let startsValue =
      byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "\"")
    failOfStructure(
      .expected(.commaOrEnd(isObject: isObject), found: found),
      at: startsLine && startsValue ? end..<end + 1 : foundRange, stop: offset)
  }

  /// Reports a token where a key is expected.
  mutating func failOfKey() {
    if failOfLookAlike() { return }
    if let number = decimalComma {
      return fail(.decimalComma(number.text), at: number.range)
    }
    failOfStructure(.expected(.key, found: found), at: foundRange, stop: offset)
  }

  /// A number with a decimal comma, `1,5`, whose comma ended the value.
  private var decimalComma: (range: Range<Int>, text: String)? {
    func isDigit(_ index: Int) -> Bool {
      bytes.indices.contains(index)
        && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index])
    }
    guard isDigit(offset), isDigit(offset - 2), bytes[offset - 1] == UInt8(ascii: ",") else {
      return nil
    }
    var start = offset - 2
    while isDigit(start - 1) { start -= 1 }
    var end = offset
    while isDigit(end) { end += 1 }
    let text = String(decoding: bytes[start..<end], as: UTF8.self).replacing(",", with: ".")
    return (start..<end, text)
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Complains of a file that is over too early: at the innermost part that is open.
  private mutating func failOfEnd() {
    guard let frame = frames.last else {
      return fail(.expected(.value, found: .end), at: foundRange)
    }
    let start = Int(nodes[frame.node].start)
    failOfStructure(
      .openValue(isObject: frame.isObject), at: start..<start + 1, stop: bytes.count)
  }

  /// The token here.
  var found: Problem.JSONFact.Token {
    guard let byte else { return .end }
    switch byte {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case 0..<0x20, 0x7F: return .control(UInt32(byte))
    case 0x80...:
      guard UTF8Check.lengthOfCharacter(in: bytes, at: offset) != nil else {
        return .byte(byte)
      }
      return .text(String(decoding: bytes[foundRange], as: UTF8.self))
    default: return .text(textOfWord(from: offset))
    }
  }

  /// The word, number or character here.
  var foundRange: Range<Int> {
    guard let byte else { return bytes.count..<bytes.count }
    if Scanner.isLetter(byte) { return offset..<endOfWord(from: offset) }
    let length = UTF8Check.lengthOfCharacter(in: bytes, at: offset) ?? 1
    return offset..<min(offset + length, bytes.count)
  }

  private mutating func failOfComment() {
    let next = offset + 1 < bytes.count ? bytes[offset + 1] : 0
    guard next == UInt8(ascii: "/") || next == UInt8(ascii: "*") else { return failOfValue() }
    fail(.comment, at: offset..<offset + 2)
  }

  private mutating func failOfValue() {
    if failOfLookAlike() { return }
    let word = foundRange
    if let byte, byte >= 0x80, UTF8Check.lengthOfCharacter(in: bytes, at: offset) == nil {
      return fail(.notUTF8(byte: byte), at: word)
    }
    let text = String(decoding: bytes[word], as: UTF8.self)
    for literal in ["true", "false", "null"] where text.lowercased() == literal {
      return fail(.miscasedWord(text, literal: literal), at: word)
    }
    if ["nan", "infinity", "inf"].contains(text.lowercased()) {
      return fail(.specialNumber(text), at: word)
    }
    let isBracket = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    if isBracket {
      return failOfStructure(.expected(.value, found: found), at: word, stop: offset)
    }
    fail(.expected(.value, found: found), at: word)
  }

  private func hasWord(_ word: String) -> Bool {
    bytes[foundRange].elementsEqual(word.utf8)
  }

  private func endOfWord(from start: Int) -> Int {
    var end = start
    while end < bytes.count, end - start < 40, Scanner.isWordByte(bytes[end]) { end += 1 }
    return max(end, min(start + 1, bytes.count))
  }

  private func textOfWord(from start: Int) -> String {
    String(decoding: bytes[start..<endOfWord(from: start)], as: UTF8.self)
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }
}
