// Time: UTC and fixed offsets, the years 0001 to 9999, durations of 64 bits of nanoseconds.

private func inRange<Value>(_ value: Value?) throws(EvaluationError) -> Value {
  guard let value else { throw EvaluationError("range") }
  return value
}

private func read<Value>(
  _ result: Result<Value, TimeText.ReadError>
) throws(EvaluationError) -> Value {
  switch result {
  case .success(let value): return value
  case .failure(.malformed): throw EvaluationError("conversion")
  case .failure(.outOfRange): throw EvaluationError("range")
  }
}

/// The instant after a duration. Error `range`.
public func celPlus(_ time: Timestamp, _ span: Duration) throws(EvaluationError) -> Timestamp {
  try inRange(time.adding(span.nanoseconds))
}

/// The instant after a duration. Error `range`.
public func celPlus(_ span: Duration, _ time: Timestamp) throws(EvaluationError) -> Timestamp {
  try celPlus(time, span)
}

/// The instant before a duration. Error `range`.
public func celMinus(_ time: Timestamp, _ span: Duration) throws(EvaluationError) -> Timestamp {
  try inRange(time.subtracting(span.nanoseconds))
}

/// The duration between two instants. Error `range`.
public func celMinus(_ left: Timestamp, _ right: Timestamp) throws(EvaluationError) -> Duration {
  Duration.nanoseconds(try inRange(left.since(right)))
}

private func civil(_ time: Timestamp) -> CivilTime { CivilTime(seconds: time.seconds) }

/// The year in UTC.
public func celFullYear(_ time: Timestamp) -> CELInt { CELInt(civil(time).year) }

/// The month in UTC, from 0.
public func celMonth(_ time: Timestamp) -> CELInt { CELInt(civil(time).month - 1) }

/// The day of the month in UTC, from 1.
public func celDate(_ time: Timestamp) -> CELInt { CELInt(civil(time).day) }

/// The day of the month in UTC, from 0.
public func celDayOfMonth(_ time: Timestamp) -> CELInt { CELInt(civil(time).day - 1) }

/// The day of the year in UTC, from 0.
public func celDayOfYear(_ time: Timestamp) -> CELInt { CELInt(civil(time).dayOfYear) }

/// The day of the week in UTC, from 0 for Sunday.
public func celDayOfWeek(_ time: Timestamp) -> CELInt { CELInt(civil(time).dayOfWeek) }

/// The hour of the day in UTC.
public func celHours(_ time: Timestamp) -> CELInt { CELInt(civil(time).secondOfDay / 3_600) }

/// The minute of the hour in UTC.
public func celMinutes(_ time: Timestamp) -> CELInt { CELInt(civil(time).secondOfDay / 60 % 60) }

/// The second of the minute.
public func celSeconds(_ time: Timestamp) -> CELInt { CELInt(civil(time).secondOfDay % 60) }

/// The milliseconds of the second.
public func celMilliseconds(_ time: Timestamp) -> CELInt { CELInt(time.nanoseconds) / 1_000_000 }

/// The instant whose UTC fields are those of another in a zone: `UTC`, `+02:00`, `-09:30`. Error
/// `argument`.
public func celShifted(_ time: Timestamp, _ zone: String) throws(EvaluationError) -> Timestamp {
  guard let offset = TimeText.offset(ofZone: zone) else { throw EvaluationError("argument") }
  return Timestamp(seconds: time.seconds + offset, nanoseconds: time.nanoseconds)
}

/// The whole seconds since 1970, rounded down.
public func celInt(_ time: Timestamp) -> CELInt { CELInt(time.seconds) }

/// The instant some seconds after 1970 began in UTC. Error `range`.
public func celTimestamp(_ seconds: CELInt) throws(EvaluationError) -> Timestamp {
  try inRange(.checked(seconds: Int64(seconds)))
}

/// Reads RFC 3339: `T`, `Z` or `±hh:mm`, 0 to 9 digits of fraction, no second 60. Errors
/// `conversion` and `range`.
public func celTimestamp(_ text: String) throws(EvaluationError) -> Timestamp {
  try read(TimeText.instant(text))
}

/// The instant in UTC as RFC 3339 text, with a fraction without trailing zeros.
public func celText(_ time: Timestamp) -> String { TimeText.text(time) }

/// Reads a sign, then `0` or numbers with units: `1h30m1.5s`. Errors `conversion` and `range`.
public func celTimeSpan(_ text: String) throws(EvaluationError) -> Duration {
  Duration.nanoseconds(try read(TimeText.nanoseconds(text)))
}
