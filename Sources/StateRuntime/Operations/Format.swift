// Text from a template.

/// Replaces each clause of a template, such as `%s` or `%.2f`, by an argument. Error `argument`.
public func celFormat(_ template: String, _ arguments: [Dyn]) throws(EvaluationError) -> String {
  var text = ""
  var rest = Array(template.unicodeScalars)[...]
  var arguments = arguments[...]
  while let scalar = rest.popFirst() {
    if scalar != "%" {
      text.unicodeScalars.append(scalar)
      continue
    }
    var decimals = 6
    if rest.first == "." {
      let digits = rest.dropFirst().prefix { ("0"..."9").contains($0) }
      guard digits.count <= 4, let number = Int(String(String.UnicodeScalarView(digits))),
        number <= 1_000
      else { throw EvaluationError("argument") }
      decimals = number
      rest = rest.dropFirst(digits.count + 1)
    }
    guard let letter = rest.popFirst() else { throw EvaluationError("argument") }
    if letter == "%" {
      text += "%"
    } else {
      guard let argument = arguments.popFirst(), let part = clause(letter, decimals, argument)
      else {
        throw EvaluationError("argument")
      }
      text += part
    }
    if text.utf8.count > 1 << 20 { throw EvaluationError("size") }
  }
  return text
}

/// The text of a clause; `nil` if its letter does not take the value.
private func clause(_ letter: Unicode.Scalar, _ decimals: Int, _ value: Dyn) -> String? {
  switch (letter, value) {
  case ("s", _): return described(value)
  case ("d", .double(let number)): return celText(number)
  case ("f", _): return fraction(value) { $0.fixed(decimals) }
  case ("e", _): return fraction(value) { $0.scientific(decimals) }
  case ("x", .text(let text)): return hexadecimal(text.utf8, isUppercase: false)
  case ("X", .text(let text)): return hexadecimal(text.utf8, isUppercase: true)
  case ("x", .bytes(let bytes)): return hexadecimal(bytes.values, isUppercase: false)
  case ("X", .bytes(let bytes)): return hexadecimal(bytes.values, isUppercase: true)
  case ("b", .bool(let flag)): return flag ? "1" : "0"
  default:
    let radices: [Unicode.Scalar: Int] = ["d": 10, "x": 16, "X": 16, "o": 8, "b": 2]
    guard let radix = radices[letter] else { return nil }
    switch value {
    case .int(let number): return String(number, radix: radix, uppercase: letter == "X")
    case .uint(let number): return String(number, radix: radix, uppercase: letter == "X")
    default: return nil
    }
  }
}

private func hexadecimal(_ bytes: some Sequence<UInt8>, isUppercase: Bool) -> String {
  bytes.reduce(into: "") { text, byte in
    if byte < 16 { text += "0" }
    text += String(byte, radix: 16, uppercase: isUppercase)
  }
}

private func fraction(_ value: Dyn, _ digits: (ExactDecimal) -> String) -> String? {
  switch value {
  case .int(let number): return (number < 0 ? "-" : "") + digits(ExactDecimal(number.magnitude))
  case .uint(let number): return digits(ExactDecimal(number))
  case .double(let number):
    if !number.isFinite { return celText(number) }
    return (number.sign == .minus ? "-" : "") + digits(ExactDecimal(number.magnitude))
  default: return nil
  }
}

/// Any value as text.
private func described(_ value: Dyn) -> String {
  switch value {
  case .null: return "null"
  case .unit: return "{}"
  case .bool(let flag): return celText(flag)
  case .int(let number): return celText(number)
  case .uint(let number): return celText(number)
  case .double(let number): return celText(number)
  case .text(let text): return text
  case .bytes(let bytes): return repaired(bytes.values)
  case .timestamp(let time): return celText(time)
  case .duration(let span): return celText(span)
  case .type(let name): return name
  case .list(let list): return "[" + list.map(described).joined(separator: ", ") + "]"
  case .map(let map):
    let entries = map.entries.sorted { left, right in
      let (first, second) = (described(left.key), described(right.key))
      if first.isEqual(to: second), case .text = right.key { return left.key.isNumber }
      return celLess(first, second)
    }
    let texts = entries.map { "\(described($0.key)): \(described($0.value))" }
    return "{" + texts.joined(separator: ", ") + "}"
  case .optional(let inside):
    return inside.map { "optional.of(\(described($0)))" } ?? "optional.none()"
  }
}

/// The text of bytes in UTF-8. Each run of invalid bytes becomes one U+FFFD.
private func repaired(_ bytes: [UInt8]) -> String {
  var text = String.UnicodeScalarView()
  var isBroken = false
  var at = 0
  while at < bytes.count {
    var decoder = UTF8()
    var iterator = bytes[at...].makeIterator()
    if case .scalarValue(let scalar) = decoder.decode(&iterator) {
      text.append(scalar)
      at += UTF8.width(scalar)
      isBroken = false
    } else {
      if !isBroken { text.append("\u{FFFD}") }
      isBroken = true
      at += 1
    }
  }
  return String(text)
}

/// A number with all its decimal digits, 0.d1d2d3… * 10^exponent. Rounding is exact.
private struct ExactDecimal {
  private var digits: [UInt8]
  private var exponent: Int

  init(_ number: UInt64) {
    digits = String(number).utf8.map { $0 - 0x30 }
    exponent = digits.count
    trim()
  }

  /// A double is an integer times a power of two. A factor 2^-n is 5^n / 10^n.
  init(_ number: Double) {
    let power = number == 0 ? 0 : max(Int(number.exponent), -1022) - 52
    let bits = number.significandBitPattern
    var limbs = [number.isNormal ? bits | 1 << 52 : bits]
    for _ in 0..<abs(power) {
      var carry: UInt64 = 0
      for index in limbs.indices {
        let product = limbs[index] * (power < 0 ? 5 : 2) + carry
        limbs[index] = product % 1_000_000_000_000_000_000
        carry = product / 1_000_000_000_000_000_000
      }
      if carry > 0 { limbs.append(carry) }
    }
    let text = limbs.reversed().map { limb in
      let digits = String(limb)
      return String(repeating: "0", count: 18 - min(digits.count, 18)) + digits
    }
    digits = text.joined().utf8.map { $0 - 0x30 }
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

  /// Rounds to a number of digits, to the nearest, ties to even.
  private func rounded(_ count: Int) -> ExactDecimal {
    var result = self
    guard count < digits.count else { return result }
    if count < 0 {
      (result.digits, result.exponent) = ([], 0)
      return result
    }
    let rest = digits[count...]
    let isOdd = count > 0 && digits[count - 1] % 2 == 1
    let isUp = rest.first ?? 0 > 5 || rest.first == 5 && (rest.count > 1 || isOdd)
    result.digits.removeSubrange(count...)
    if isUp {
      while result.digits.last == 9 { result.digits.removeLast() }
      if result.digits.isEmpty {
        (result.digits, result.exponent) = ([1], exponent + 1)
      } else {
        result.digits[result.digits.count - 1] += 1
      }
    }
    result.trim()
    return result
  }

  private func text(_ positions: Range<Int>) -> String {
    positions.map { digits.indices.contains($0) ? String(digits[$0]) : "0" }.joined()
  }

  func fixed(_ decimals: Int) -> String {
    let rounded = rounded(exponent + decimals)
    let whole = rounded.exponent > 0 ? rounded.text(0..<rounded.exponent) : "0"
    let from = rounded.exponent
    return whole + (decimals > 0 ? "." + rounded.text(from..<(from + decimals)) : "")
  }

  func scientific(_ decimals: Int) -> String {
    let rounded = rounded(decimals + 1)
    let power = rounded.digits.isEmpty ? 0 : rounded.exponent - 1
    let tail = decimals > 0 ? "." + rounded.text(1..<(decimals + 1)) : ""
    let sign = power < 0 ? "e-" : "e+"
    return rounded.text(0..<1) + tail + sign + (power.magnitude < 10 ? "0" : "")
      + "\(power.magnitude)"
  }
}
