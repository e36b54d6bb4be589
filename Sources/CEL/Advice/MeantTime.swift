/// Durations and times as people and other formats write them.
package enum MeantTime {
  /// The duration that a text means: `5m` for `5 min`, `1h30m` for `PT1H30M`, `24h` for `1 day`,
  /// `1.5s` for `1,5s`, `1h30m` for `1h30`.
  ///
  /// - Returns: `nil` for a text that means none, or that is written correctly.
  package static func duration(_ text: String) -> String? {
    var rest = text.utf8[...]
    let isISO = rest.first == UInt8(ascii: "P")
    if isISO { rest = rest.dropFirst() }
    var result = ""
    var isTime = !isISO
    /// The unit of a number without one.
    var smaller = "s"
    while let first = rest.first {
      if first == UInt8(ascii: " ") || first == UInt8(ascii: ",") {
        rest = rest.dropFirst()
        continue
      }
      if isISO, first == UInt8(ascii: "T") {
        isTime = true
        rest = rest.dropFirst()
        continue
      }
      var number = String(
        Substring(rest.prefix { Token.isDigit($0) || $0 == UInt8(ascii: ".") }))
      rest = rest.dropFirst(number.utf8.count)
      let decimals = rest.dropFirst().prefix(while: Token.isDigit)
      if rest.first == UInt8(ascii: ","), !decimals.isEmpty {
        // `1,500` may be 1500 or 1.5.
        guard decimals.count != 3 else { return nil }
        number += ".\(Substring(decimals))"
        rest = rest.dropFirst(decimals.count + 1)
      }
      rest = rest.drop { $0 == UInt8(ascii: " ") }
      let unit = isISO ? rest.prefix(1) : rest.prefix { Token.isNameStart($0) }
      rest = rest.dropFirst(unit.count)
      guard let amount = Double(number), isTime || unit.count == 1 else { return nil }
      let name = unit.isEmpty ? smaller : String(Substring(unit)).lowercased()
      if let days = days[name] {
        guard amount == amount.rounded(), amount < 100_000 else { return nil }
        result += "\(Int(amount) * days * 24)h"
      } else if isTime, let unit = units[name] {
        result += number + unit
        smaller = unit == "h" ? "m" : "s"
      } else {
        return nil
      }
    }
    return result.isEmpty || result == text ? nil : result
  }

  private static let days = ["d": 1, "day": 1, "days": 1, "w": 7, "week": 7, "weeks": 7]

  private static let units: [String: String] = [
    "ms": "ms", "msec": "ms", "millis": "ms", "millisecond": "ms", "milliseconds": "ms",
    "": "s", "s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s",
    "m": "m", "min": "m", "mins": "m", "minute": "m", "minutes": "m",
    "h": "h", "hr": "h", "hrs": "h", "hour": "h", "hours": "h",
  ]

  /// The time that a text means: `2024-05-01T10:00:00Z` for `2024-05-01 10:00`. A time without a zone
  /// is one of UTC, a date is its first second.
  ///
  /// - Returns: `nil` for a text that means none, or that is written correctly.
  package static func timestamp(_ text: String) -> String? {
    let parts = text.split { $0 == "T" || $0 == "t" || $0 == " " }.map(String.init)
    guard let first = parts.first, parts.count <= 3, let date = date(first) else { return nil }
    guard parts.count > 1 else { return checked("\(date)T00:00:00Z", text) }
    var time = parts.dropFirst().joined()
    var zone = "Z"
    if time.hasSuffix("Z") || time.hasSuffix("z") {
      time.removeLast()
    } else if let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      let digits = time[sign...].filter { $0 != ":" }.dropFirst()
      guard digits.count == 4 || digits.count == 2 else { return nil }
      zone = "\(time[sign])\(digits.prefix(2)):\(digits.count == 4 ? digits.suffix(2) : "00")"
      time = String(time[..<sign])
    }
    if time.split(separator: ":").count == 2 { time += ":00" }
    return checked("\(date)T\(time)\(zone)", text)
  }

  /// `2024-05-01` of `2024/5/1` and `1.5.2024`.
  private static func date(_ text: String) -> String? {
    var parts = text.split { "-/.".contains($0) }.map(String.init)
    guard parts.count == 3 else { return nil }
    if parts[2].count == 4, text.contains(".") { parts.reverse() }
    guard parts[0].count == 4 else { return nil }
    return parts.map { $0.count == 1 ? "0" + $0 : $0 }.joined(separator: "-")
  }

  private static func checked(_ result: String, _ text: String) -> String? {
    if case .success = Value.Timestamp.parse(result), result != text { return result }
    return nil
  }

  /// The call that is meant by one that fails: `duration('5m')` for `duration('5 min')`.
  package static func call(_ text: String) -> String? {
    for (name, meant) in [("duration", duration), ("timestamp", timestamp)] {
      guard text.hasPrefix("\(name)('"), text.hasSuffix("')") else { continue }
      return meant(String(text.dropFirst(name.count + 2).dropLast(2))).map { "\(name)('\($0)')" }
    }
    return nil
  }

  /// The expression of a type that a plain text means: `duration('30s')` for `30 sec`.
  static func expression(_ text: String, as type: ValueType?) -> String? {
    switch type?.withoutNull {
    case .duration:
      let isPlain = text.utf8.last.map { !Token.isDigit($0) } ?? false
      return duration(text).flatMap { isPlain ? "duration('\($0)')" : nil }
    case .timestamp: return timestamp(text).map { "timestamp('\($0)')" }
    default: return nil
    }
  }
}
