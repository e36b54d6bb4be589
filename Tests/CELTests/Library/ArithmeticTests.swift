import CEL
import Testing

@Suite struct Arithmetic {
  static let integers: [Row] = [
    Row("the largest int plus one", .add, .int(.max), 1, gives: "error: overflow"),
    Row("the least int minus one", .subtract, .int(.min), 1, gives: "error: overflow"),
    Row(
      "a product that does not fit", .multiply, 5_000_000_000, 5_000_000_000,
      gives: "error: overflow"),
    Row("the least int times -1", .multiply, .int(.min), -1, gives: "error: overflow"),
    Row("the least int by -1", .divide, .int(.min), -1, gives: "error: overflow"),
    Row("the least int modulo -1", .modulo, .int(.min), -1, gives: "error: overflow"),
    Row("the least int negated", .negate, .int(.min), gives: "error: overflow"),
    Row("division by zero", .divide, 1, 0, gives: "error: divideByZero"),
    Row("modulo zero", .modulo, 1, 0, gives: "error: divideByZero"),
    Row("division truncates towards zero", .divide, -7, 2, gives: "-3"),
    Row("the remainder has the dividend's sign", .modulo, -7, 2, gives: "-1"),
    Row("the remainder of a positive dividend", .modulo, 43, -5, gives: "3"),
    Row("the largest int less itself", .subtract, .int(.max), .int(.max), gives: "0"),
    Row("the largest uint plus one", .add, .uint(.max), .uint(1), gives: "error: overflow"),
    Row("a uint below zero", .subtract, .uint(0), .uint(1), gives: "error: overflow"),
    Row(
      "a uint product that does not fit", .multiply, .uint(.max), .uint(2),
      gives: "error: overflow"),
    Row("uint by zero", .divide, .uint(1), .uint(0), gives: "error: divideByZero"),
    Row("uint modulo zero", .modulo, .uint(1), .uint(0), gives: "error: divideByZero"),
    Row("a uint has no negation", .negate, .uint(1), gives: "error: overload"),
  ]

  @Test(arguments: integers) func `integers never wrap`(row: Row) {
    #expect(row.answer == row.expected)
  }

  static let others: [Row] = [
    Row("a double by zero", .divide, 1.0, 0.0, gives: "Infinityd"),
    Row("zero by zero", .divide, 0.0, 0.0, gives: "NaNd"),
    Row("a double modulo", .modulo, 5.0, 2.0, gives: "error: overload"),
    Row("zero negated", .negate, 0.0, gives: "-0d"),
    Row("int and double", .add, 1, 1.0, gives: "error: overload"),
    Row("int and uint", .add, 1, .uint(1), gives: "error: overload"),
    Row("strings are joined", .add, "e", "\u{301}", gives: "'e\u{301}'"),
    Row("bytes are joined", .add, .bytes([1]), .bytes([2]), gives: "b[1, 2]"),
    Row("lists are joined", .add, list(1), list("a"), gives: "[1, 'a']"),
    Row("strings are not subtracted", .subtract, "a", "a", gives: "error: overload"),
    Row(
      "a timestamp and a duration", .add, time("2024-02-28T23:59:59Z"), span("1.5s"),
      gives: "2024-02-29T00:00:00.5Z"),
    Row(
      "a duration and a timestamp", .add, span("-1ns"), time("1970-01-01T00:00:00Z"),
      gives: "1969-12-31T23:59:59.999999999Z"),
    Row(
      "beyond the last year", .add, time("9999-12-31T23:59:59.999999999Z"), span("1ns"),
      gives: "error: range"),
    Row(
      "before the first year", .subtract, time("0001-01-01T00:00:00Z"), span("1ns"),
      gives: "error: range"),
    Row(
      "minus the least duration", .subtract, time("1970-01-01T00:00:00Z"),
      .duration(.init(nanoseconds: .min)), gives: "2262-04-11T23:47:16.854775808Z"),
    Row(
      "between two instants", .subtract, time("2009-02-13T23:31:00.25Z"),
      time("2009-02-13T23:31:00.5Z"), gives: "-0.25s"),
    Row(
      "instants too far apart", .subtract, time("9999-01-01T00:00:00Z"),
      time("0001-01-01T00:00:00Z"), gives: "error: range"),
    Row(
      "the longest span between instants", .subtract, time("2262-04-11T23:47:16.854775807Z"),
      time("1970-01-01T00:00:00Z"), gives: "9223372036.854775807s"),
    Row(
      "the longest span backwards", .subtract, time("1970-01-01T00:00:00.145224193Z"),
      time("2262-04-11T23:47:17.000000001Z"), gives: "-9223372036.854775808s"),
    Row(
      "durations that do not fit", .add, .duration(.init(nanoseconds: .max)), span("1ns"),
      gives: "error: range"),
    Row("a duration has no negation", .negate, span("1s"), gives: "error: overload"),
    Row("not of a bool", .not, true, gives: "false"),
    Row("not of an int", .not, 1, gives: "error: overload"),
  ]

  @Test(arguments: others) func `the other types have their own rules`(row: Row) {
    #expect(row.answer == row.expected)
  }
}
