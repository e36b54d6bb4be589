import CEL
import Testing

@Suite struct MathFunctions {
  static let rows: [Row] = [
    Row("the greatest of one", .greatest, 5, gives: "5"),
    Row("the greatest across types", .greatest, 5.4, 10, .uint(3), gives: "10"),
    Row("the first of equal ones", .greatest, 1.0, 1, .uint(1), gives: "1d"),
    Row("the least of a list", .least, list(3, -5.0), gives: "-5d"),
    Row("of an empty list", .least, list(), gives: "error: argument"),
    Row("of nothing", .least, gives: "error: overload"),
    Row("of text", .greatest, 1, "a", gives: "error: overload"),
    Row("with NaN", .greatest, 1, .double(.nan), 2, gives: "NaNd"),
    Row("with NaN first", .least, .double(.nan), 2, gives: "NaNd"),
    Row("up", .ceil, -1.2, gives: "-1d"),
    Row("down", .floor, -1.2, gives: "-2d"),
    Row("half away from zero", .round, -2.5, gives: "-3d"),
    Row("half away from zero, above", .round, 2.5, gives: "3d"),
    Row("below a half", .round, 0.49999999999999994, gives: "0d"),
    Row("cut off", .trunc, -1.9, gives: "-1d"),
    Row("an int is not rounded", .round, 1, gives: "error: overload"),
    Row("infinity stays", .trunc, .double(.infinity), gives: "Infinityd"),
    Row("abs of int", .abs, -5, gives: "5"),
    Row("abs of the least int", .abs, .int(.min), gives: "error: overflow"),
    Row("abs of uint", .abs, .uint(5), gives: "5u"),
    Row("abs of double", .abs, -0.0, gives: "0d"),
    Row("sign of int", .sign, -5, gives: "-1"),
    Row("sign of uint", .sign, .uint(5), gives: "1u"),
    Row("sign of double", .sign, -0.5, gives: "-1d"),
    Row("sign of NaN", .sign, .double(.nan), gives: "NaNd"),
    Row("is NaN", .isNaN, .double(.nan), gives: "true"),
    Row("is infinite", .isInf, .double(-.infinity), gives: "true"),
    Row("is finite", .isFinite, .double(.nan), gives: "false"),
    Row("is NaN of int", .isNaN, 1, gives: "error: overload"),
    Row("root of int", .sqrt, 81, gives: "9d"),
    Row("root of uint", .sqrt, .uint(2), gives: "1.4142135623730951d"),
    Row("root below zero", .sqrt, -1, gives: "NaNd"),
    Row("and", .bitAnd, 6, -2, gives: "6"),
    Row("or", .bitOr, .uint(1), .uint(4), gives: "5u"),
    Row("exclusive or", .bitXor, 4, -2, gives: "-6"),
    Row("and of two types", .bitAnd, 1, .uint(1), gives: "error: overload"),
    Row("not", .bitNot, .uint(0), gives: "18446744073709551615u"),
    Row("not of int", .bitNot, 0, gives: "-1"),
    Row("not of double", .bitNot, 1.0, gives: "error: overload"),
    Row("to the left", .bitShiftLeft, 1, 63, gives: "-9223372036854775808"),
    Row("to the left by 64", .bitShiftLeft, 1, 64, gives: "0"),
    Row("to the right fills with 0", .bitShiftRight, -1, 63, gives: "1"),
    Row("to the right of uint", .bitShiftRight, .uint(.max), 60, gives: "15u"),
    Row("to the right by much", .bitShiftRight, -1, .int(.max), gives: "0"),
    Row("by less than nothing", .bitShiftLeft, 1, -1, gives: "error: argument"),
    Row("uint by uint", .bitShiftLeft, .uint(1), .uint(1), gives: "error: overload"),
  ]

  @Test(arguments: rows) func `numbers are measured`(row: Row) {
    #expect(row.answer == row.expected)
  }
}
