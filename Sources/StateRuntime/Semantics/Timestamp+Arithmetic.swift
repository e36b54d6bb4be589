extension Timestamp {
  /// The first and the last second that an instant can have, for the years 0001 to 9999.
  package static var secondsRange: ClosedRange<Int64> { -62_135_596_800...253_402_300_799 }

  /// The instant `seconds` after 1970. It is `nil` outside of the years 0001 to 9999, or if
  /// `nanoseconds` is not a fraction of a second.
  package static func checked(seconds: Int64, nanoseconds: Int32 = 0) -> Timestamp? {
    guard secondsRange.contains(seconds), (0..<1_000_000_000).contains(nanoseconds) else {
      return nil
    }
    return Timestamp(seconds: seconds, nanoseconds: nanoseconds)
  }

  /// The instant `span` nanoseconds later, or `nil` outside of the range.
  package func adding(_ span: Int64) -> Timestamp? {
    let (whole, rest) = floorDivide(span, 1_000_000_000)
    let nanoseconds = Int64(self.nanoseconds) + rest
    let carry: Int64 = nanoseconds >= 1_000_000_000 ? 1 : 0
    return .checked(
      seconds: seconds + whole + carry,
      nanoseconds: Int32(truncatingIfNeeded: nanoseconds - carry * 1_000_000_000))
  }

  /// The instant `span` nanoseconds earlier, or `nil` outside of the range.
  package func subtracting(_ span: Int64) -> Timestamp? {
    guard span != .min else { return adding(.max).flatMap { $0.adding(1) } }
    return adding(-span)
  }

  /// The nanoseconds from `other` to this instant, or `nil` if they do not fit.
  package func since(_ other: Timestamp) -> Int64? {
    let seconds = self.seconds - other.seconds
    let nanoseconds = Int64(self.nanoseconds - other.nanoseconds)
    // Both parts get the same sign, so that a result that fits has no intermediate overflow.
    let borrow: Int64 =
      seconds < 0 && nanoseconds > 0 ? 1 : seconds > 0 && nanoseconds < 0 ? -1 : 0
    let whole = (seconds + borrow).multipliedReportingOverflow(by: 1_000_000_000)
    let sum = whole.partialValue.addingReportingOverflow(nanoseconds - borrow * 1_000_000_000)
    return whole.overflow || sum.overflow ? nil : sum.partialValue
  }
}
