import StateRuntime
import Testing

@Suite struct `Text` {
  /// Four code points: `e` with a combining accent, an emoji and a letter.
  static let word = "e\u{301}😀z"

  static let indices: [Row] = [
    Row("size", .text(word), gives: "4"),
    Row("charAt", .text(word), 2, gives: "😀"),
    Row("charAt", .text(word), 4, gives: ""),
    Row("charAt", .text(word), 5, gives: "error: index"),
    Row("charAt", .text(word), -1, gives: "error: index"),
    Row("substring", .text(word), 1, gives: "\u{301}😀z"),
    Row("substring", .text(word), 0, 1, gives: "e"),
    Row("substring", .text(word), 2, 1, gives: "error: index"),
    Row("indexOf", .text(word), "z", gives: "3"),
    Row("indexOf", .text(word), "\u{e9}", gives: "-1"),
    Row("lastIndexOf", "abab", "ab", gives: "2"),
    Row("lastIndexOf", "abab", "ab", 1, gives: "0"),
    Row("reverse", "a😀b", gives: "b😀a"),
  ]

  @Test(arguments: indices) func `is indexed by code points`(row: Row) {
    #expect(row.result == row.expected)
  }

  static let changes: [Row] = [
    Row("split", "a,b,,c", ",", gives: "[a, b, , c]"),
    Row("split", "a,b,c", ",", 2, gives: "[a, b,c]"),
    Row("split", "a😀", "", gives: "[a, 😀]"),
    Row("replace", "aaa", "a", "b", 2, gives: "bba"),
    Row("replace", "ab", "", "-", gives: "-a-b-"),
    Row("trim", " \u{3000}a b\n", gives: "a b"),
    Row("upperAscii", "aé", gives: "Aé"),
    Row("quote", "a\n\"", gives: #""a\n\"""#),
    Row("join", ["a", "b"], "-", gives: "a-b"),
    Row("join", ["a", 1], "-", gives: "error: overload"),
    Row("base64Encode", .bytes(Bytes([0xFB, 0xFF])), gives: "+/8="),
    Row("base64Decode", "+/8", gives: "\u{FFFD}"),
    Row("base64Decode", "+/9=", gives: "error: conversion"),
    Row("toString", .bytes(Bytes([0xFF])), gives: "error: conversion"),
  ]

  @Test(arguments: changes) func `is searched and changed`(row: Row) {
    #expect(row.result == row.expected)
  }

  @Test func `is limited in size`() throws {
    let half = String(repeating: "a", count: 1 << 19)
    #expect(try celPlus(half, half).utf8.count == 1 << 20)
    #expect(Row("add", .text(half + half), "a", gives: "").result == "error: size")
    #expect(Row("range", 10_001, gives: "").result == "error: size")
  }

  static let templates: [(String, [Dyn], String)] = [
    ("%d%%", [50], "50%"), ("%.2f", [2.675], "2.67"), ("%.0f", [0.5], "0"), ("%.0f", [1.5], "2"),
    ("%f", [.int(-1)], "-1.000000"), ("%.3e", [12345.678], "1.235e+04"),
    ("%e", [0.0], "0.000000e+00"),
    ("%x %X", [255, -255], "ff -FF"), ("%x", ["é"], "c3a9"), ("%b", [true], "1"), ("%o", [8], "10"),
    ("%s", [[1, "a", .null]], "[1, a, null]"), ("%s", [.optional(nil)], "optional.none()"),
    ("%s", [.bytes(Bytes([0x61, 0xFF, 0xFE]))], "a\u{FFFD}"),
    (
      "%.30f", [0.1],
      "0.100000000000000005551115123126"
    ),
  ]

  @Test(arguments: templates) func `is formatted`(template: String, arguments: [Dyn], text: String)
    throws
  {
    #expect(try celFormat(template, arguments) == text)
  }

  @Test(arguments: ["%", "%q", "%d", "%.1001f", "%."]) func `has valid clauses only`(
    template: String
  ) {
    #expect(throws: EvaluationError("argument")) { try celFormat(template, []) }
  }
}
