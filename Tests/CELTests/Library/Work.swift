import CEL
import Testing

/// A call that takes as much time as its function can for what it charges, and its time.
struct Work: Sendable, CustomTestStringConvertible {
  let function: Function
  let name: String
  let arguments: [Value]
  /// CPU time of the call in a release build, measured by hand on a machine where `memcpy` moves
  /// about 10 GB a second.
  let nanoseconds: Int

  var testDescription: String { "\(function) \(name)" }

  init(_ function: Function, _ name: String, _ arguments: Value..., takes nanoseconds: Int) {
    self.function = function
    self.name = name
    self.arguments = arguments
    self.nanoseconds = nanoseconds
  }

  static func text(_ part: String, _ count: Int = 1 << 20) -> String {
    String(repeating: part, count: count / part.utf8.count)
  }

  private static let ascii = Value.string(text("a"))
  private static let accents = Value.string(text("é"))
  private static let emoji = Value.string(text("😀"))
  private static let bytes = Value.bytes([UInt8](repeating: 0x61, count: 1 << 20))
  private static let broken = Value.bytes([UInt8](repeating: 0xFF, count: 1 << 18))
  private static let ints = Value.list((0..<10_000).map { .int(Int64($0 * 7_919 % 10_007)) })
  private static let doubles = Value.list((0..<10_000).map { .double(Double($0 * 7_919 % 10_007)) })
  /// Texts whose first 96 bytes are the same.
  private static let texts = Value.list(
    (0..<10_000).map { .string(text("x", 90) + String(100_000 + $0 * 7_919 % 10_007)) })
  private static let record = Value.record(
    (0..<40).map { .int(Int64($0)) }, TypeID(index: 1))
  private static let records = Value.list(
    (0..<1_000).map { number in
      .record((0..<40).map { .int(Int64($0 == 39 ? number : $0)) }, TypeID(index: 1))
    })
  private static let copies = Value.list(Array(repeating: record, count: 1_000))
  private static let table: Value = {
    var map = Value.Map.Builder()
    for number in 0..<10_000 { _ = map.insert(.string(text("k", 90) + "\(number)"), .int(1)) }
    return .map(map.finish())
  }()
  private static let stamp = Value.timestamp(
    Value.Timestamp(uncheckedSeconds: 1_234_567_890, nanoseconds: 123_456_789))
  private static let lists = Value.list(
    (0..<100).map { _ in .list(Array(repeating: .int(1), count: 100)) })

  static let all: [Work] = [
    Work(.not, "bool", true, takes: 5), Work(.negate, "int", 1, takes: 4),
    Work(.add, "texts", .string(text("a", 1 << 19)), .string(text("é", 1 << 19)), takes: 70_000),
    Work(
      .add, "lists", .list(Array(repeating: 1, count: 5_000)),
      .list(Array(repeating: "a", count: 5_000)), takes: 50_000),
    Work(.subtract, "times", stamp, stamp, takes: 9), Work(.multiply, "ints", 3, 4, takes: 7),
    Work(.divide, "ints", 3, 4, takes: 6), Work(.modulo, "ints", 3, 4, takes: 6),
    Work(.equal, "texts", ascii, .string(text("a")), takes: 120_000),
    Work(.equal, "lists", ints, ints, takes: 60_000),
    Work(.equal, "records", copies, copies, takes: 260_000),
    Work(.equal, "maps", table, table, takes: 670_000),
    Work(.equal, "bytes", bytes, bytes, takes: 25),
    Work(.notEqual, "texts of lists", texts, texts, takes: 380_000),
    Work(.less, "texts", emoji, .string(text("😀")), takes: 120_000),
    Work(.lessOrEqual, "texts", emoji, .string(text("😀")), takes: 120_000),
    Work(.greater, "bytes", bytes, bytes, takes: 31_000),
    Work(.greaterOrEqual, "ints", 1, 2, takes: 14),
    Work(.contained, "in a list of texts", .string(text("x", 96)), texts, takes: 460_000),
    Work(
      .contained, "in a list of records",
      .record((0..<40).map { .int(Int64($0 == 39 ? -1 : $0)) }, TypeID(index: 1)), copies,
      takes: 380_000),
    Work(.contained, "in a map", .string(text("k", 90) + "7"), table, takes: 280),
    Work(.index, "a map", table, .string(text("k", 90) + "7"), takes: 290),
    Work(.size, "text", emoji, takes: 29_000),
    Work(
      .contains, "near misses of a short text", ascii, .string(text("a", 15) + "b"),
      takes: 3_600_000),
    Work(
      .contains, "near misses of a long text", ascii, .string(text("a", 1_000) + "b"),
      takes: 3_100_000),
    Work(.startsWith, "a long text", ascii, .string(text("a")), takes: 120_000),
    Work(.endsWith, "a long text", ascii, .string(text("a")), takes: 120_000),
    Work(.matches, "a class", .string(text("ab ", 1 << 16)), "(a|b)+c", takes: 3_300_000),
    Work(
      .matches, "many alternatives", .string(text("ab", 1 << 16)), "(a|b)*[ab]{20}c",
      takes: 30_000_000),
    Work(.toBool, "a long text", ascii, takes: 450),
    Work(.toInt, "zeros", .string(text("0")), takes: 990_000),
    Work(.toUint, "zeros", .string(text("0")), takes: 1_100_000),
    Work(.toDouble, "digits", .string(text("1234567890")), takes: 560_000),
    Work(.toDouble, "short digits", "1.7976931348623157e308", takes: 120),
    Work(.toString, "bytes", .bytes([UInt8](text("é").utf8)), takes: 580_000),
    Work(.toString, "a double", 1.7976931348623157e308, takes: 250),
    Work(.toString, "a time", stamp, takes: 120),
    Work(.toBytes, "text", emoji, takes: 47_000),
    Work(.toTimestamp, "text", "2026-01-31T12:00:00.123456789+02:00", takes: 53),
    Work(.toDuration, "zeros", .string(text("0", 1 << 20) + "s"), takes: 1_800_000),
    Work(.toDuration, "fraction", .string("1." + text("0", 1 << 19) + "s"), takes: 150_000),
    Work(.toDyn, "text", ascii, takes: 1), Work(.typeOf, "text", ascii, takes: 1),
    Work(.getFullYear, "", stamp, "+02:00", takes: 42), Work(.getMonth, "", stamp, takes: 10),
    Work(.getDate, "", stamp, takes: 10), Work(.getDayOfMonth, "", stamp, takes: 11),
    Work(.getDayOfYear, "", stamp, takes: 15), Work(.getDayOfWeek, "", stamp, takes: 11),
    Work(.getHours, "", stamp, takes: 10), Work(.getMinutes, "", stamp, takes: 11),
    Work(.getSeconds, "", stamp, takes: 10), Work(.getMilliseconds, "", stamp, takes: 10),
    Work(.getHours, "a long zone", stamp, ascii, takes: 22_000),
    Work(.charAt, "the end", emoji, .int(262_143), takes: 130_000),
    Work(.indexOf, "near misses", ascii, .string(text("a", 15) + "b"), takes: 3_800_000),
    Work(.lastIndexOf, "near misses", ascii, .string("b" + text("a", 15)), takes: 980_000),
    Work(.join, "texts", texts, ", ", takes: 380_000),
    Work(.join, "empty", .list(Array(repeating: "", count: 10_000)), takes: 140_000),
    Work(.lowerAscii, "capitals", .string(text("A")), takes: 1_700_000),
    Work(.upperAscii, "emoji and a", .string(text("😀") + "a"), takes: 2_200_000),
    Work(.replace, "each", .string(text("a", 1 << 19)), "a", "bb", takes: 11_000_000),
    Work(.replace, "nothing", .string(text("a", 1 << 19)), "", "b", takes: 4_100_000),
    Work(.replace, "near misses", ascii, .string(text("a", 15) + "b"), "", takes: 4_700_000),
    Work(.split, "characters", .string(text("a", 9_999)), "", takes: 91_000),
    Work(.split, "near misses", ascii, .string(text("a", 15) + "b"), takes: 4_200_000),
    Work(.split, "long parts", .string(text(text("b", 99) + ",", 900_000)), ",", takes: 560_000),
    Work(.substring, "the middle", emoji, 1, 262_143, takes: 600_000),
    Work(.trim, "wide blanks", .string(text("\u{3000}")), takes: 13_000_000),
    Work(.reverse, "emoji", emoji, takes: 1_700_000),
    Work(.reverse, "ascii", ascii, takes: 1_800_000),
    Work(.reverse, "a list", texts, takes: 260_000),
    Work(.quote, "quotes", .string(text("\"", 1 << 19)), takes: 250_000),
    Work(.format, "list of ints", "%s", list(ints), takes: 320_000),
    Work(
      .format, "list of doubles", "%s",
      list(.list(Array(repeating: 1.7976931348623157e308, count: 10_000))), takes: 2_400_000),
    Work(.format, "map", "%s", list(table), takes: 700_000),
    Work(.format, "broken bytes", "%s", list(broken), takes: 3_100_000),
    Work(.format, "a template", .string(text("%%")), list(), takes: 1_200_000),
    Work(.format, "hexadecimal", "%x", list(.string(text("a", 1 << 19))), takes: 9_000_000),
    Work(.format, "the smallest double", "%e", list(.double(.leastNonzeroMagnitude)), takes: 8_200),
    Work(
      .format, "all digits of the smallest double", "%.1000f",
      list(.double(.leastNonzeroMagnitude)), takes: 9_300),
    Work(.format, "the largest double", "%.0f", list(1.7976931348623157e308), takes: 3_700),
    Work(
      .format, "times", "%s", list(.list(Array(repeating: stamp, count: 10_000))), takes: 1_500_000),
    Work(.greatest, "doubles", doubles, takes: 48_000), Work(.least, "ints", ints, takes: 67_000),
    Work(.ceil, "", 1.5, takes: 6), Work(.floor, "", 1.5, takes: 5),
    Work(.round, "", 1.5, takes: 6),
    Work(.trunc, "", 1.5, takes: 6), Work(.abs, "", 1.5, takes: 1), Work(.sign, "", 1.5, takes: 2),
    Work(.isNaN, "", 1.5, takes: 4), Work(.isInf, "", 1.5, takes: 5),
    Work(.isFinite, "", 1.5, takes: 5), Work(.sqrt, "", 1.5, takes: 2),
    Work(.bitAnd, "", 1, 2, takes: 10), Work(.bitOr, "", 1, 2, takes: 10),
    Work(.bitXor, "", 1, 2, takes: 10), Work(.bitNot, "", 1, takes: 2),
    Work(.bitShiftLeft, "", 1, 2, takes: 10), Work(.bitShiftRight, "", 1, 2, takes: 10),
    Work(.slice, "texts", texts, 0, 9_999, takes: 140_000),
    Work(.flatten, "lists", lists, 5, takes: 150_000),
    Work(.distinct, "texts", texts, takes: 860_000),
    Work(.distinct, "records", records, takes: 440_000),
    Work(.distinct, "doubles", doubles, takes: 330_000),
    Work(.sort, "texts", texts, takes: 5_600_000),
    Work(.sort, "doubles", doubles, takes: 1_600_000),
    Work(.sort, "ints", ints, takes: 240_000),
    Work(.first, "", texts, takes: 42), Work(.last, "", texts, takes: 42),
    Work(.range, "", 10_000, takes: 21_000),
    Work(.setsContains, "records", records, records, takes: 1_300_000),
    Work(.setsEquivalent, "texts", texts, texts, takes: 3_500_000),
    Work(.setsIntersects, "texts", texts, list("z"), takes: 870_000),
    Work(.optionalOf, "", texts, takes: 38), Work(.optionalNone, "", takes: 5),
    Work(.optionalOfNonZeroValue, "", texts, takes: 39),
    Work(.hasValue, "", .optional(.init(1)), takes: 6),
    Work(.value, "", .optional(.init(1)), takes: 7),
    Work(.or, "", .optional(.init(1)), .optional(.init(2)), takes: 12),
    Work(.orValue, "", .optional(.init(1)), 2, takes: 7),
    Work(.base64Encode, "", .bytes([UInt8](repeating: 0x61, count: 700_000)), takes: 3_600_000),
    Work(.base64Decode, "", .string(text("YWJj")), takes: 1_200_000),
    Work(.regexExtract, "the end", .string(text("ab ", 1 << 16)), "(a|b)+c", takes: 3_600_000),
    Work(.regexExtractAll, "letters", .string(text("a", 9_999)), "a", takes: 280_000),
    Work(.regexExtractAll, "groups", .string(text("ab", 9_998)), "(a|b)", takes: 1_500_000),
    Work(.regexExtractAll, "empty groups", .string(text("a", 1 << 16)), "a(b*)", takes: 9_600_000),
    Work(.regexReplace, "letters", .string(text("a", 1 << 19)), "a", "b", takes: 18_000_000),
    Work(
      .regexReplace, "groups", .string(text("a", 1 << 17)), "(a)(b?)", .string(text("\\2", 800)),
      takes: 400_000_000),
    Work(.regexReplace, "between", .string(text("a", 1 << 17)), "b*", "-", takes: 14_000_000),
  ]
}
