/// What orders the lines of recordings: the session, then the time.
///
/// The keys are two fields that end with a tab, so that any program that sorts lines of text by their
/// bytes can sort them.
package enum SortKey {
  /// Writes the key of a line, and the line.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of several lines.
  ///   - range: The line, without its line feed.
  ///   - result: Receives the key, the line and a line feed. Lines without a session come first, and
  ///     in a session lines without a time.
  package static func write(_ bytes: [UInt8], _ range: Range<Int>, to result: inout [UInt8]) {
    let line = RecordLine(bytes, range)
    for byte in bytes[line?.session ?? 0..<0] { result.append(max(byte, UInt8(ascii: " "))) }
    result.append(separator)
    if let time = line?.time.flatMap({ RecordTime.nanoseconds(bytes, $0) }) {
      let digits = String(time)
      result += Array(repeating: UInt8(ascii: "0"), count: timeDigits - digits.utf8.count)
      result += Array(digits.utf8)
    }
    result.append(separator)
    result += bytes[range]
    result.append(UInt8(ascii: "\n"))
  }

  /// The line after its key.
  package static func line(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    for _ in 0..<2 {
      guard let end = bytes[start..<range.upperBound].firstIndex(of: separator) else { break }
      start = end + 1
    }
    return start..<range.upperBound
  }

  /// The size of the longest key of a line with this many bytes.
  package static func longest(_ bytes: Int) -> Int { bytes + timeDigits + 2 }

  private static let separator = UInt8(ascii: "\t")
  /// The digits of the greatest time in nanoseconds.
  private static let timeDigits = String(Int64.max).utf8.count
}
