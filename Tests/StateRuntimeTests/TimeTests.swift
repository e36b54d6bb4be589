import StateRuntime
import Testing

@Suite struct `Time` {
  static let instants: [(String, String)] = [
    ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"),
    ("2024-02-29T23:59:59.120Z", "2024-02-29T23:59:59.12Z"),
    ("2024-03-01T01:30:00+02:00", "2024-02-29T23:30:00Z"),
    ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
    ("1969-12-31T23:59:59.999999999Z", "1969-12-31T23:59:59.999999999Z"),
    ("2023-02-29T00:00:00Z", "error: conversion"), ("2024-01-01", "error: conversion"),
    ("2024-01-01T24:00:00Z", "error: conversion"), ("2024-01-01T00:00:60Z", "error: conversion"),
    ("0001-01-01T00:00:00+00:01", "error: range"),
  ]

  @Test(arguments: instants) func `is read and written as RFC 3339`(text: String, expected: String)
  {
    #expect(Row("toTimestamp", .text(text), gives: "").result == expected)
  }

  static let durations: [(String, String)] = [
    ("0", "0s"), ("1h30m1.5s", "5401.5s"), ("-1.5ms", "-0.0015s"), ("+1us", "0.000001s"),
    ("9223372036854775807ns", "9223372036.854775807s"),
    ("9223372036854775808ns", "error: range"), ("-9223372036.854775808s", "-9223372036.854775808s"),
    ("1", "error: conversion"), ("", "error: conversion"), ("1d", "error: conversion"),
  ]

  @Test(arguments: durations) func `has durations with units`(text: String, expected: String) {
    #expect(Row("toDuration", .text(text), gives: "").result == expected)
  }

  static let parts: [(String, Int)] = [
    ("getFullYear", 2024), ("getMonth", 1), ("getDate", 29), ("getDayOfMonth", 28),
    ("getDayOfYear", 59), ("getDayOfWeek", 4), ("getHours", 23), ("getMinutes", 4),
    ("getSeconds", 5), ("getMilliseconds", 678),
  ]

  @Test(arguments: parts) func `has parts`(function: String, part: Int) throws {
    let time = try celTimestamp("2024-02-29T23:04:05.678Z")
    #expect(try celCall(function, .timestamp(time)) == .int(part))
  }

  @Test func `has parts in zones`() throws {
    let time = try celTimestamp("2024-02-29T23:04:05Z")
    #expect(try celCall("getDate", .timestamp(time), "+01:00") == 1)
    #expect(try celCall("getHours", .timestamp(time), "-09:30") == 13)
    #expect(throws: EvaluationError("argument")) { try celShifted(time, "CET") }
  }

  @Test func `stays in range`() throws {
    let last = try celTimestamp("9999-12-31T23:59:59.999999999Z")
    let first = try celTimestamp("0001-01-01T00:00:00Z")
    let step = Duration.nanoseconds(1)
    #expect(throws: EvaluationError("range")) { try celPlus(last, step) }
    #expect(throws: EvaluationError("range")) { try celMinus(first, step) }
    #expect(throws: EvaluationError("range")) { try celMinus(last, first) }
    #expect(try celText(celMinus(celPlus(first, step), first)) == "0.000000001s")
  }
}
