import StateModel

extension Scanner {
  /// Reads the string that starts here; true if it holds U+0000.
  mutating func string() -> Bool {
    let start = offset
    var holdsNUL = false
    isEscaped = false
    offset += 1
    while !isBroken {
      skipPlain()
      guard let byte else {
        fail(.openText(isLine: false), at: start..<start + 1)
        return holdsNUL
      }
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return holdsNUL
      case UInt8(ascii: "\\"):
        isEscaped = true
        if escape() == 0 { holdsNUL = true }
      case 0x0A, 0x0D:
        fail(.openText(isLine: true), at: start..<offset)
      case 0..<0x20:
        complain(.controlCharacter(UInt32(byte)), at: offset..<offset + 1)
        offset += 1
      default:
        character()
      }
    }
    return holdsNUL
  }

  /// Passes characters without an escape: most of a file.
  private mutating func skipPlain() {
    let start = offset
    offset = bytes.withUnsafeBufferPointer { bytes in
      var index = start
      while index < bytes.count {
        let byte = bytes[index]
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 || byte >= 0x80 {
          break
        }
        index += 1
      }
      return index
    }
  }

  /// Reads an escape; gives its code point where it has one.
  private mutating func escape() -> UInt32? {
    let start = offset
    guard offset + 1 < bytes.count else {
      offset = bytes.count
      return nil
    }
    switch bytes[offset + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 2
      return nil
    case UInt8(ascii: "u"):
      return unicodeEscape()
    case let other:
      offset += 1
      let isVisible = other < 0x80 && other >= 0x20
      if isVisible, other != UInt8(ascii: "\"") { offset += 1 }
      complain(
        .invalidEscape(isVisible ? Character(UnicodeScalar(other)) : nil),
        at: start..<max(offset, start + 1))
      return nil
    }
  }

  /// Reads `\uXXXX`, or two of them for a character beyond U+FFFF.
  private mutating func unicodeEscape() -> UInt32? {
    let start = offset
    guard let first = hexadecimal(at: offset + 2) else {
      offset += 2
      complain(.shortUnicodeEscape, at: start..<offset)
      return nil
    }
    offset += 6
    guard (0xD800..<0xE000).contains(first) else { return first }
    if first < 0xDC00, byte == UInt8(ascii: "\\"), offset + 1 < bytes.count,
      bytes[offset + 1] == UInt8(ascii: "u"), let second = hexadecimal(at: offset + 2),
      (0xDC00..<0xE000).contains(second)
    {
      offset += 6
      return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    }
    let text = String(decoding: bytes[start..<start + 6], as: UTF8.self)
    complain(.halfCharacter(text), at: start..<start + 6)
    return nil
  }

  private func hexadecimal(at start: Int) -> UInt32? {
    guard start + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for index in start..<start + 4 {
      guard let digit = StringDecoder.hexadecimalDigit(bytes[index]) else { return nil }
      value = value << 4 | digit
    }
    return value
  }

  /// Reads one character beyond ASCII, or complains of its byte.
  mutating func character() {
    isASCII = false
    if let length = UTF8Check.lengthOfCharacter(in: bytes, at: offset) {
      offset += length
      return
    }
    let start = offset
    let byte = bytes[offset]
    // The rest of the run belongs to the same mistake.
    repeat {
      offset += 1
    } while offset < bytes.count && bytes[offset] >= 0x80
      && UTF8Check.lengthOfCharacter(in: bytes, at: offset) == nil
    complain(.notUTF8(byte: byte), at: start..<offset)
  }
}

/// Strict UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing above U+10FFFF.
enum UTF8Check {
  /// The bytes of the character at `offset`; `nil` if they are not UTF-8.
  static func lengthOfCharacter(in bytes: [UInt8], at offset: Int) -> Int? {
    let first = bytes[offset]
    func continues(_ distance: Int, _ allowed: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      offset + distance < bytes.count && allowed.contains(bytes[offset + distance])
    }
    switch first {
    case 0..<0x80: return 1
    case 0xC2...0xDF: return continues(1) ? 2 : nil
    case 0xE0: return continues(1, 0xA0...0xBF) && continues(2) ? 3 : nil
    case 0xED: return continues(1, 0x80...0x9F) && continues(2) ? 3 : nil
    case 0xE1...0xEF: return continues(1) && continues(2) ? 3 : nil
    case 0xF0: return continues(1, 0x90...0xBF) && continues(2) && continues(3) ? 4 : nil
    case 0xF1...0xF3: return continues(1) && continues(2) && continues(3) ? 4 : nil
    case 0xF4: return continues(1, 0x80...0x8F) && continues(2) && continues(3) ? 4 : nil
    default: return nil
    }
  }
}

/// `0xFF`.
func hexadecimalName(_ byte: UInt8) -> String {
  let text = String(byte, radix: 16, uppercase: true)
  return "0x" + (text.utf8.count == 1 ? "0" : "") + text
}
