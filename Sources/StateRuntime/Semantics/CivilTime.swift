/// A date and time in the proleptic Gregorian calendar.
package struct CivilTime: Hashable, Sendable {
  package var year: Int64
  /// 1 to 12.
  package var month: Int64
  /// 1 to 31.
  package var day: Int64
  /// Seconds since midnight, 0 to 86,399.
  package var secondOfDay: Int64
  /// Days since 1970-01-01.
  package var dayNumber: Int64

  /// The date and time `seconds` after 1970, for any value whose day fits.
  package init(seconds: Int64) {
    let (day, second) = floorDivide(seconds, 86_400)
    self.init(dayNumber: day, secondOfDay: second)
  }

  /// The date and time of a day counted from 1970-01-01.
  ///
  /// Years start in March here, so that the leap day is the last day of a year. An era is 400
  /// years, after which the calendar repeats.
  private init(dayNumber: Int64, secondOfDay: Int64) {
    let (era, day) = floorDivide(dayNumber + 719_468, 146_097)
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    self.day = dayOfYear - (153 * month + 2) / 5 + 1
    self.month = month < 10 ? month + 3 : month - 9
    self.year = year + era * 400 + (month >= 10 ? 1 : 0)
    self.secondOfDay = secondOfDay
    self.dayNumber = dayNumber
  }

  /// The number of days from 1970-01-01 to a date of the years 0 to 9999.
  package static func dayNumber(year: Int64, month: Int64, day: Int64) -> Int64 {
    let (era, yearOfEra) = floorDivide(month <= 2 ? year - 1 : year, 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The number of days in a month.
  package static func days(inMonth month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// 0 on the first of January.
  package var dayOfYear: Int64 { dayNumber - Self.dayNumber(year: year, month: 1, day: 1) }

  /// 0 on Sunday.
  package var dayOfWeek: Int64 { floorDivide(dayNumber + 4, 7).remainder }
}

/// Division that rounds down, so that the remainder is never negative; `divisor` is positive.
package func floorDivide(_ number: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
  let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}
