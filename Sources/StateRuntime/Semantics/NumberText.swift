/// Reads and writes numbers as text, with strict grammars.
package enum NumberText {
  /// Reads `[+-]?[0-9]+` in ASCII; `nil` if the number does not fit.
  package static func int(_ text: String) -> Int64? {
    let sign = text.utf8.first
    let isNegative = sign == UInt8(ascii: "-")
    let digits = text.utf8.dropFirst(isNegative || sign == UInt8(ascii: "+") ? 1 : 0)
    guard !digits.isEmpty else { return nil }
    var number: Int64 = 0
    for byte in digits {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      let digit = Int64(byte - 0x30)
      let tens = number.multipliedReportingOverflow(by: 10)
      let sum =
        isNegative
        ? tens.partialValue.subtractingReportingOverflow(digit)
        : tens.partialValue.addingReportingOverflow(digit)
      guard !tens.overflow, !sum.overflow else { return nil }
      number = sum.partialValue
    }
    return number
  }

  /// Reads `[0-9]+` in ASCII; `nil` if the number does not fit.
  package static func uint(_ text: String) -> UInt64? {
    guard !text.utf8.isEmpty else { return nil }
    var number: UInt64 = 0
    for byte in text.utf8 {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      let tens = number.multipliedReportingOverflow(by: 10)
      let sum = tens.partialValue.addingReportingOverflow(UInt64(byte - 0x30))
      guard !tens.overflow, !sum.overflow else { return nil }
      number = sum.partialValue
    }
    return number
  }

  /// Reads `[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?`, `[+-]?(Infinity|inf|Inf)` or
  /// `NaN`. It rounds to the nearest double; a number that is too large is infinite.
  package static func double(_ text: String) -> Double? {
    if text.utf8.elementsEqual("NaN".utf8) { return .nan }
    let sign = text.utf8.first
    let isSigned = sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+")
    let magnitude = text.utf8.dropFirst(isSigned ? 1 : 0)
    for name in ["Infinity", "inf", "Inf"] where magnitude.elementsEqual(name.utf8) {
      return sign == UInt8(ascii: "-") ? -.infinity : .infinity
    }
    return isDecimal(Array(magnitude)) ? Double(text) : nil
  }

  /// Whether the text is digits with an optional point and an optional exponent.
  private static func isDecimal(_ bytes: [UInt8]) -> Bool {
    var at = 0
    func skip(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
      guard at < bytes.count,
        UInt32(bytes[at]) == first.value || UInt32(bytes[at]) == second.value
      else { return false }
      at += 1
      return true
    }
    func digits() -> Int {
      let start = at
      while at < bytes.count, bytes[at] >= 0x30, bytes[at] <= 0x39 { at += 1 }
      return at - start
    }
    var count = digits()
    if skip(".", ".") { count += digits() }
    guard count > 0 else { return false }
    if skip("e", "E") {
      _ = skip("+", "-")
      guard digits() > 0 else { return false }
    }
    return at == bytes.count
  }

  /// ECMAScript's Number::toString (RFC 8785), the shortest digits that read back as the same
  /// number: `1`, `1e+21`, `0.000001`, `1e-7`, `NaN`, `-Infinity`, and `0` for -0.0.
  package static func text(_ number: Double) -> String {
    if let integer = Int64(exactly: number), integer.magnitude < 1 << 53 { return String(integer) }
    guard number.isFinite else {
      return number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
    }
    let written = number.description
    // In this range ECMAScript writes no exponent, and Swift's text is the same; whole numbers are
    // handled above.
    if number.magnitude >= 0.000001, number.magnitude < 0x1p53,
      !written.utf8.contains(UInt8(ascii: "e"))
    {
      return written
    }
    let (digits, exponent) = shortestDigits(written)
    var text: [UInt8] = number < 0 ? [UInt8(ascii: "-")] : []
    let count = digits.count
    let zero = UInt8(ascii: "0")
    let point = UInt8(ascii: ".")
    if count <= exponent, exponent <= 21 {
      text += digits
      text += [UInt8](repeating: zero, count: exponent - count)
    } else if exponent > 0, exponent <= 21 {
      text += digits[..<exponent]
      text.append(point)
      text += digits[exponent...]
    } else if exponent > -6, exponent <= 0 {
      text += [zero, point]
      text += [UInt8](repeating: zero, count: -exponent)
      text += digits
    } else {
      text.append(digits[0])
      if count > 1 {
        text.append(point)
        text += digits[1...]
      }
      text.append(UInt8(ascii: "e"))
      text.append(exponent > 0 ? UInt8(ascii: "+") : UInt8(ascii: "-"))
      text += String((exponent - 1).magnitude).utf8
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The digits in Swift's text of a finite number other than zero, without zeros at either end,
  /// and the exponent: 0.d₁d₂… × 10^exponent. It uses Swift's digits, but not its format.
  private static func shortestDigits(_ text: String) -> (digits: [UInt8], exponent: Int) {
    var digits: [UInt8] = []
    digits.reserveCapacity(20)
    var point: Int?
    var written: [UInt8] = []
    var isExponent = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-") where !isExponent: break
      case UInt8(ascii: "."): point = digits.count
      case UInt8(ascii: "e"), UInt8(ascii: "E"): isExponent = true
      default: if isExponent { written.append(byte) } else { digits.append(byte) }
      }
    }
    var exponent =
      (point ?? digits.count) + (Int(String(decoding: written, as: UTF8.self)) ?? 0)
    let leading = digits.prefix { $0 == UInt8(ascii: "0") }.count
    digits.removeFirst(leading)
    exponent -= leading
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return (digits.isEmpty ? [UInt8(ascii: "0")] : digits, exponent)
  }
}
