package import StateRuntime

// The computations and texts are those of generated code, in `StateRuntime`.

extension Value.Timestamp {
  /// The first and the last second that a timestamp can have, for the years 0001 to 9999.
  package static var secondsRange: ClosedRange<Int64> { StateRuntime.Timestamp.secondsRange }

  /// The instant `seconds` after 1970. It is `nil` outside of the years 0001 to 9999, or if
  /// `nanoseconds` is not a fraction of a second.
  public init?(seconds: Int64, nanoseconds: Int32 = 0) {
    guard
      let time = StateRuntime.Timestamp.checked(seconds: seconds, nanoseconds: nanoseconds)
    else { return nil }
    self.init(time)
  }

  private init(_ time: StateRuntime.Timestamp) {
    self.init(uncheckedSeconds: time.seconds, nanoseconds: time.nanoseconds)
  }

  private var time: StateRuntime.Timestamp {
    StateRuntime.Timestamp(seconds: seconds, nanoseconds: nanoseconds)
  }

  /// The instant `span` nanoseconds later, or `nil` outside of the range.
  package func adding(_ span: Int64) -> Self? { time.adding(span).map(Self.init) }

  /// The instant `span` nanoseconds earlier, or `nil` outside of the range.
  package func subtracting(_ span: Int64) -> Self? { time.subtracting(span).map(Self.init) }

  /// The nanoseconds from `other` to this instant, or `nil` if they do not fit.
  package func since(_ other: Self) -> Int64? { time.since(other.time) }

  /// Reads RFC 3339, as `TimeText` does.
  package static func parse(_ text: String) -> Result<Self, TimeText.ReadError> {
    TimeText.instant(text).map(Self.init)
  }

  /// UTC in RFC 3339, with `Z` and a fraction without trailing zeros.
  package var text: String { TimeText.text(time) }
}

extension Value.Duration {
  /// Reads numbers with units, such as `1h30m1.5s`, as `TimeText` does.
  package static func parse(_ text: String) -> Result<Self, TimeText.ReadError> {
    TimeText.nanoseconds(text).map(Self.init)
  }

  /// Decimal seconds without trailing zeros: `1.5s`, `5400s`, `-0.000000001s`.
  package var text: String { TimeText.text(nanoseconds: nanoseconds) }
}
