import CEL
import Testing

@Suite struct Format {
  static func row(_ name: String, _ template: String, _ arguments: Value..., gives: String) -> Row {
    Row(name, .format, .string(template), .list(arguments), gives: gives)
  }

  static let song: Value = .record(["Air", .null], TypeID(index: 1))

  static let texts: [Row] = [
    row("no clause", "plain é", gives: "'plain é'"),
    row("percent signs", "100%% of %%%s", "it", gives: "'100% of %it'"),
    row("scalars", "%s %s %s %s", true, .null, .uint(1), -1, gives: "'true null 1 -1'"),
    row("doubles", "%s %s %s", 1.0, 1e21, -0.0, gives: "'1 1e+21 0'"),
    row(
      "times", "%s %s", time("2024-01-01T00:00:00.50Z"), span("90s"),
      gives: "'2024-01-01T00:00:00.5Z 90s'"),
    row("bytes", "%s", .bytes([0x61, 0xC3, 0xA9]), gives: "'aé'"),
    row(
      "a run of broken bytes", "%s", .bytes([0x61, 0xFF, 0xE2, 0x82, 0x62, 0xF0]),
      gives: "'a\u{FFFD}b\u{FFFD}'"),
    row(
      "types", "%s %s %s", .type(.null), .type(.timestamp), .type(.declared(TypeID(index: 1))),
      gives: "'null_type google.protobuf.Timestamp Song'"),
    row("a list", "%s", list("a", list(1.5, .null), list()), gives: "'[a, [1.5, null], []]'"),
    row(
      "a map by its keys", "%s", map(("b", 1), (true, list()), (10, 2), (.uint(9), 3)),
      gives: "'{9: 3, 10: 2, b: 1, true: []}'"),
    row("a number before a text", "%s", map(("0", "b"), (1, "a")), gives: "'{1: a, 0: b}'"),
    row("an enumeration", "%s", .enumeration(TypeID(index: 0), 0), gives: "'minor'"),
    row("a record", "%s", song, gives: "'{title: Air, album: null}'"),
    row(
      "a case", "%s", .union(.init(type: TypeID(index: 2), index: 1), ["1"]),
      gives: "'{checkCode: {code: 1}}'"),
    row("an argument too many", "%s", 1, 2, gives: "'1'"),
  ]

  static let numbers: [Row] = [
    row("decimal", "%d %d %d", -5, .uint(.max), 1.5, gives: "'-5 18446744073709551615 1.5'"),
    row("no number", "%d %d", .double(.nan), .double(-.infinity), gives: "'NaN -Infinity'"),
    row("binary", "%b %b %b %b", 5, -5, .uint(64), false, gives: "'101 -101 1000000 0'"),
    row("octal", "%o %o", 64, -8, gives: "'100 -10'"),
    row("hexadecimal", "%x %X %x", 255, -255, .uint(16), gives: "'ff -FF 10'"),
    row("hexadecimal text", "%x %X", "é", .bytes([10, 255]), gives: "'c3a9 0AFF'"),
    row("six digits", "%f %e", 2.71828, 2.71828, gives: "'2.718280 2.718280e+00'"),
    row("ties to even", "%.0f %.0f %.0f %.1f", 0.5, 1.5, 2.5, 0.25, gives: "'0 2 2 0.2'"),
    row("not a tie, by its digits", "%.2f %.1f", 2.675, 0.15, gives: "'2.67 0.1'"),
    row("carried to the front", "%.2f %.1e", 9.999, 9.96, gives: "'10.00 1.0e+01'"),
    row("rounded away", "%.2f %.2f", 0.001, -0.001, gives: "'0.00 -0.00'"),
    row("minus zero", "%.1f", -0.0, gives: "'-0.0'"),
    row("small", "%.3e %.10f", 0x1p-1074, 1e-7, gives: "'4.941e-324 0.0000001000'"),
    row(
      "large", "%.0f %.1e", 1e23, 1.7976931348623157e308,
      gives: "'99999999999999991611392 1.8e+308'"),
    row(
      "integers", "%f %.2e %.0e", .int(.min), .uint(.max), 25,
      gives: "'-9223372036854775808.000000 1.84e+19 2e+01'"),
    row("zero", "%.2e %.2f", 0, 0.0, gives: "'0.00e+00 0.00'"),
    row("infinity with digits", "%.2f", .double(.infinity), gives: "'Infinity'"),
  ]

  static let mistakes: [Row] = [
    row("a missing argument", "%s %s", 1, gives: "error: argument"),
    row("an unknown letter", "%z", 1, gives: "error: argument"),
    row("a percent sign at the end", "5%", gives: "error: argument"),
    row("a precision without digits", "%.f", 1.0, gives: "error: argument"),
    row(
      "a precision at its limit", "%.1000f", 0,
      gives: "'0." + String(repeating: "0", count: 1_000) + "'"),
    row("a precision above its limit", "%.1001f", 0, gives: "error: argument"),
    row("text as decimal", "%d", "1", gives: "error: argument"),
    row("text as binary", "%b", "1", gives: "error: argument"),
    row("a bool as octal", "%o", true, gives: "error: argument"),
    row("a double as hexadecimal", "%x", 0.5, gives: "error: argument"),
    row("null as a number", "%f", .null, gives: "error: argument"),
    Row("a template that is no text", .format, 1, list(), gives: "error: overload"),
    Row("no list", .format, "%s", 1, gives: "error: overload"),
  ]

  @Test(arguments: texts) func `any value has a text`(row: Row) {
    #expect(row.answer == row.expected)
  }

  @Test(arguments: numbers) func `numbers are rounded by all their digits`(row: Row) {
    #expect(row.answer == row.expected)
  }

  @Test(arguments: mistakes) func `what does not fit is an error`(row: Row) {
    #expect(row.answer == row.expected)
  }
}
