/// A set of code points: sorted ranges that neither overlap nor touch.
package struct CodePointSet: Hashable, Sendable {
  /// The ranges in order.
  package private(set) var ranges: [ClosedRange<UInt32>]

  /// The largest code point.
  static let last: UInt32 = 0x10_FFFF

  /// The union of `ranges`, in any order.
  init(_ ranges: [ClosedRange<UInt32>]) {
    var merged: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let open = merged.last, range.lowerBound <= open.upperBound + 1 {
        merged[merged.count - 1] =
          open.lowerBound...max(open.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    self.ranges = merged
  }

  /// All code points.
  static let all = CodePointSet([0...last])

  /// The set of one code point.
  init(_ codePoint: UInt32) { ranges = [codePoint...codePoint] }

  /// All code points that are not in the set.
  var inverted: CodePointSet {
    var gaps: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { gaps.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= Self.last { gaps.append(next...Self.last) }
    return CodePointSet(gaps)
  }

  /// The set with all code points that differ only in case.
  var folded: CodePointSet { CodePointSet(CaseFolding.close(ranges)) }

  /// The only code point, if the set has exactly one.
  var single: UInt32? {
    ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil
  }

  /// The ASCII characters in the set, one bit each.
  var asciiMasks: (low: UInt64, high: UInt64) {
    var (low, high): (UInt64, UInt64) = (0, 0)
    for range in ranges where range.lowerBound < 128 {
      for codePoint in range.lowerBound...min(range.upperBound, 127) {
        if codePoint < 64 { low |= 1 << codePoint } else { high |= 1 << (codePoint - 64) }
      }
    }
    return (low, high)
  }
}
