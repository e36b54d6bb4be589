/// The text of a JSON string, and the position of each part in the file.
///
/// The scanner has accepted the string, or complained of it: nothing here can fail.
package enum StringDecoder {
  /// The unescaped bytes of the string between `start` and `end`, quotes included.
  package static func decoded(_ bytes: [UInt8], from start: Int, to end: Int) -> [UInt8] {
    let inside = bytes[min(start + 1, end)..<max(start + 1, end - 1)]
    guard inside.contains(UInt8(ascii: "\\")) else { return Array(inside) }
    var text: [UInt8] = []
    text.reserveCapacity(end - start)
    walk(bytes, from: start, to: end) { part, _ in text.append(contentsOf: part) }
    return text
  }

  /// The file range of a range of the decoded text; an end inside an escape takes all of it.
  package static func fileRange(
    of range: Range<Int>, in bytes: [UInt8], from start: Int, to end: Int
  ) -> Range<Int> {
    var decodedOffset = 0
    var lower: Int?
    var upper = start + 1
    walk(bytes, from: start, to: end) { part, source in
      let next = decodedOffset + part.count
      if lower == nil, range.lowerBound < next { lower = source.lowerBound }
      if decodedOffset < range.upperBound { upper = source.upperBound }
      decodedOffset = next
    }
    let first = lower ?? max(start + 1, end - 1)
    return first..<max(first, upper)
  }

  /// The offset in the decoded text of a byte of the file; that of an escape for a byte inside it.
  package static func decodedOffset(
    of offset: Int, in bytes: [UInt8], from start: Int, to end: Int
  ) -> Int {
    var decodedOffset = 0
    walk(bytes, from: start, to: end) { part, source in
      if source.upperBound <= offset { decodedOffset += part.count }
    }
    return decodedOffset
  }

  static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// Calls `body` with each byte or escape: its decoded bytes, and its file range.
  private static func walk(
    _ bytes: [UInt8], from start: Int, to end: Int, _ body: ([UInt8], Range<Int>) -> Void
  ) {
    var offset = start + 1
    let end = max(offset, end - 1)
    while offset < end {
      guard bytes[offset] == UInt8(ascii: "\\"), offset + 1 < end else {
        body([bytes[offset]], offset..<offset + 1)
        offset += 1
        continue
      }
      guard bytes[offset + 1] == UInt8(ascii: "u") else {
        body([simpleEscape(bytes[offset + 1])], offset..<offset + 2)
        offset += 2
        continue
      }
      let (scalar, length) = unicodeEscape(bytes, at: offset, end: end)
      body(Array(String(scalar).utf8), offset..<min(offset + length, end))
      offset += length
    }
  }

  private static func simpleEscape(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: byte
    }
  }

  private static func unicodeEscape(
    _ bytes: [UInt8], at offset: Int, end: Int
  ) -> (UnicodeScalar, length: Int) {
    func unit(_ start: Int) -> UInt32? {
      guard start + 6 <= end, bytes[start] == UInt8(ascii: "\\"),
        bytes[start + 1] == UInt8(ascii: "u")
      else { return nil }
      return bytes[start + 2..<start + 6].reduce(0) {
        $0 << 4 | (hexadecimalDigit($1) ?? 0)
      }
    }
    guard let first = unit(offset) else { return ("\u{FFFD}", 2) }
    if let scalar = UnicodeScalar(first) { return (scalar, 6) }
    if let second = unit(offset + 6), first < 0xDC00, (0xDC00..<0xE000).contains(second),
      let scalar = UnicodeScalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    {
      return (scalar, 12)
    }
    return ("\u{FFFD}", 6)
  }
}
