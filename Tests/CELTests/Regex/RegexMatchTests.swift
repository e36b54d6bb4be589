import CEL
import Testing

/// The answers are those of RE2, but `\B` here matches only between code points, never inside of one.
@Suite struct RegexMatches {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let pattern: String
    let text: String
    let found: String?

    init(_ name: String, _ pattern: String, in text: String, finds found: String?) {
      testDescription = name
      self.pattern = pattern
      self.text = text
      self.found = found
    }

    /// The match and its groups with `|` between them, `-` for one that took no part.
    var answer: String? {
      guard case .success(let expression) = RegularExpression.compile(pattern) else {
        return "no pattern"
      }
      let slots = expression.slots(in: text)
      let bytes = Array(text.utf8)
      // The search without groups has separate code.
      guard case .success(let plain) = RegularExpression.compile(pattern, forOneUse: true),
        expression.matches(text) == (slots != nil), plain.matches(text) == (slots != nil)
      else { return "two answers" }
      return slots.map { slots in
        stride(from: 0, to: slots.count, by: 2).map { slot in
          slots[slot] < 0
            ? "-" : String(decoding: bytes[slots[slot]..<slots[slot + 1]], as: UTF8.self)
        }.joined(separator: "|")
      }
    }
  }

  static let preference: [Row] = [
    Row("leftmost, not longest", "a|ab", in: "xab", finds: "a"),
    Row("leftmost before preferred", "b|ab", in: "xab", finds: "ab"),
    Row("greedy", "a+", in: "baaa", finds: "aaa"),
    Row("lazy", "a+?", in: "baaa", finds: "a"),
    Row("lazy up to what follows", "<.+?>", in: "<a><b>", finds: "<a>"),
    Row("greedy up to what follows", "<.+>", in: "<a><b>", finds: "<a><b>"),
    Row("counts", "a{2,3}", in: "aaaa", finds: "aaa"),
    Row("lazy counts", "a{2,3}?", in: "aaaa", finds: "aa"),
    Row("an exact count", "[0-9]{4}", in: "code 12 3456", finds: "3456"),
    Row("an exact count of a longer run", "[0-9]{4}", in: "1234567", finds: "1234"),
    Row("a run that begins again", "[0-9]{3,}", in: "12a345b", finds: "345"),
    Row("braces without counts are characters", "a{,2}", in: "aa{,2}", finds: "a{,2}"),
    Row("the last turn of a group", "(a|b)+", in: "ab", finds: "ab|b"),
    Row("a group that took no part", "(a)|(b)", in: "b", finds: "b|-|b"),
    Row("an empty turn of a star", "(|a)*", in: "aa", finds: "|"),
    Row("an empty turn of a plus", "(|a)+", in: "aa", finds: "|"),
    Row("a star of a star", "(a*)*", in: "b", finds: "|"),
    Row("groups by name", "(?P<year>\\d+)-(?<month>\\d+)", in: "2024-05", finds: "2024-05|2024|05"),
    Row("the flag U swaps greed", "(?U)a+", in: "aaa", finds: "a"),
    Row("the flag U swaps laziness", "(?U)a+?", in: "aaa", finds: "aaa"),
    Row("the empty pattern", "", in: "x", finds: ""),
    Row("an empty branch", "a|", in: "b", finds: ""),
    Row("no match", "b+", in: "aaa", finds: nil),
  ]

  static let positions: [Row] = [
    Row("the end is the text's end", "a$", in: "a\n", finds: nil),
    Row("the end of a line", "(?m)a$", in: "a\nb", finds: "a"),
    Row("the beginning of a line", "(?m)^b", in: "a\nb", finds: "b"),
    Row("the beginning of the text", "^b", in: "a\nb", finds: nil),
    Row("\\A in lines", "(?m)\\Ab", in: "a\nb", finds: nil),
    Row("\\z in lines", "(?m)a\\z", in: "a\nb", finds: nil),
    Row("one of two beginnings", "^b|a", in: "ab", finds: "a"),
    Row("a word boundary", "\\bcat\\b", in: "concat cat", finds: "cat"),
    Row("no word boundary", "\\Bcat", in: "cat concat", finds: "cat"),
    Row("a letter beyond ASCII is no word", "\\bb", in: "éb", finds: "b"),
    Row("a point is no line feed", "a.b", in: "a\nb", finds: nil),
    Row("a point is a line feed with s", "(?s)a.b", in: "a\nb", finds: "a\nb"),
    Row("a point is a carriage return", "^.$", in: "\r", finds: "\r"),
    Row("a point is one code point", "^.$", in: "\u{1F600}", finds: "\u{1F600}"),
    Row("a letter and its accent are two", "^.$", in: "e\u{301}", finds: nil),
  ]

  static let classes: [Row] = [
    Row("digits are ASCII", "\\d", in: "\u{663}7", finds: "7"),
    Row("no digit", "\\D+", in: "1é٣2", finds: "é٣"),
    Row("words are ASCII", "\\w+", in: "éa_1é", finds: "a_1"),
    Row("blanks without the vertical tab", "\\s", in: "\u{B}\u{C}", finds: "\u{C}"),
    Row("[:space:] with it", "[[:space:]]", in: "\u{B}", finds: "\u{B}"),
    Row("[:^digit:]", "[[:^digit:]]+", in: "12ab3", finds: "ab"),
    Row("a class of classes", "[\\d\\pL-]+", in: "..é1-..", finds: "é1-"),
    Row("an inverted class has the line feed", "[^a]", in: "a\n", finds: "\n"),
    Row("a bracket first", "[]a]+", in: "a]b", finds: "a]"),
    Row("a dash at the end", "[a-]+", in: "b-a", finds: "-a"),
    Row("a general category", "\\p{Lu}+", in: "aÉÄb", finds: "ÉÄ"),
    Row("a category of categories", "\\pL+", in: "1aÉ語2", finds: "aÉ語"),
    Row("not of a category", "\\P{L}+", in: "a12b", finds: "12"),
    Row("not of a category, other spelling", "\\p{^L}+", in: "a12b", finds: "12"),
    Row("Greek", "\\p{Greek}+", in: "abγδ", finds: "γδ"),
    Row("Cyrillic", "\\p{Cyrillic}+", in: "abждx", finds: "жд"),
    Row("Han", "\\p{Han}+", in: "ひ漢字", finds: "漢字"),
    Row("a script with an underscore", "\\p{Old_Italic}", in: "\u{10300}", finds: "\u{10300}"),
    Row("any", "^\\p{Any}+$", in: "a\n\u{1F600}", finds: "a\n\u{1F600}"),
    Row("hexadecimal", "\\x41\\x{1F600}", in: "A\u{1F600}", finds: "A\u{1F600}"),
    Row("octal", "\\101\\0", in: "A\0", finds: "A\0"),
    Row("quoted text", "\\Qa.b\\E+", in: "axb a.bbb", finds: "a.bbb"),
    Row("punctuation after a backslash", "\\.\\-\\_\\/", in: ".-_/", finds: ".-_/"),
  ]

  static let folding: [Row] = [
    Row("the Kelvin sign is a k", "(?i)k", in: "\u{212A}", finds: "\u{212A}"),
    Row("a long s is an s", "(?i)S+", in: "s\u{17F}", finds: "s\u{17F}"),
    Row("three forms of sigma", "(?i)σ+", in: "ΣσςX", finds: "Σσς"),
    Row("sharp s and its capital", "(?i)ß", in: "\u{1E9E}", finds: "\u{1E9E}"),
    Row("sharp s is not two letters", "(?i)ß", in: "ss", finds: nil),
    Row("a range", "(?i)[j-l]+", in: "JK\u{212A}l", finds: "JK\u{212A}l"),
    Row("an inverted class", "(?i)[^k]", in: "Kk\u{212A}x", finds: "x"),
    Row("pairs that alternate", "(?i)ā", in: "Ā", finds: "Ā"),
    Row("no dotted capital i", "(?i)i", in: "\u{130}", finds: nil),
    Row("a flag within its group", "(?i:a)b", in: "AB Ab", finds: "Ab"),
    Row("a flag to the end of its group", "(?:a(?i)b|c)d", in: "aBD Cd", finds: "Cd"),
    Row("a flag taken back", "(?i)a(?-i)b", in: "AB Ab", finds: "Ab"),
  ]

  @Test(arguments: preference) func `the leftmost match that the pattern prefers`(row: Row) {
    #expect(row.answer == row.found)
  }

  @Test(arguments: positions) func `positions in the text`(row: Row) {
    #expect(row.answer == row.found)
  }

  @Test(arguments: classes) func `classes of characters`(row: Row) {
    #expect(row.answer == row.found)
  }

  @Test(arguments: folding) func `letters that differ in case`(row: Row) {
    #expect(row.answer == row.found)
  }

  @Test func `a hostile pattern takes time that grows with the text alone`() {
    let text = String(repeating: "a", count: 5_000) + "b"
    for pattern in ["(a+)+$", "(a|aa)+$", "(?:a?){30}a{30}$", "(.*)(.*)(.*)c"] {
      #expect(Row(pattern, pattern, in: text, finds: nil).answer == nil)
    }
  }
}
