extension Library {
  /// `base64.encode` and `base64.decode`.
  static func callEncoder(_ function: Function, _ arguments: [Value], _ budget: inout Budget)
    -> Answer
  {
    guard arguments.count == 1 else { return fail(.overload) }
    switch (function, arguments[0]) {
    case (.base64Encode, .bytes(let bytes)): return encodeBase64(bytes, budget: &budget)
    case (.base64Decode, .string(let text)): return decodeBase64(text, budget: &budget)
    default: return fail(.overload)
    }
  }

  private static let base64Alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static func encodeBase64(_ bytes: [UInt8], budget: inout Budget) -> Answer {
    let count = (bytes.count + 2) / 3 * 4
    guard count <= Limits.textBytes else { return fail(.size) }
    guard budget.charge(scanned: bytes.count + count) else { return fail(.budget) }
    let alphabet = base64Alphabet
    var text: [UInt8] = []
    text.reserveCapacity(count)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for byte in group { bits = bits << 8 | UInt32(byte) }
      bits <<= UInt32(8 * (3 - group.count))
      for index in 0..<4 {
        let digit = alphabet[Int(bits >> UInt32(18 - 6 * index) & 63)]
        text.append(index <= group.count ? digit : UInt8(ascii: "="))
      }
    }
    return .success(.string(String(decoding: text, as: UTF8.self)))
  }

  /// Padding is optional; any other text that an encoder would not write is an error.
  private static func decodeBase64(_ text: String, budget: inout Budget) -> Answer {
    guard budget.charge(scanned: text) else { return fail(.budget) }
    var digits = Array(text.utf8)
    if digits.count % 4 == 0 {
      for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    }
    guard digits.count % 4 != 1 else { return fail(.conversion) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count * 3 / 4)
    var (bits, held): (UInt32, UInt32) = (0, 0)
    for digit in digits {
      guard let value = base64Value(digit) else { return fail(.conversion) }
      bits = bits << 6 | value
      held += 6
      if held >= 8 {
        held -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> held))
        bits &= 1 << held - 1
      }
    }
    return bits == 0 ? .success(.bytes(bytes)) : fail(.conversion)
  }

  private static func base64Value(_ digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
