import StateRuntime
import Testing

@Suite struct `Patterns` {
  /// `(\d+)-(\d+)`
  static let ranges = Pattern(
    start: 0, groups: 2,
    instructions: [
      4, 1, 2, 0, 2, 2, 0, 1, 3, 1, 3, 0, 4, 4, 3, 0, 1, 5, 0x2D, 0, 4, 6, 4, 0, 2, 7, 0, 1, 3, 6,
      8,
      0, 4, 9, 5, 0, 0, 0, 0, 0,
    ], ranges: [0x30, 0x39], firsts: [0x30, 0x39])
  /// `(😀*)$`
  static let tail = Pattern(
    start: 0, groups: 1,
    instructions: [
      4, 1, 2, 0, 3, 2, 3, 0, 1, 1, 0x1F600, 0, 4, 4, 3, 0, 5, 5, 1, 0, 0, 0, 0, 0,
    ], ranges: [], firsts: [])

  static let texts: [(String, [String])] = [
    ("1-2", ["1-2"]), ("a 12-34, 5-6!", ["12-34", "5-6"]), ("1-2-3-4", ["1-2", "3-4"]), ("1-", []),
    ("", []), ("é10-20", ["10-20"]),
  ]

  @Test(arguments: texts) func `match the longest parts from left to right`(
    text: String, parts: [String]
  ) throws {
    #expect(celMatches(text, Self.ranges) == !parts.isEmpty)
    #expect(celExtract(text, Self.ranges) == parts.first)
    #expect(try celExtractAll(text, Self.ranges) == parts)
  }

  @Test func `extract the only group`() {
    #expect(celExtract("a😀😀", Self.tail) == "😀😀")
    #expect(celExtract("a", Self.tail) == nil)
  }

  static let templates: [(String, Int, String)] = [
    (#"\2-\1"#, -1, "2-1 4-3"), (#"\2"#, 1, "2 3-4"), (#"[\0]"#, -1, "[1-2] [3-4]"),
    (#"\\"#, 1, #"\ 3-4"#), ("x", 0, "1-2 3-4"),
  ]

  @Test(arguments: templates) func `replace matches by templates`(
    template: String, limit: Int, text: String
  ) throws {
    #expect(try celReplace("1-2 3-4", Self.ranges, template, limit) == text)
  }

  @Test(arguments: [#"\3"#, #"\a"#, #"\"#]) func `have valid templates only`(template: String) {
    #expect(throws: EvaluationError("argument")) { try celReplace("1-2", Self.ranges, template) }
  }
}
