/// Time as text: RFC 3339 for instants, numbers with units for durations.
package enum TimeText {
  /// Why a text is not an instant or a duration.
  package enum ReadError: Error, Hashable, Sendable {
    /// It does not have the accepted format.
    case malformed
    /// It has the format, but its value is outside of the range of the type.
    case outOfRange
  }

  /// Reads RFC 3339: with `T`, with `Z` or `±hh:mm`, 0 to 9 fraction digits, no second 60, no
  /// space. The range is the years 0001 to 9999.
  package static func instant(_ text: String) -> Result<Timestamp, ReadError> {
    var scanner = TimeScanner(text)
    guard let year = scanner.digits(4), scanner.skip("-"),
      let month = scanner.digits(2), (1...12).contains(month), scanner.skip("-"),
      let day = scanner.digits(2), day >= 1, day <= CivilTime.days(inMonth: month, of: year),
      scanner.skip("T"),
      let hour = scanner.digits(2), hour <= 23, scanner.skip(":"),
      let minute = scanner.digits(2), minute <= 59, scanner.skip(":"),
      let second = scanner.digits(2), second <= 59,
      let nanoseconds = scanner.skip(".") ? scanner.fraction() : 0,
      let offset = scanner.skip("Z") ? 0 : scanner.offset(isSigned: true), scanner.isAtEnd
    else { return .failure(.malformed) }
    let local = CivilTime.dayNumber(year: year, month: month, day: day) * 86_400
    let seconds = local + hour * 3_600 + minute * 60 + second - offset
    return Timestamp.checked(seconds: seconds, nanoseconds: Int32(truncatingIfNeeded: nanoseconds))
      .map { .success($0) } ?? .failure(.outOfRange)
  }

  /// UTC in RFC 3339, with `Z` and a fraction without trailing zeros.
  package static func text(_ time: Timestamp) -> String {
    let civil = CivilTime(seconds: time.seconds)
    var text: [UInt8] = []
    text.reserveCapacity(30)
    appendDigits(civil.year, 4, to: &text)
    text.append(UInt8(ascii: "-"))
    appendDigits(civil.month, 2, to: &text)
    text.append(UInt8(ascii: "-"))
    appendDigits(civil.day, 2, to: &text)
    text.append(UInt8(ascii: "T"))
    appendDigits(civil.secondOfDay / 3_600, 2, to: &text)
    text.append(UInt8(ascii: ":"))
    appendDigits(civil.secondOfDay / 60 % 60, 2, to: &text)
    text.append(UInt8(ascii: ":"))
    appendDigits(civil.secondOfDay % 60, 2, to: &text)
    appendFraction(Int64(time.nanoseconds), to: &text)
    text.append(UInt8(ascii: "Z"))
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads `[-+]?`, then `0` or pairs of a decimal number and a unit: `1h30m1.5s`. Fractions of a
  /// nanosecond in a pair are truncated. The result is in nanoseconds.
  package static func nanoseconds(_ text: String) -> Result<Int64, ReadError> {
    var scanner = TimeScanner(text)
    let isNegative = scanner.skip("-")
    if !isNegative { _ = scanner.skip("+") }
    if scanner.remainder == [UInt8(ascii: "0")] { return .success(0) }
    guard !scanner.isAtEnd else { return .failure(.malformed) }
    // The total is negative: the smallest duration has no positive counterpart.
    var total: Int64 = 0
    var fits = true
    while !scanner.isAtEnd {
      guard let part = scanner.durationPart() else { return .failure(.malformed) }
      let whole = total.subtractingReportingOverflow(part.whole)
      let sum = whole.partialValue.subtractingReportingOverflow(part.fraction)
      total = sum.partialValue
      fits = fits && part.fits && !whole.overflow && !sum.overflow
    }
    guard fits, isNegative || total != .min else { return .failure(.outOfRange) }
    return .success(isNegative ? total : -total)
  }

  /// A duration as decimal seconds without trailing zeros: `1.5s`, `5400s`, `-0.000000001s`.
  package static func text(nanoseconds: Int64) -> String {
    let whole = nanoseconds / 1_000_000_000
    var text: [UInt8] = nanoseconds < 0 ? [UInt8(ascii: "-")] : []
    text.append(contentsOf: String(whole.magnitude).utf8)
    appendFraction(abs(nanoseconds % 1_000_000_000), to: &text)
    text.append(UInt8(ascii: "s"))
    return String(decoding: text, as: UTF8.self)
  }

  /// The offset of `+02:00`, `02:00`, `-09:30` or `UTC` in seconds east of UTC; `nil` for any other
  /// zone.
  package static func offset(ofZone zone: String) -> Int64? {
    if zone.utf8.elementsEqual("UTC".utf8) { return 0 }
    var scanner = TimeScanner(zone)
    guard let offset = scanner.offset(isSigned: false), scanner.isAtEnd else { return nil }
    return offset
  }

  /// Appends the last `width` digits of `number`, which is not negative.
  private static func appendDigits(_ number: Int64, _ width: Int, to text: inout [UInt8]) {
    var unit: Int64 = 1
    for _ in 1..<width { unit *= 10 }
    while unit > 0 {
      text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / unit % 10))
      unit /= 10
    }
  }

  /// Appends `.` and the digits of a fraction of a second, or nothing for 0.
  private static func appendFraction(_ nanoseconds: Int64, to text: inout [UInt8]) {
    guard nanoseconds != 0 else { return }
    text.append(UInt8(ascii: "."))
    appendDigits(nanoseconds, 9, to: &text)
    while text.last == UInt8(ascii: "0") { text.removeLast() }
  }
}

/// Reads fixed formats from the start of a text.
private struct TimeScanner {
  private(set) var remainder: ArraySlice<UInt8>

  init(_ text: String) { remainder = Array(text.utf8)[...] }

  var isAtEnd: Bool { remainder.isEmpty }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let first = remainder.first, UInt32(first) == character.value else { return false }
    remainder.removeFirst()
    return true
  }

  private mutating func digit() -> Int64? {
    guard let first = remainder.first, first >= 0x30, first <= 0x39 else { return nil }
    remainder.removeFirst()
    return Int64(first - 0x30)
  }

  /// Reads exactly `count` digits.
  mutating func digits(_ count: Int) -> Int64? {
    var number: Int64 = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// Reads 1 to 9 digits after a point, as nanoseconds.
  mutating func fraction() -> Int64? {
    guard var number = digit() else { return nil }
    var scale = 8
    while scale > 0, let digit = digit() {
      number = number * 10 + digit
      scale -= 1
    }
    for _ in 0..<scale { number *= 10 }
    return number
  }

  /// Reads `±hh:mm` as seconds east of UTC; the sign is optional unless `isSigned`.
  mutating func offset(isSigned: Bool) -> Int64? {
    let isNegative = skip("-")
    guard isNegative || skip("+") || !isSigned else { return nil }
    guard let hours = digits(2), hours <= 23, skip(":"), let minutes = digits(2), minutes <= 59
    else { return nil }
    let seconds = hours * 3_600 + minutes * 60
    return isNegative ? -seconds : seconds
  }

  /// Reads a decimal number and a unit, in nanoseconds; `fits` is false if they need more than 64
  /// bits.
  mutating func durationPart() -> (whole: Int64, fraction: Int64, fits: Bool)? {
    var whole: Int64 = 0
    var fits = true
    var hasDigits = false
    while let digit = digit() {
      hasDigits = true
      let tens = whole.multipliedReportingOverflow(by: 10)
      let sum = tens.partialValue.addingReportingOverflow(digit)
      fits = fits && !tens.overflow && !sum.overflow
      whole = fits ? sum.partialValue : 0
    }
    // Further digits are less than a nanosecond, even in an hour.
    var (fraction, scale): (Int64, Int64) = (0, 1)
    if skip(".") {
      while let digit = digit() {
        hasDigits = true
        if scale < 1_000_000_000_000_000 {
          fraction = fraction * 10 + digit
          scale *= 10
        }
      }
    }
    guard hasDigits, let unit = unit() else { return nil }
    let product = whole.multipliedReportingOverflow(by: unit)
    let part = scale.dividingFullWidth(fraction.multipliedFullWidth(by: unit)).quotient
    return (product.partialValue, part, fits && !product.overflow)
  }

  /// Reads a unit of time, in nanoseconds.
  private mutating func unit() -> Int64? {
    if skip("h") { return 3_600_000_000_000 }
    if skip("m") { return skip("s") ? 1_000_000 : 60_000_000_000 }
    if skip("s") { return 1_000_000_000 }
    if skip("n") { return skip("s") ? 1 : nil }
    if skip("u") { return skip("s") ? 1_000 : nil }
    // U+00B5 and U+03BC, micro sign and Greek mu.
    for micro in [[0xC2, 0xB5], [0xCE, 0xBC]] as [[UInt8]] where remainder.starts(with: micro) {
      remainder.removeFirst(2)
      return skip("s") ? 1_000 : nil
    }
    return nil
  }
}
