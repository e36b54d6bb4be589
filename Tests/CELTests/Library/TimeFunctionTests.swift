import CEL
import Testing

import struct StateRuntime.CivilTime

@Suite struct TimeFunctions {
  static let instant = time("2009-02-13T23:31:30.123456789Z")

  static let parts: [Row] = [
    Row("year", .getFullYear, instant, gives: "2009"),
    Row("month from 0", .getMonth, instant, gives: "1"),
    Row("date from 1", .getDate, instant, gives: "13"),
    Row("day of the month from 0", .getDayOfMonth, instant, gives: "12"),
    Row("day of the year from 0", .getDayOfYear, instant, gives: "43"),
    Row("the last day of a leap year", .getDayOfYear, time("2024-12-31T00:00:00Z"), gives: "365"),
    Row("Friday", .getDayOfWeek, instant, gives: "5"),
    Row("a Sunday before 1970", .getDayOfWeek, time("1969-12-28T00:00:00Z"), gives: "0"),
    Row("hours", .getHours, instant, gives: "23"),
    Row("minutes", .getMinutes, instant, gives: "31"),
    Row("seconds", .getSeconds, instant, gives: "30"),
    Row("milliseconds", .getMilliseconds, instant, gives: "123"),
    Row(
      "milliseconds before 1970", .getMilliseconds, time("1969-12-31T23:59:59.9Z"),
      gives: "900"),
    Row("in another zone", .getDate, instant, "+02:00", gives: "14"),
    Row("without a sign", .getHours, instant, "02:00", gives: "1"),
    Row("with half an hour", .getMinutes, instant, "-09:30", gives: "1"),
    Row("in UTC", .getHours, instant, "UTC", gives: "23"),
    Row("before the first year", .getFullYear, time("0001-01-01T00:00:00Z"), "-00:01", gives: "0"),
    Row("after the last year", .getFullYear, time("9999-12-31T23:59:59Z"), "00:01", gives: "10000"),
    Row("a zone by name", .getHours, instant, "Europe/Berlin", gives: "error: argument"),
    Row("a zone with one digit", .getHours, instant, "+2:00", gives: "error: argument"),
    Row("a zone of a day", .getHours, instant, "+24:00", gives: "error: argument"),
    Row("a zone with seconds", .getHours, instant, "+02:00:00", gives: "error: argument"),
    Row("a zone that is no text", .getHours, instant, 2, gives: "error: overload"),
    Row("all hours of a duration", .getHours, span("25h59m"), gives: "25"),
    Row("all minutes of a duration", .getMinutes, span("-61m59s"), gives: "-61"),
    Row("all seconds of a duration", .getSeconds, span("3730.9s"), gives: "3730"),
    Row("milliseconds that are left", .getMilliseconds, span("123.321456789s"), gives: "321"),
    Row("the date of a duration", .getDate, span("1s"), gives: "error: overload"),
    Row("a duration in a zone", .getHours, span("1s"), "UTC", gives: "error: overload"),
  ]

  static let readingTimestamps: [Row] = [
    Row("an offset", .toTimestamp, "2009-02-13T23:31:30+01:30", gives: "2009-02-13T22:01:30Z"),
    Row("a fraction", .toTimestamp, "2009-02-13T23:31:30.10Z", gives: "2009-02-13T23:31:30.1Z"),
    Row(
      "nine digits", .toTimestamp, "9999-12-31T23:59:59.999999999Z",
      gives: "9999-12-31T23:59:59.999999999Z"),
    Row(
      "ten digits", .toTimestamp, "2009-02-13T23:31:30.1234567890Z",
      gives: "error: conversion"),
    Row("a point alone", .toTimestamp, "2009-02-13T23:31:30.Z", gives: "error: conversion"),
    Row("a leap second", .toTimestamp, "2016-12-31T23:59:60Z", gives: "error: conversion"),
    Row("a leap day", .toTimestamp, "2000-02-29T00:00:00Z", gives: "2000-02-29T00:00:00Z"),
    Row("no leap day", .toTimestamp, "1900-02-29T00:00:00Z", gives: "error: conversion"),
    Row("month 13", .toTimestamp, "2009-13-01T00:00:00Z", gives: "error: conversion"),
    Row("day 0", .toTimestamp, "2009-01-00T00:00:00Z", gives: "error: conversion"),
    Row("hour 24", .toTimestamp, "2009-01-01T24:00:00Z", gives: "error: conversion"),
    Row("a blank", .toTimestamp, "2009-02-13 23:31:30Z", gives: "error: conversion"),
    Row("lower case", .toTimestamp, "2009-02-13t23:31:30z", gives: "error: conversion"),
    Row("no offset", .toTimestamp, "2009-02-13T23:31:30", gives: "error: conversion"),
    Row(
      "an offset without a colon", .toTimestamp, "2009-02-13T23:31:30+0100",
      gives: "error: conversion"),
    Row("text behind", .toTimestamp, "2009-02-13T23:31:30Z ", gives: "error: conversion"),
    Row("year 0", .toTimestamp, "0000-12-31T23:59:59Z", gives: "error: range"),
    Row(
      "year 1 by its offset", .toTimestamp, "0000-12-31T23:59:59-00:01",
      gives: "0001-01-01T00:00:59Z"),
    Row(
      "year 10000 by its offset", .toTimestamp, "9999-12-31T23:59:59-00:01",
      gives: "error: range"),
    Row("seconds", .toTimestamp, 1_234_567_890, gives: "2009-02-13T23:31:30Z"),
    Row("the first second", .toTimestamp, -62_135_596_800, gives: "0001-01-01T00:00:00Z"),
    Row("before the first second", .toTimestamp, -62_135_596_801, gives: "error: range"),
    Row("the last second", .toTimestamp, 253_402_300_799, gives: "9999-12-31T23:59:59Z"),
    Row("after the last second", .toTimestamp, 253_402_300_800, gives: "error: range"),
    Row(
      "text of a timestamp", .toString, time("0001-01-01T00:00:00.10Z"),
      gives: "'0001-01-01T00:00:00.1Z'"),
  ]

  static let readingDurations: [Row] = [
    Row("units", .toDuration, "1h30m1.5s", gives: "5401.5s"),
    Row("small units", .toDuration, "1ms1us1ns", gives: "0.001001001s"),
    Row("the micro sign", .toDuration, "1\u{B5}s", gives: "0.000001s"),
    Row("the Greek letter", .toDuration, "1\u{3BC}s", gives: "0.000001s"),
    Row("zero without a unit", .toDuration, "-0", gives: "0s"),
    Row("a number without a unit", .toDuration, "1", gives: "error: conversion"),
    Row("nothing", .toDuration, "", gives: "error: conversion"),
    Row("a sign alone", .toDuration, "-", gives: "error: conversion"),
    Row("a unit alone", .toDuration, "s", gives: "error: conversion"),
    Row("a point alone", .toDuration, ".s", gives: "error: conversion"),
    Row("a point in front", .toDuration, "+.5s", gives: "0.5s"),
    Row("a point behind", .toDuration, "1.s", gives: "1s"),
    Row("days", .toDuration, "1d", gives: "error: conversion"),
    Row("two signs", .toDuration, "1h-1m", gives: "error: conversion"),
    Row("a blank", .toDuration, "1h 1m", gives: "error: conversion"),
    Row("less than a nanosecond is cut off", .toDuration, "-1.9ns", gives: "-0.000000001s"),
    Row("a long fraction", .toDuration, "0.1000000000000000000000000000001s", gives: "0.1s"),
    Row("a fraction of an hour", .toDuration, "0.0000000000003h", gives: "0.000000001s"),
    Row(
      "the least duration", .toDuration, "-9223372036.854775808s",
      gives: "-9223372036.854775808s"),
    Row(
      "the largest duration", .toDuration, "9223372036.854775807s",
      gives: "9223372036.854775807s"),
    Row("above the largest", .toDuration, "9223372036.854775808s", gives: "error: range"),
    Row("many hours", .toDuration, "99999999999999999999h", gives: "error: range"),
    Row("text of a duration", .toString, span("1h30m"), gives: "'5400s'"),
    Row("text of the least part", .toString, span("-1ns"), gives: "'-0.000000001s'"),
  ]

  @Test(arguments: parts) func `instants and durations have parts`(row: Row) {
    #expect(row.answer == row.expected)
  }

  @Test(arguments: readingTimestamps) func `timestamps are RFC 3339`(row: Row) {
    #expect(row.answer == row.expected)
  }

  @Test(arguments: readingDurations) func `durations are numbers with units`(row: Row) {
    #expect(row.answer == row.expected)
  }

  @Test func `every day of all years is read as it was written`() {
    let days = Value.Timestamp.secondsRange.lowerBound / 86_400
    var day: (year: Int64, month: Int64, day: Int64) = (1, 1, 1)
    var failures: [Int64] = []
    for number in stride(from: days, through: days + 3_652_058, by: 1) {
      let civil = CivilTime(seconds: number * 86_400 + 86_399)
      let isSame = civil.year == day.year && civil.month == day.month && civil.day == day.day
      let number2 = CivilTime.dayNumber(year: day.year, month: day.month, day: day.day)
      if !isSame || number2 != number || civil.secondOfDay != 86_399 { failures.append(number) }
      day.day += 1
      if day.day > CivilTime.days(inMonth: day.month, of: day.year) {
        day = day.month == 12 ? (day.year + 1, 1, 1) : (day.year, day.month + 1, 1)
      }
    }
    #expect(failures.isEmpty)
    #expect(day == (10_000, 1, 1))
  }

  @Test func `instants of all years are read as they were written`() {
    var random = Seeded(seed: 3)
    for _ in 0..<2_000 {
      let time = Value.Timestamp(
        seconds: Int64.random(in: Value.Timestamp.secondsRange, using: &random),
        nanoseconds: [0, 5, 120_000_000, 999_999_999].randomElement(using: &random) ?? 0)
      #expect(time.flatMap { try? Value.Timestamp.parse($0.text).get() } == time)
    }
  }
}

/// Random numbers that are the same in each run.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
