import CEL
import StateModel

/// The time of a line: a point in time as RFC 3339 text, or seconds since any moment as a number.
enum RecordTime {
  /// The time in nanoseconds; `nil` if the JSON is neither, is negative, or is more than 292 years.
  static func nanoseconds(_ bytes: [UInt8], _ range: Range<Int>) -> Int64? {
    if let text = bytes.text(range) {
      guard let text = bytes.unescaped(text),
        case .success(let moment) = Value.Timestamp.parse(text), moment.seconds >= 0
      else { return nil }
      let (whole, isOver) = moment.seconds.multipliedReportingOverflow(by: 1_000_000_000)
      let (sum, isFull) = whole.addingReportingOverflow(Int64(moment.nanoseconds))
      return isOver || isFull ? nil : sum
    }
    if let plain = plain(bytes, range) { return plain }
    guard case .number(let text)? = bytes.json(range),
      let span = Value.Duration(secondsText: text), span.nanoseconds >= 0
    else { return nil }
    return span.nanoseconds
  }

  /// Digits, perhaps with a fraction: as almost all times are. Digits after the ninth are dropped.
  private static func plain(_ bytes: [UInt8], _ range: Range<Int>) -> Int64? {
    var result: Int64 = 0
    var decimals = -1
    for index in range {
      let byte = bytes[index]
      if byte == UInt8(ascii: "."), decimals < 0, index > range.lowerBound {
        decimals = 0
        continue
      }
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      if decimals == 9 { continue }
      if decimals >= 0 { decimals += 1 }
      let (product, isOver) = result.multipliedReportingOverflow(by: 10)
      let (sum, isFull) = product.addingReportingOverflow(Int64(byte &- UInt8(ascii: "0")))
      if isOver || isFull { return nil }
      result = sum
    }
    if decimals == 0 { return nil }
    for _ in max(decimals, 0)..<9 {
      let (product, isOver) = result.multipliedReportingOverflow(by: 10)
      if isOver { return nil }
      result = product
    }
    return result
  }
}
