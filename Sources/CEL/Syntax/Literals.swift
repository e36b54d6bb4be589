/// The values of literals.
enum Literals {
  /// Thrown for a literal without a value.
  struct Failure: Error {
    var problem: ExpressionProblem.EscapeProblem
    /// Relative to the literal's start, in UTF-8 bytes.
    var range: Range<Int>
  }

  /// A decimal or hexadecimal int; `isNegative` belongs to it, so that the least one can be written.
  static func int(_ bytes: ArraySlice<UInt8>, isNegative: Bool) -> Int64? {
    guard let magnitude = magnitude(bytes) else { return nil }
    if isNegative {
      return magnitude == 1 << 63 ? Int64.min : Int64(exactly: magnitude).map { -$0 }
    }
    return Int64(exactly: magnitude)
  }

  /// A uint with its suffix.
  static func uint(_ bytes: ArraySlice<UInt8>) -> UInt64? { magnitude(bytes.dropLast()) }

  private static func magnitude(_ bytes: ArraySlice<UInt8>) -> UInt64? {
    let isHex = bytes.count > 2 && bytes[bytes.startIndex + 1] | 0x20 == UInt8(ascii: "x")
    var value: UInt64 = 0
    for byte in isHex ? bytes.dropFirst(2) : bytes {
      guard let digit = Token.hexValue(byte), isHex || digit < 10 else { return nil }
      let product = value.multipliedReportingOverflow(by: isHex ? 16 : 10)
      let sum = product.partialValue.addingReportingOverflow(UInt64(digit))
      if product.overflow || sum.overflow { return nil }
      value = sum.partialValue
    }
    return value
  }

  /// A double in CEL's grammar, which Swift's covers; nil if it is not finite.
  static func double(_ bytes: ArraySlice<UInt8>, isNegative: Bool) -> Double? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let value = Double(bytes.first == UInt8(ascii: ".") ? "0" + text : text), value.isFinite
    else { return nil }
    return isNegative ? -value : value
  }

  /// A string or bytes literal with prefix and quotes.
  static func text(_ literal: ArraySlice<UInt8>) throws(Failure) -> (bytes: [UInt8], isBytes: Bool)
  {
    var body = literal
    var isRaw = false
    var isBytes = false
    while let first = body.first, first != UInt8(ascii: "'"), first != UInt8(ascii: "\"") {
      isRaw = isRaw || first | 0x20 == UInt8(ascii: "r")
      isBytes = isBytes || first | 0x20 == UInt8(ascii: "b")
      body.removeFirst()
    }
    let isTriple = body.count >= 6 && body.prefix(3).allSatisfy { $0 == body.first }
    body = body.dropFirst(isTriple ? 3 : 1).dropLast(isTriple ? 3 : 1)
    if isRaw || !body.contains(UInt8(ascii: "\\")) { return (Array(body), isBytes) }
    var reader = EscapeReader(
      bytes: Array(body), offset: body.startIndex - literal.startIndex, isBytes: isBytes)
    return (try reader.read(), isBytes)
  }
}

/// Undoes the escapes of a string or bytes literal.
private struct EscapeReader {
  /// The literal without its prefix and quotes.
  let bytes: [UInt8]
  /// Where `bytes` begins in the literal.
  let offset: Int
  let isBytes: Bool
  var position = 0
  var result: [UInt8] = []

  private mutating func next() -> UInt8? {
    guard position < bytes.count else { return nil }
    position += 1
    return bytes[position - 1]
  }

  mutating func read() throws(Literals.Failure) -> [UInt8] {
    while let byte = next() {
      if byte == UInt8(ascii: "\\") { try readEscape() } else { result.append(byte) }
    }
    return result
  }

  private mutating func readEscape() throws(Literals.Failure) {
    let start = position - 1
    guard let letter = next() else { throw failure(start, .incomplete) }
    switch letter {
    case UInt8(ascii: "a"): result.append(0x07)
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "v"): result.append(0x0B)
    case UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "\""), UInt8(ascii: "'"),
      UInt8(ascii: "`"):
      result.append(letter)
    case UInt8(ascii: "x"), UInt8(ascii: "X"): try appendCode(digits: 2, radix: 16, from: start)
    case UInt8(ascii: "0")...UInt8(ascii: "3"):
      position -= 1
      try appendCode(digits: 3, radix: 8, from: start)
    case UInt8(ascii: "u") where !isBytes: try appendCode(digits: 4, radix: 16, from: start)
    case UInt8(ascii: "U") where !isBytes: try appendCode(digits: 8, radix: 16, from: start)
    case UInt8(ascii: "u"), UInt8(ascii: "U"):
      throw failure(start, .unicodeInBytes)
    default: throw unknownEscape(from: start)
    }
  }

  private mutating func unknownEscape(from start: Int) -> Literals.Failure {
    while position < bytes.count, bytes[position] & 0xC0 == 0x80 { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    return failure(start, .unknown(text, literals: []))
  }

  private mutating func appendCode(
    digits: Int, radix: UInt32, from start: Int
  ) throws(Literals.Failure) {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard position < bytes.count, let digit = Token.hexValue(bytes[position]), digit < radix
      else {
        throw failure(start, .digits(count: digits, isOctal: radix == 8))
      }
      position += 1
      value = value &* radix &+ digit
    }
    if isBytes {
      result.append(UInt8(truncatingIfNeeded: value))
    } else if let scalar = Unicode.Scalar(value) {
      result.append(contentsOf: Array(String(Character(scalar)).utf8))
    } else {
      throw failure(start, .codePoint(value))
    }
  }

  private func failure(
    _ start: Int, _ problem: ExpressionProblem.EscapeProblem
  ) -> Literals.Failure {
    Literals.Failure(problem: problem, range: offset + start..<offset + position)
  }
}
