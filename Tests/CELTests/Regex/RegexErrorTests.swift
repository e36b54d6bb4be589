import CEL
import Testing

@Suite struct RegexErrors {
  struct Row: Sendable, CustomTestStringConvertible {
    let pattern: String
    let says: String
    var testDescription: String { pattern }
  }

  static let rows: [Row] = [
    Row(pattern: "a(b", says: "3: `)` is missing"),
    Row(pattern: "a)b", says: "1: `)` has no matching `(`"),
    Row(pattern: "a[b", says: "1: `]` is missing"),
    Row(pattern: "[]", says: "0: `]` is missing"),
    Row(pattern: "a\\", says: "1: the pattern ends with a backslash"),
    Row(pattern: "a(?=b)", says: "1: lookahead and lookbehind are not supported"),
    Row(pattern: "(?<!a)b", says: "0: lookahead and lookbehind are not supported"),
    Row(pattern: "(a)\\1", says: "3: back-references are not supported"),
    Row(pattern: "\\C", says: "0: `\\C` is not supported"),
    Row(pattern: "(?>a)", says: "0: `(?>` is not a valid group"),
    Row(pattern: "(?x)a", says: "0: `(?x` is not a valid group"),
    Row(pattern: "(?P<>a)", says: "4: a group name must consist of letters, digits and `_`"),
    Row(pattern: "(?P<n>a)(?<n>b)", says: "11: two groups are named `n`"),
    Row(pattern: "\\y", says: "0: `\\y` is not a valid escape"),
    Row(pattern: "\\Z", says: "0: `\\Z` is not a valid escape"),
    Row(pattern: "\\é", says: "0: `\\é` is not a valid escape"),
    Row(pattern: "\\x{110000}", says: "0: `\\x{110000}` is not a valid escape"),
    Row(pattern: "[z-a]", says: "1: `z-a` is not a valid character range"),
    Row(pattern: "[a-\\d]", says: "3: `\\d` is not a valid escape"),
    Row(pattern: "[[:letter:]]", says: "1: `[:letter:]` is not a character class"),
    Row(pattern: "\\p{Klingon}", says: "0: `\\p{Klingon}` is not a character class"),
    Row(pattern: "\\pX", says: "0: `\\pX` is not a character class"),
    Row(pattern: "*a", says: "0: `*` has nothing to repeat"),
    Row(pattern: "a|+", says: "2: `+` has nothing to repeat"),
    Row(
      pattern: "b++", says: "2: `+` repeats a repetition; put the inner one in a group"),
    Row(
      pattern: "a{2}{3}", says: "4: `{3}` repeats a repetition; put the inner one in a group"),
    Row(pattern: "a{2,1}", says: "1: `{2,1}` is not a valid repetition; counts go up to 1000"),
    Row(pattern: "a{1001}", says: "1: `{1001}` is not a valid repetition; counts go up to 1000"),
  ]

  @Test(arguments: rows) func `a bad pattern is named with its place`(row: Row) {
    #expect(complaint(about: row.pattern) == row.says)
  }

  @Test func `patterns end at their limits`() {
    let longest = String(repeating: "a", count: Limits.patternLength)
    #expect(complaint(about: longest) == nil)
    #expect(complaint(about: longest + "a") == "1000: the pattern has more than 1000 code points")
    #expect(complaint(about: "a{1000}") == nil)
    // One instruction each for the letters, one for the end.
    #expect(complaint(about: "(?:[ab]{9}c){999}bbbbbbbbb") == nil)
    #expect(
      complaint(about: "(?:[ab]{9}c){999}bbbbbbbbbb")
        == "0: the pattern needs more than 10000 instructions")
    #expect(
      complaint(about: "((a{1000}){1000}){1000}")
        == "0: the pattern needs more than 10000 instructions")
    let depth = Limits.nesting
    let open = String(repeating: "(", count: depth)
    let close = String(repeating: ")", count: depth)
    #expect(complaint(about: open + close) == nil)
    #expect(
      complaint(about: "(" + open + close + ")") == "64: groups are nested deeper than 64")
    #expect(complaint(about: "(?:(?:(?:){1000}){1000}){1000}") == nil)
  }

  private func complaint(about pattern: String) -> String? {
    switch RegularExpression.compile(pattern) {
    case .success: nil
    case .failure(let error): "\(error.offset): \(error)"
    }
  }
}
