import CEL
import Testing

@Suite struct RegexFunctions {
  static let rows: [Row] = [
    Row("a match anywhere", .matches, "hubba", "ubb", gives: "true"),
    Row("a bad pattern", .matches, "a", "a(?=b)", gives: "error: pattern"),
    Row("a pattern that is no text", .matches, "a", 1, gives: "error: overload"),
    Row("the match", .regexExtract, "code 1234", "[0-9]{4}", gives: "some('1234')"),
    Row("the group", .regexExtract, "user@example", "@(\\w+)", gives: "some('example')"),
    Row("an empty group", .regexExtract, "user@", "@(\\w*)", gives: "none"),
    Row("a group that took no part", .regexExtract, "b", "(a)|b", gives: "none"),
    Row("an empty match", .regexExtract, "b", "a*", gives: "some('')"),
    Row("nothing", .regexExtract, "b", "a", gives: "none"),
    Row("two groups", .regexExtract, "ab", "(a)(b)", gives: "error: argument"),
    Row("two groups without a match", .regexExtractAll, "x", "(a)(b)", gives: "error: argument"),
    Row("all matches", .regexExtractAll, "a1b22", "[0-9]+", gives: "['1', '22']"),
    Row("all groups but empty ones", .regexExtractAll, "k= l=1", "=(\\d*)", gives: "['1']"),
    Row("no match at all", .regexExtractAll, "a", "b", gives: "[]"),
    Row("empty matches", .regexExtractAll, "baac", "a*", gives: "['', 'aa', '']"),
    Row("a boundary is seen from the match before", .regexExtractAll, "ab", "\\b.", gives: "['a']"),
    Row("the beginning is there once", .regexExtractAll, "aaa", "^a", gives: "['a']"),
    Row("code points, not bytes", .regexExtractAll, "é😀", ".", gives: "['é', '😀']"),
    Row("replaced", .regexReplace, "banana", "a", "o", gives: "'bonono'"),
    Row("replaced twice", .regexReplace, "banana", "a", "o", 2, gives: "'bonona'"),
    Row("not replaced", .regexReplace, "banana", "a", "o", 0, gives: "'banana'"),
    Row("all replaced", .regexReplace, "banana", "a", "o", -5, gives: "'bonono'"),
    Row("empty matches are replaced", .regexReplace, "baac", "a*", "x", gives: "'xbxcx'"),
    Row("the match is \\0", .regexReplace, "a1", "\\d", "<\\0>", gives: "'a<1>'"),
    Row(
      "groups", .regexReplace, "john smith", "(\\w+) (\\w+)", "\\2, \\1",
      gives: "'smith, john'"),
    Row("a group that took no part is empty", .regexReplace, "b", "(a)|b", "[\\1]", gives: "'[]'"),
    Row("a backslash", .regexReplace, "a", "a", "\\\\0", gives: "'\\0'"),
    Row("a group that is not there", .regexReplace, "x", "a", "\\1", gives: "error: argument"),
    Row("a letter after a backslash", .regexReplace, "a", "a", "\\n", gives: "error: argument"),
    Row("a backslash at the end", .regexReplace, "a", "a", "\\", gives: "error: argument"),
    Row(
      "the ninth group", .regexReplace, "abcdefghij", "(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)",
      "\\9\\1", gives: "'ia'"),
  ]

  @Test(arguments: rows) func `patterns find, take out and replace`(row: Row) {
    #expect(row.answer == row.expected)
  }

  @Test func `a search costs its text times its instructions`() {
    // `[0-9]+` has a set, a split and the end; one step for each 5 begun.
    #expect(cost(.matches, "", "[0-9]+") == 0)
    #expect(cost(.matches, "1", "[0-9]+") == 1)
    #expect(cost(.matches, .string(String(repeating: "é", count: 40)), "[0-9]+") == 24)
    #expect(cost(.matches, .string(String(repeating: "é", count: 41)), "[0-9]+") == 25)
    #expect(call(.matches, ["1", "[0-9]+"], steps: 0) == "error: budget")
  }

  @Test func `text that is read again for the next match is charged again`() {
    let text = Value.string(String(repeating: "a", count: 100))
    let once = cost(.regexExtractAll, text, "a")
    let again = cost(.regexExtractAll, text, "a.*b|a")
    #expect(once == 40 + 2 * 100)
    // 140 for the text, 200 for the matches, the rest for all that follows each `a`.
    #expect(again == 7_171)
  }

  @Test func `results end at their limits`() {
    let text = Value.string(String(repeating: "a", count: Limits.elements))
    #expect(call(.regexExtractAll, [text, "a"]).hasPrefix("['a', "))
    let longer = Value.string(String(repeating: "a", count: Limits.elements + 1))
    #expect(call(.regexExtractAll, [longer, "a"]) == "error: size")
    let wide = Value.string(String(repeating: "x", count: Limits.textBytes / Limits.elements + 1))
    #expect(call(.regexReplace, [text, "a", wide]) == "error: size")
    #expect(
      call(.regexReplace, [text, "a+", .string(String(repeating: "\\0", count: 200))])
        == "error: size")
  }
}
