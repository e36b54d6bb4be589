// Time: UTC and fixed offsets, the years 0001 to 9999, durations of 64 bits of nanoseconds.

private func divided(_ number: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
  let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}

private func instant(
  _ seconds: Int64, _ nanoseconds: Int64
) throws(EvaluationError) -> Timestamp {
  guard (-62_135_596_800...253_402_300_799).contains(seconds) else {
    throw EvaluationError("range")
  }
  return Timestamp(seconds: seconds, nanoseconds: Int32(nanoseconds))
}

/// The instant after a duration. Error `range`.
public func celPlus(_ time: Timestamp, _ span: TimeSpan) throws(EvaluationError) -> Timestamp {
  let (whole, rest) = divided(span.nanoseconds, 1_000_000_000)
  let (carry, nanoseconds) = divided(Int64(time.nanoseconds) + rest, 1_000_000_000)
  return try instant(time.seconds + whole + carry, nanoseconds)
}

/// The instant after a duration. Error `range`.
public func celPlus(_ span: TimeSpan, _ time: Timestamp) throws(EvaluationError) -> Timestamp {
  try celPlus(time, span)
}

/// The instant before a duration. Error `range`.
public func celMinus(_ time: Timestamp, _ span: TimeSpan) throws(EvaluationError) -> Timestamp {
  let (whole, rest) = divided(span.nanoseconds, 1_000_000_000)
  let (carry, nanoseconds) = divided(Int64(time.nanoseconds) - rest, 1_000_000_000)
  return try instant(time.seconds - whole + carry, nanoseconds)
}

/// The duration between two instants. Error `range`.
public func celMinus(_ left: Timestamp, _ right: Timestamp) throws(EvaluationError) -> TimeSpan {
  var seconds = left.seconds - right.seconds
  var rest = Int64(left.nanoseconds - right.nanoseconds)
  // Both parts get the same sign, so that a result that fits does not overflow in between.
  if seconds < 0, rest > 0 { (seconds, rest) = (seconds + 1, rest - 1_000_000_000) }
  if seconds > 0, rest < 0 { (seconds, rest) = (seconds - 1, rest + 1_000_000_000) }
  let whole = seconds.multipliedReportingOverflow(by: 1_000_000_000)
  let sum = whole.partialValue.addingReportingOverflow(rest)
  if whole.overflow || sum.overflow { throw EvaluationError("range") }
  return TimeSpan(nanoseconds: sum.partialValue)
}

/// A day of the proleptic Gregorian calendar. The computation uses years that begin in March, so
/// that the leap day is the last of its year. An era is 400 years, after which the calendar repeats.
private struct CivilDay {
  let number: Int64
  let year: Int64
  let month: Int64
  let day: Int64

  init(_ time: Timestamp) {
    number = divided(time.seconds, 86_400).quotient
    let (era, day) = divided(number + 719_468, 146_097)
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    self.day = dayOfYear - (153 * month + 2) / 5 + 1
    self.month = month < 10 ? month + 3 : month - 9
    self.year = year + era * 400 + (month >= 10 ? 1 : 0)
  }

  /// Days from 1970-01-01.
  static func number(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let (era, yearOfEra) = divided(month <= 2 ? year - 1 : year, 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func count(inMonth month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

private func secondOfDay(_ time: Timestamp) -> Int64 { divided(time.seconds, 86_400).remainder }

/// The year in UTC.
public func celFullYear(_ time: Timestamp) -> Int64 { CivilDay(time).year }

/// The month in UTC, from 0.
public func celMonth(_ time: Timestamp) -> Int64 { CivilDay(time).month - 1 }

/// The day of the month in UTC, from 1.
public func celDate(_ time: Timestamp) -> Int64 { CivilDay(time).day }

/// The day of the month in UTC, from 0.
public func celDayOfMonth(_ time: Timestamp) -> Int64 { CivilDay(time).day - 1 }

/// The day of the year in UTC, from 0.
public func celDayOfYear(_ time: Timestamp) -> Int64 {
  let day = CivilDay(time)
  return day.number - CivilDay.number(day.year, 1, 1)
}

/// The day of the week in UTC, from 0 for Sunday.
public func celDayOfWeek(_ time: Timestamp) -> Int64 {
  divided(CivilDay(time).number + 4, 7).remainder
}

/// The hour of the day in UTC.
public func celHours(_ time: Timestamp) -> Int64 { secondOfDay(time) / 3_600 }

/// The minute of the hour in UTC.
public func celMinutes(_ time: Timestamp) -> Int64 { secondOfDay(time) / 60 % 60 }

/// The second of the minute.
public func celSeconds(_ time: Timestamp) -> Int64 { secondOfDay(time) % 60 }

/// The milliseconds of the second.
public func celMilliseconds(_ time: Timestamp) -> Int64 { Int64(time.nanoseconds) / 1_000_000 }

/// The instant whose UTC fields are those of another in a zone: `UTC`, `+02:00`, `-09:30`.
public func celShifted(_ time: Timestamp, _ zone: String) throws(EvaluationError) -> Timestamp {
  var scanner = TextScanner(zone)
  if zone.isEqual(to: "UTC") { return time }
  guard let offset = scanner.offset(isSigned: false), scanner.isAtEnd else {
    throw EvaluationError("argument")
  }
  return Timestamp(seconds: time.seconds + offset, nanoseconds: time.nanoseconds)
}

/// The whole seconds since 1970, rounded down.
public func celInt(_ time: Timestamp) -> Int64 { time.seconds }

/// The instant some seconds after 1970 began in UTC. Error `range`.
public func celTimestamp(_ seconds: Int64) throws(EvaluationError) -> Timestamp {
  try instant(seconds, 0)
}

/// Reads RFC 3339: `T`, `Z` or `±hh:mm`, 0 to 9 digits of fraction, no second 60.
public func celTimestamp(_ text: String) throws(EvaluationError) -> Timestamp {
  var scanner = TextScanner(text)
  guard let year = scanner.digits(4), scanner.skip("-"),
    let month = scanner.digits(2), (1...12).contains(month), scanner.skip("-"),
    let day = scanner.digits(2), day >= 1, day <= CivilDay.count(inMonth: month, of: year),
    scanner.skip("T"), let hour = scanner.digits(2), hour <= 23, scanner.skip(":"),
    let minute = scanner.digits(2), minute <= 59, scanner.skip(":"),
    let second = scanner.digits(2), second <= 59,
    let nanoseconds = scanner.skip(".") ? scanner.fraction() : 0,
    let offset = scanner.skip("Z") ? 0 : scanner.offset(isSigned: true), scanner.isAtEnd
  else { throw EvaluationError("conversion") }
  let days = CivilDay.number(year, month, day)
  return try instant(days * 86_400 + hour * 3_600 + minute * 60 + second - offset, nanoseconds)
}

private func padded(_ number: Int64, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: width - digits.count) + digits
}

/// The instant in UTC as RFC 3339 text, with a fraction without trailing zeros.
public func celText(_ time: Timestamp) -> String {
  let day = CivilDay(time)
  let date = "\(padded(day.year, 4))-\(padded(day.month, 2))-\(padded(day.day, 2))"
  let hours = "\(padded(celHours(time), 2)):\(padded(celMinutes(time), 2))"
  var fraction = time.nanoseconds == 0 ? "" : ".\(padded(Int64(time.nanoseconds), 9))"
  while fraction.hasSuffix("0") { fraction.removeLast() }
  return "\(date)T\(hours):\(padded(celSeconds(time), 2))\(fraction)Z"
}

/// Reads a sign, then `0` or numbers with units: `1h30m1.5s`.
public func celTimeSpan(_ text: String) throws(EvaluationError) -> TimeSpan {
  var scanner = TextScanner(text)
  let isNegative = scanner.skip("-")
  if !isNegative { _ = scanner.skip("+") }
  if scanner.rest.elementsEqual("0".utf8) { return TimeSpan(nanoseconds: 0) }
  if scanner.isAtEnd { throw EvaluationError("conversion") }
  // The sum is negative, because the least duration has no positive counterpart.
  var total: Int64 = 0
  var fits = true
  while !scanner.isAtEnd {
    guard let part = scanner.spanPart() else { throw EvaluationError("conversion") }
    let whole = total.subtractingReportingOverflow(part.whole)
    let sum = whole.partialValue.subtractingReportingOverflow(part.fraction)
    total = sum.partialValue
    fits = fits && part.fits && !whole.overflow && !sum.overflow
  }
  guard fits, isNegative || total != .min else { throw EvaluationError("range") }
  return TimeSpan(nanoseconds: isNegative ? total : -total)
}

/// Reads fixed formats from the front of a text.
private struct TextScanner {
  private(set) var rest: ArraySlice<UInt8>

  init(_ text: String) { rest = Array(text.utf8)[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest.removeFirst(text.utf8.count)
    return true
  }

  private mutating func digit() -> Int64? {
    guard let first = rest.first, (0x30...0x39).contains(first) else { return nil }
    rest.removeFirst()
    return Int64(first - 0x30)
  }

  mutating func digits(_ count: Int) -> Int64? {
    var number: Int64 = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// 1 to 9 digits after a point, as nanoseconds.
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

  /// `±hh:mm` in seconds. The sign is optional unless `isSigned`.
  mutating func offset(isSigned: Bool) -> Int64? {
    let isNegative = skip("-")
    guard isNegative || skip("+") || !isSigned else { return nil }
    guard let hours = digits(2), hours <= 23, skip(":"), let minutes = digits(2), minutes <= 59
    else { return nil }
    return (hours * 3_600 + minutes * 60) * (isNegative ? -1 : 1)
  }

  /// A decimal number and a unit, in nanoseconds.
  mutating func spanPart() -> (whole: Int64, fraction: Int64, fits: Bool)? {
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
    // Further digits are less than a nanosecond, even of an hour.
    var (fraction, scale): (Int64, Int64) = (0, 1)
    if skip(".") {
      while let digit = digit() {
        hasDigits = true
        if scale < 1_000_000_000_000_000 { (fraction, scale) = (fraction * 10 + digit, scale * 10) }
      }
    }
    guard hasDigits, let unit = unit() else { return nil }
    let product = whole.multipliedReportingOverflow(by: unit)
    let part = scale.dividingFullWidth(fraction.multipliedFullWidth(by: unit)).quotient
    return (product.partialValue, part, fits && !product.overflow)
  }

  private mutating func unit() -> Int64? {
    let units: [(String, Int64)] = [
      ("h", 3_600_000_000_000), ("ms", 1_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000),
      ("ns", 1), ("us", 1_000), ("\u{B5}s", 1_000), ("\u{3BC}s", 1_000),
    ]
    for (name, length) in units where skip(name) { return length }
    return nil
  }
}
