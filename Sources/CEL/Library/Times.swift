import StateRuntime

extension Library {
  /// The parts of a timestamp (in UTC or at a zone offset) and of a duration.
  static func callTime(_ function: Function, _ arguments: [Value], _ budget: inout Budget)
    -> Answer
  {
    switch arguments.first {
    case .timestamp(let time)?:
      switch arguments.count {
      case 1: return .success(.int(part(function, of: time, offset: 0)))
      case 2:
        guard case .string(let zone) = arguments[1] else { return fail(.overload) }
        guard budget.charge(text: zone) else { return fail(.budget) }
        guard let offset = TimeText.offset(ofZone: zone) else { return fail(.argument) }
        return .success(.int(part(function, of: time, offset: offset)))
      default: return fail(.overload)
      }
    case .duration(let span)? where arguments.count == 1: return part(function, of: span)
    default: return fail(.overload)
    }
  }

  /// A part of a timestamp, in a zone `offset` seconds east of UTC.
  package static func part(_ function: Function, of time: Value.Timestamp, offset: Int64) -> Int64 {
    let civil = CivilTime(seconds: time.seconds + offset)
    switch function {
    case .getFullYear: return civil.year
    case .getMonth: return civil.month - 1
    case .getDate: return civil.day
    case .getDayOfMonth: return civil.day - 1
    case .getDayOfYear: return civil.dayOfYear
    case .getDayOfWeek: return civil.dayOfWeek
    case .getHours: return civil.secondOfDay / 3_600
    case .getMinutes: return civil.secondOfDay / 60 % 60
    case .getSeconds: return civil.secondOfDay % 60
    default: return Int64(time.nanoseconds) / 1_000_000
    }
  }

  /// The whole hours, minutes or seconds of the duration; the milliseconds of its last second.
  package static func part(_ function: Function, of span: Value.Duration) -> Answer {
    switch function {
    case .getHours: .success(.int(span.nanoseconds / 3_600_000_000_000))
    case .getMinutes: .success(.int(span.nanoseconds / 60_000_000_000))
    case .getSeconds: .success(.int(span.nanoseconds / 1_000_000_000))
    case .getMilliseconds: .success(.int(span.nanoseconds % 1_000_000_000 / 1_000_000))
    default: fail(.overload)
    }
  }
}
