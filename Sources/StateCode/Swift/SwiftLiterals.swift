/// Prints literals.
extension SwiftExpressions {
  func int(_ number: Int64, _ isExpected: Bool) -> String {
    if number == .min { return "\(names.int).min" }
    return isExpected ? Self.grouped(number) : "\(names.int)(\(Self.grouped(number)))"
  }

  /// Groups the digits of long numbers by three.
  static func grouped(_ number: Int64) -> String {
    let digits = Array(String(number.magnitude))
    guard digits.count > 6 else { return "\(number)" }
    let groups = digits.enumerated().map { index, digit in
      index > 0 && (digits.count - index).isMultiple(of: 3) ? "_\(digit)" : "\(digit)"
    }
    return (number < 0 ? "-" : "") + groups.joined()
  }

  /// A duration in its largest unit that is exact.
  static func duration(_ nanoseconds: Int64, isExpected: Bool) -> String {
    let type = isExpected ? "" : "Duration"
    if nanoseconds.isMultiple(of: 1_000_000_000) {
      return "\(type).seconds(\(grouped(nanoseconds / 1_000_000_000)))"
    }
    if nanoseconds.isMultiple(of: 1_000_000) {
      return "\(type).milliseconds(\(grouped(nanoseconds / 1_000_000)))"
    }
    let text = nanoseconds == .min ? "Int64.min" : grouped(nanoseconds)
    return "\(type).nanoseconds(\(text))"
  }

  static func double(_ number: Double) -> String {
    if number.isNaN { return "Double.nan" }
    if number.isInfinite { return number > 0 ? "Double.infinity" : "-Double.infinity" }
    if number.magnitude < 1e-300 && number != 0 || number.magnitude > 1e300 {
      return "Double(bitPattern: \(number.bitPattern))"
    }
    return "\(number)"
  }

  static func literal(_ text: String) -> String {
    TextLiteral.quoted(text) { scalar in
      scalar.isShown ? nil : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }
}
