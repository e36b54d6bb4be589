import CEL
import Testing

@Suite struct TextFunctions {
  static let astral = "a\u{1F600}\u{e9}"

  static let searching: [Row] = [
    Row("size by code points", .size, .string(astral), gives: "3"),
    Row("size of a line break", .size, "\r\n", gives: "2"),
    Row("size of a letter and its accent", .size, "e\u{301}", gives: "2"),
    Row("size of bytes", .size, .bytes([1, 2]), gives: "2"),
    Row("size of a list", .size, list(1, 2), gives: "2"),
    Row("size of a map", .size, map((1, 1)), gives: "1"),
    Row("size of a number", .size, 1, gives: "error: overload"),
    Row("contains", .contains, "abababc", "ababc", gives: "true"),
    Row("a letter does not contain its base", .contains, "\u{e9}", "e", gives: "false"),
    Row("a letter with an accent contains its base", .contains, "e\u{301}", "e", gives: "true"),
    Row("contains nothing", .contains, "", "", gives: "true"),
    Row("a long needle", .contains, "xaaaaaaaaaaaaaaaaaaab", "aaaaaaaaaaaaaaaaaab", gives: "true"),
    Row("starts with", .startsWith, "\r\n", "\r", gives: "true"),
    Row("starts with more", .startsWith, "a", "ab", gives: "false"),
    Row("ends with", .endsWith, .string(astral), "\u{e9}", gives: "true"),
    Row("ends with more", .endsWith, "a", "ba", gives: "false"),
    Row("ends with a number", .endsWith, "a", 1, gives: "error: overload"),
    Row("index of", .indexOf, .string(astral), "\u{e9}", gives: "2"),
    Row("index of a missing text", .indexOf, "abc", "d", gives: "-1"),
    Row("index of nothing", .indexOf, "abc", "", gives: "0"),
    Row("index of nothing from", .indexOf, "abc", "", 3, gives: "3"),
    Row("index from the size", .indexOf, "abc", "c", 3, gives: "-1"),
    Row("index from beyond the size", .indexOf, "abc", "", 4, gives: "error: index"),
    Row("index from below zero", .indexOf, "abc", "a", -1, gives: "error: index"),
    Row("index from past a match", .indexOf, "\u{1F600}a\u{1F600}a", "a", 2, gives: "3"),
    Row(
      "index of a long needle", .indexOf, "xaaaaaaaaaaaaaaaaaaab", "aaaaaaaaaaaaaaaaaab",
      gives: "2"),
    Row("last index", .lastIndexOf, "banana", "an", gives: "3"),
    Row("last index up to", .lastIndexOf, "banana", "an", 2, gives: "1"),
    Row("last index up to the size", .lastIndexOf, "banana", "a", 6, gives: "-1"),
    Row("last index of nothing", .lastIndexOf, "\u{1F600}a", "", gives: "2"),
    Row("last index of nothing up to", .lastIndexOf, "abc", "", 1, gives: "1"),
    Row("last index of nothing up to the size", .lastIndexOf, "abc", "", 3, gives: "3"),
    Row("last index up to beyond the size", .lastIndexOf, "banana", "a", 7, gives: "error: index"),
    Row("last index of nothing beyond", .lastIndexOf, "abc", "", 4, gives: "error: index"),
    Row("last index below zero", .lastIndexOf, "abc", "a", -1, gives: "error: index"),
    Row("last index of more", .lastIndexOf, "a", "ab", gives: "-1"),
    Row(
      "last index of a long needle", .lastIndexOf, "aaaaaaaaaaaaaaaaaaaa",
      "aaaaaaaaaaaaaaaaaa", 1, gives: "1"),
  ]

  static let cutting: [Row] = [
    Row("a character", .charAt, .string(astral), 1, gives: "'\u{1F600}'"),
    Row("the character at the size", .charAt, "abc", 3, gives: "''"),
    Row("the character beyond", .charAt, "abc", 4, gives: "error: index"),
    Row("the character below zero", .charAt, "abc", -1, gives: "error: index"),
    Row("the character at the largest int", .charAt, "abc", .int(.max), gives: "error: index"),
    Row("from", .substring, .string(astral), 1, gives: "'\u{1F600}\u{e9}'"),
    Row("from the size", .substring, "abc", 3, gives: "''"),
    Row("from and to", .substring, .string(astral), 1, 2, gives: "'\u{1F600}'"),
    Row("from behind to", .substring, "abc", 2, 1, gives: "error: index"),
    Row("to beyond the size", .substring, "abc", 0, 4, gives: "error: index"),
    Row("from below zero", .substring, "abc", -1, 1, gives: "error: index"),
    Row("in a long text", .substring, "éééééééééééééééééééé0123456789", 18, 22, gives: "'éé01'"),
    Row("a half of a pair of letters", .substring, "e\u{301}", 0, 1, gives: "'e'"),
    Row("trimmed", .trim, " \u{85}\u{2003}\tx y\u{a0}\n", gives: "'x y'"),
    Row(
      "characters that are not white space", .trim, "\u{180E}\u{200B}x\u{FEFF}",
      gives: "'\u{180E}\u{200B}x\u{FEFF}'"),
    Row("nothing but white space", .trim, " \n", gives: "''"),
    Row("split", .split, "a,b,,c", ",", gives: "['a', 'b', '', 'c']"),
    Row("split at a longer text", .split, "a::b:c", "::", gives: "['a', 'b:c']"),
    Row("split into two", .split, "a,b,c", ",", 2, gives: "['a', 'b,c']"),
    Row("split into one", .split, "a,b,c", ",", 1, gives: "['a,b,c']"),
    Row("split into none", .split, "a,b,c", ",", 0, gives: "[]"),
    Row("split without end", .split, "a,b,c", ",", -1, gives: "['a', 'b', 'c']"),
    Row("split into more than there are", .split, "a,b", ",", 9, gives: "['a', 'b']"),
    Row(
      "split into code points", .split, .string(astral), "", gives: "['a', '\u{1F600}', '\u{e9}']"),
    Row("split into two code points", .split, "abc", "", 2, gives: "['a', 'bc']"),
    Row("split nothing", .split, "", ",", gives: "['']"),
    Row("split nothing at nothing", .split, "", "", gives: "[]"),
  ]

  static let changing: [Row] = [
    Row("replaced", .replace, "a-b-c", "-", "\u{1F600}", gives: "'a\u{1F600}b\u{1F600}c'"),
    Row("replaced once", .replace, "a-b-c", "-", "", 1, gives: "'ab-c'"),
    Row("replaced never", .replace, "a-b", "-", "+", 0, gives: "'a-b'"),
    Row("replaced always", .replace, "a-b", "-", "+", -1, gives: "'a+b'"),
    Row("matches do not overlap", .replace, "aaa", "aa", "b", gives: "'ba'"),
    Row("nothing replaced", .replace, "é😀", "", "-", gives: "'-é-😀-'"),
    Row("nothing replaced twice", .replace, "ab", "", "-", 2, gives: "'-a-b'"),
    Row("no spelling for another", .replace, "\u{e9}", "e", "x", gives: "'\u{e9}'"),
    Row("lower case", .lowerAscii, "ABZ[ÉK\u{212A}", gives: "'abz[Ék\u{212A}'"),
    Row("upper case", .upperAscii, "abz{éß", gives: "'ABZ{éß'"),
    Row("reversed", .reverse, .string(astral), gives: "'\u{e9}\u{1F600}a'"),
    Row("an accent reversed", .reverse, "e\u{301}", gives: "'\u{301}e'"),
    Row("quoted", .quote, "\u{7}\u{8}\u{C}\n\r\t\u{B}\\\"'é", gives: #"'"\a\b\f\n\r\t\v\\\"'é"'"#),
    Row("joined", .join, list("a", "b"), gives: "'ab'"),
    Row("joined with", .join, list("a", "b", ""), ", ", gives: "'a, b, '"),
    Row("nothing joined", .join, list(), ", ", gives: "''"),
    Row("no text joined", .join, list("a", 1), gives: "error: overload"),
    Row("joined with a number", .join, list("a"), 1, gives: "error: overload"),
    Row("too many arguments", .replace, "a", "a", "a", 1, 1, gives: "error: overload"),
    Row("of a number", .trim, 1, gives: "error: overload"),
  ]

  @Test(arguments: searching) func `text is searched by code points`(row: Row) {
    #expect(row.answer == row.expected)
  }

  @Test(arguments: cutting) func `text is cut by code points`(row: Row) {
    #expect(row.answer == row.expected)
  }

  @Test(arguments: changing) func `text is changed by code points`(row: Row) {
    #expect(row.answer == row.expected)
  }
}
