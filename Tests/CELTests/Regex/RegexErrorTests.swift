import CEL
import Testing

@Suite struct RegexErrors {
  struct Row: Sendable, CustomTestStringConvertible {
    let pattern: String
    let reports: String
    var testDescription: String { pattern }
  }

  static let rows: [Row] = [
    Row(pattern: "a(b", reports: "3: `)` is missing"),
    Row(pattern: "a)b", reports: "1: `)` closes nothing"),
    Row(pattern: "a[b", reports: "1: `]` is missing"),
    Row(pattern: "[]", reports: "0: `]` is missing"),
    Row(pattern: "a\\", reports: "1: nothing follows the backslash at the end"),
    Row(pattern: "a(?=b)", reports: "1: lookahead and lookbehind are not supported"),
    Row(pattern: "(?<!a)b", reports: "0: lookahead and lookbehind are not supported"),
    Row(pattern: "(a)\\1", reports: "3: back-references are not supported"),
    Row(pattern: "\\C", reports: "0: `\\C` is not supported"),
    Row(pattern: "(?>a)", reports: "0: `(?>` is no kind of group"),
    Row(pattern: "(?x)a", reports: "0: `(?x` is no kind of group"),
    Row(pattern: "(?P<>a)", reports: "4: a group's name consists of letters, digits and `_`"),
    Row(pattern: "(?P<n>a)(?<n>b)", reports: "11: two groups are called `n`"),
    Row(pattern: "\\y", reports: "0: `\\y` is no escape"),
    Row(pattern: "\\Z", reports: "0: `\\Z` is no escape"),
    Row(pattern: "\\é", reports: "0: `\\é` is no escape"),
    Row(pattern: "\\x{110000}", reports: "0: `\\x{110000}` is no escape"),
    Row(pattern: "[z-a]", reports: "1: `z-a` is no range of characters"),
    Row(pattern: "[a-\\d]", reports: "3: `\\d` is no escape"),
    Row(pattern: "[[:letter:]]", reports: "1: `[:letter:]` is no class of characters"),
    Row(pattern: "\\p{Klingon}", reports: "0: `\\p{Klingon}` is no class of characters"),
    Row(pattern: "\\pX", reports: "0: `\\pX` is no class of characters"),
    Row(pattern: "*a", reports: "0: nothing stands before `*` that it could repeat"),
    Row(pattern: "a|+", reports: "2: nothing stands before `+` that it could repeat"),
    Row(
      pattern: "b++", reports: "2: `+` repeats a repetition; put the inner one in a group"),
    Row(
      pattern: "a{2}{3}", reports: "4: `{3}` repeats a repetition; put the inner one in a group"),
    Row(pattern: "a{2,1}", reports: "1: `{2,1}` is no repetition; counts go up to 1000"),
    Row(pattern: "a{1001}", reports: "1: `{1001}` is no repetition; counts go up to 1000"),
  ]

  @Test(arguments: rows) func `a bad pattern is named with its position`(row: Row) {
    #expect(complaint(about: row.pattern) == row.reports)
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
