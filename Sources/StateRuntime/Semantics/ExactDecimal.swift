/// The exact decimal digits of a number that is not negative, so that rounding to any number of
/// digits is exact.
package struct ExactDecimal {
  /// 0 to 9 each, without leading zeros; empty for zero.
  private var digits: [UInt8]
  /// The number is 0.d₁d₂d₃… × 10^exponent.
  private var exponent: Int

  package init(_ number: UInt64) {
    digits = String(number).utf8.map { $0 - 0x30 }
    exponent = digits.count
    trim()
  }

  /// All digits of a double: at most 767 without trailing zeros. `number` is finite; its sign is
  /// ignored.
  package init(_ number: Double) {
    guard number != 0 else {
      (digits, exponent) = ([], 0)
      return
    }
    // An integer times a power of two. For a negative power, 2^-n is 5^n with the decimal point
    // moved by n digits.
    let power = max(Int(number.exponent), -1022) - 52
    let fraction = number.significandBitPattern
    var limbs = Limbs(number.isNormal ? fraction | 1 << 52 : fraction)
    limbs.multiply(by: power < 0 ? 5 : 2, times: abs(power))
    digits = limbs.digits
    exponent = digits.count + min(power, 0)
    trim()
  }

  private mutating func trim() {
    let zeros = digits.prefix { $0 == 0 }.count
    digits.removeFirst(zeros)
    exponent -= zeros
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty { exponent = 0 }
  }

  /// Keeps `count` digits, rounded to the nearest, ties to even.
  private mutating func round(to count: Int) {
    guard count < digits.count else { return }
    guard count >= 0 else {
      (digits, exponent) = ([], 0)
      return
    }
    let rest = digits[count...]
    let isOdd = count > 0 && digits[count - 1] % 2 == 1
    let isUp = rest.first ?? 0 > 5 || (rest.first == 5 && (rest.count > 1 || isOdd))
    digits.removeSubrange(count...)
    if isUp {
      while digits.last == 9 { digits.removeLast() }
      if digits.isEmpty {
        digits = [1]
        exponent += 1
      } else {
        digits[digits.count - 1] += 1
      }
    }
    trim()
  }

  /// The number as `123.450`, with this many digits after the point.
  package func fixed(fractionDigits: Int) -> String {
    var rounded = self
    rounded.round(to: exponent + fractionDigits)
    var text =
      rounded.exponent > 0 ? (1...rounded.exponent).map(rounded.digit) : [UInt8(ascii: "0")]
    if fractionDigits > 0 {
      text.append(UInt8(ascii: "."))
      for index in 1...fractionDigits { text.append(rounded.digit(rounded.exponent + index)) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The number as `1.2345e+02`, with one digit before the point and this many after it.
  package func scientific(fractionDigits: Int) -> String {
    var rounded = self
    rounded.round(to: fractionDigits + 1)
    var text = [rounded.digit(1)]
    if fractionDigits > 0 {
      text.append(UInt8(ascii: "."))
      for index in 2..<(fractionDigits + 2) { text.append(rounded.digit(index)) }
    }
    let power = rounded.digits.isEmpty ? 0 : rounded.exponent - 1
    text += (power < 0 ? "e-" : "e+").utf8
    if power.magnitude < 10 { text.append(UInt8(ascii: "0")) }
    text += String(power.magnitude).utf8
    return String(decoding: text, as: UTF8.self)
  }

  /// The character of the digit at `position`, from 1; zero outside of the stored digits.
  private func digit(_ position: Int) -> UInt8 {
    digits.indices.contains(position - 1) ? digits[position - 1] + 0x30 : 0x30
  }
}

/// An integer of any size in base 10^9, the lowest limb first.
private struct Limbs {
  private var limbs: [UInt64]
  private static let base: UInt64 = 1_000_000_000

  init(_ number: UInt64) {
    limbs = [number % Self.base, number / Self.base % Self.base, number / Self.base / Self.base]
  }

  /// Multiplies by `factor` (2 or 5) `times` times, several at once.
  mutating func multiply(by factor: UInt64, times: Int) {
    var left = times
    while left > 0 {
      let step = min(left, 12)
      let power = (0..<step).reduce(UInt64(1)) { power, _ in power * factor }
      left -= step
      var carry: UInt64 = 0
      for index in limbs.indices {
        let product = limbs[index] * power + carry
        limbs[index] = product % Self.base
        carry = product / Self.base
      }
      if carry > 0 { limbs.append(carry) }
    }
  }

  /// All digits, the highest first, possibly with leading zeros.
  var digits: [UInt8] {
    var digits: [UInt8] = []
    for limb in limbs {
      var rest = limb
      for _ in 0..<9 {
        digits.append(UInt8(truncatingIfNeeded: rest % 10))
        rest /= 10
      }
    }
    return digits.reversed()
  }
}
