/// The only value of the type `void`.
public struct Signal: Hashable, Sendable {
  /// The value.
  public init() {}
}

/// Bytes.
public struct Bytes: Hashable, Sendable {
  /// The bytes in order.
  public let values: [UInt8]

  /// Makes a value of bytes.
  public init(_ values: [UInt8]) { self.values = values }
}

/// An instant between the years 0001 and 9999, in UTC.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, rounded down.
  public let seconds: Int64
  /// Nanoseconds after the second, 0 to 999,999,999.
  public let nanoseconds: Int32

  /// Makes an instant.
  public init(seconds: Int64, nanoseconds: Int32) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Whether an instant is earlier than another.
  public static func < (left: Self, right: Self) -> Bool {
    left.seconds == right.seconds
      ? left.nanoseconds < right.nanoseconds : left.seconds < right.seconds
  }
}
