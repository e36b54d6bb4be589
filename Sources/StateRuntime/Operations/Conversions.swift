// Bytes.

/// The number of bytes.
public func celSize(_ bytes: Bytes) -> CELInt { CELInt(bytes.values.count) }

/// The bytes, one after the other. Error `size` above 1 MiB.
public func celPlus(_ left: Bytes, _ right: Bytes) throws(EvaluationError) -> Bytes {
  if left.values.count + right.values.count > 1 << 20 { throw EvaluationError("size") }
  return Bytes(left.values + right.values)
}

/// The bytes of a text in UTF-8.
public func celBytes(_ text: String) -> Bytes { Bytes(Array(text.utf8)) }

/// The text of bytes in UTF-8. Error `conversion` if they are not UTF-8.
public func celText(_ bytes: Bytes) throws(EvaluationError) -> String {
  // Decoding replaces invalid bytes, so the result differs.
  let text = string(bytes.values)
  if !text.utf8.elementsEqual(bytes.values) { throw EvaluationError("conversion") }
  return text
}

private let base64 = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

/// The bytes in base64, with padding. Error `size` above 1 MiB.
public func celBase64Encode(_ bytes: Bytes) throws(EvaluationError) -> String {
  if (bytes.values.count + 2) / 3 * 4 > 1 << 20 { throw EvaluationError("size") }
  var text: [UInt8] = []
  for start in stride(from: 0, to: bytes.values.count, by: 3) {
    let group = bytes.values[start...].prefix(3)
    let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
    for position in 0..<4 {
      text.append(
        position > group.count ? UInt8(ascii: "=") : base64[bits >> (18 - 6 * position) & 63])
    }
  }
  return string(text)
}

/// Reads base64, with or without padding. Error `conversion`.
public func celBase64Decode(_ text: String) throws(EvaluationError) -> Bytes {
  var digits = Array(text.utf8)
  if digits.count % 4 == 0 {
    for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
  }
  var bytes: [UInt8] = []
  var (bits, count) = (0, 0)
  for digit in digits {
    guard let value = base64.firstIndex(of: digit) else { throw EvaluationError("conversion") }
    bits = bits << 6 | value
    count += 6
    guard count >= 8 else { continue }
    count -= 8
    bytes.append(UInt8(bits >> count & 0xFF))
    bits &= 1 << count - 1
  }
  if bits != 0 || digits.count % 4 == 1 { throw EvaluationError("conversion") }
  return Bytes(bytes)
}

// More conversions.

/// Reads `true` or `false`, `1` or `0`, and abbreviations. Error `conversion`.
public func celBool(_ text: String) throws(EvaluationError) -> Bool {
  if ["1", "t", "true", "TRUE", "True"].contains(where: text.isEqual) { return true }
  if ["0", "f", "false", "FALSE", "False"].contains(where: text.isEqual) { return false }
  throw EvaluationError("conversion")
}

/// Reads decimal digits. Error `conversion`.
public func celUint(_ text: String) throws(EvaluationError) -> CELUInt {
  guard let number = NumberText.uint(text) else { throw EvaluationError("conversion") }
  return CELUInt(number)
}

/// Reads a decimal number, `NaN` or an infinity. Error `conversion`.
public func celDouble(_ text: String) throws(EvaluationError) -> Double {
  guard let number = NumberText.double(text) else { throw EvaluationError("conversion") }
  return number
}
