/// A number not below zero by its decimal digits, all of them: what rounding to so many places needs
/// to be exact.
struct Decimal {
  /// 0 to 9 each, no zeros in front; none for zero.
  private(set) var digits: [UInt8]
  /// The number is 0.d₁d₂d₃… × 10^exponent.
  private(set) var exponent: Int

  init(_ number: UInt64) {
    digits = String(number).utf8.map { $0 - 0x30 }
    exponent = digits.count
    trim()
  }

  /// All digits of a double, which are finite: at most 767 that are not zero. `number` is finite, its
  /// sign is left out.
  init(_ number: Double) {
    guard number != 0 else {
      (digits, exponent) = ([], 0)
      return
    }
    // An integer times a power of two; below one, 2^-n is 5^n with the point n places on.
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
  mutating func round(to count: Int) {
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

  /// `123.450`: as many digits after the point as asked for.
  func fixed(places: Int) -> String {
    var rounded = self
    rounded.round(to: exponent + places)
    var text =
      rounded.exponent > 0 ? (1...rounded.exponent).map(rounded.digit) : [UInt8(ascii: "0")]
    if places > 0 {
      text.append(UInt8(ascii: "."))
      for place in 1...places { text.append(rounded.digit(rounded.exponent + place)) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// `1.2345e+02`: one digit before the point and as many after it as asked for.
  func scientific(places: Int) -> String {
    var rounded = self
    rounded.round(to: places + 1)
    var text = [rounded.digit(1)]
    if places > 0 {
      text.append(UInt8(ascii: "."))
      for place in 2..<(places + 2) { text.append(rounded.digit(place)) }
    }
    let power = rounded.digits.isEmpty ? 0 : rounded.exponent - 1
    text += (power < 0 ? "e-" : "e+").utf8
    if power.magnitude < 10 { text.append(UInt8(ascii: "0")) }
    text += String(power.magnitude).utf8
    return String(decoding: text, as: UTF8.self)
  }

  /// The character of the digit at `place`, from 1; zeros around those that are there.
  private func digit(_ place: Int) -> UInt8 {
    digits.indices.contains(place - 1) ? digits[place - 1] + 0x30 : 0x30
  }
}

/// An integer of any size in base 10^9, the lowest first.
private struct Limbs {
  private var limbs: [UInt64]
  private static let base: UInt64 = 1_000_000_000

  init(_ number: UInt64) {
    limbs = [number % Self.base, number / Self.base % Self.base, number / Self.base / Self.base]
  }

  /// Multiplies by `factor` (2 or 5) again and again, as many times at once as fit.
  mutating func multiply(by factor: UInt64, times: Int) {
    var left = times
    while left > 0 {
      let step = min(left, 12)
      let power = (0..<step).reduce(UInt64(1)) { power, _ in power * factor }
      left -= step
      var carry: UInt64 = 0
      for place in limbs.indices {
        let product = limbs[place] * power + carry
        limbs[place] = product % Self.base
        carry = product / Self.base
      }
      if carry > 0 { limbs.append(carry) }
    }
  }

  /// All digits, the highest first, perhaps with zeros in front.
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
