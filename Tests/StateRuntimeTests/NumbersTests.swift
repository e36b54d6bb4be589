import StateRuntime
import Testing

@Suite struct `Numbers` {
  static let integers: [Row] = [
    Row("add", .int(.max), 1, gives: "error: overflow"),
    Row("add", .int(.max), -1, gives: "9223372036854775806"),
    Row("subtract", .int(.min), 1, gives: "error: overflow"),
    Row("multiply", 5_000_000_000, 5_000_000_000, gives: "error: overflow"),
    Row("multiply", .int(.min), -1, gives: "error: overflow"),
    Row("divide", .int(.min), -1, gives: "error: overflow"),
    Row("divide", -7, 2, gives: "-3"),
    Row("divide", 1, 0, gives: "error: divideByZero"),
    Row("modulo", -7, 2, gives: "-1"),
    Row("modulo", 1, 0, gives: "error: divideByZero"),
    Row("modulo", .int(.min), -1, gives: "error: overflow"),
    Row("negate", .int(.min), gives: "error: overflow"),
    Row("abs", .int(.min), gives: "error: overflow"),
    Row("add", .uint(.max), .uint(1), gives: "error: overflow"),
    Row("subtract", .uint(0), .uint(1), gives: "error: overflow"),
    Row("add", 1, .uint(1), gives: "error: overload"),
    Row("bitShiftLeft", 1, 64, gives: "0"),
    Row("bitShiftRight", -1, 63, gives: "1"),
    Row("bitShiftRight", 1, -1, gives: "error: argument"),
  ]

  @Test(arguments: integers) func `never wrap`(row: Row) {
    #expect(row.result == row.expected)
  }

  static let conversions: [Row] = [
    Row("toInt", 0x1p63, gives: "error: overflow"),
    Row("toInt", -1.9, gives: "-1"),
    Row("toInt", .uint(.max), gives: "error: overflow"),
    Row("toInt", "+12", gives: "12"),
    Row("toInt", "--1", gives: "error: conversion"),
    Row("toInt", "1 ", gives: "error: conversion"),
    Row("toUint", -1, gives: "error: overflow"),
    Row("toUint", "18446744073709551615", gives: "18446744073709551615"),
    Row("toDouble", "1e400", gives: "Infinity"),
    Row("toDouble", "0x10", gives: "error: conversion"),
    Row("toBool", "TRUE", gives: "true"),
    Row("toBool", "yes", gives: "error: conversion"),
  ]

  @Test(arguments: conversions) func `convert or fail`(row: Row) {
    #expect(row.result == row.expected)
  }

  static let doubles: [(Double, String)] = [
    (0, "0"), (-0.0, "0"), (1, "1"), (-1.5, "-1.5"), (0.1 + 0.2, "0.30000000000000004"),
    (1e20, "100000000000000000000"), (1e21, "1e+21"), (1.5e-6, "0.0000015"), (1e-7, "1e-7"),
    (1.25e30, "1.25e+30"), (.leastNonzeroMagnitude, "5e-324"),
    (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
    (.nan, "NaN"), (.infinity, "Infinity"), (-.infinity, "-Infinity"),
  ]

  @Test(arguments: doubles) func `have the text that ECMAScript writes`(
    number: Double, text: String
  ) {
    #expect(celText(number) == text)
  }
}
