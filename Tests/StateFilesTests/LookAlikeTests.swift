import DiagnosticTexts
import StateFiles
import StateModel
import StateProject
import Testing

/// Letters that only look like those of a name: one diagnostic, which names the letter and what to
/// write.
@Suite struct `Letters that look alike` {
  private static let good = #"""
    { "state": "Tap", "format": 1,
      "properties": { "hot": { "type": "bool", "initial": false } },
      "events": { "turned": {} },
      "states": [{ "state": "off" }, { "state": "on" }], "initial": "off",
      "reducer": [
        { "in": "off", "on": "turned", "set": { "hot": "!hot" }, "goTo": "on" },
        { "in": "on", "on": "turned", "goTo": "off" }],
      "outputs": { "hot": { "kind": "ui", "type": "bool", "value": "hot && isIn('on')" } } }
    """#

  private func findings(_ text: String) -> [Diagnostic] {
    var checker = FileChecker()
    checker.check(Array(text.utf8), as: "Tap.state.json")
    return checker.files.map(\.findings).flatMap(\.diagnostics).filter { $0.severity > .note }
  }

  @Test(arguments: [
    (
      "in a cell", "!hot", "!h\u{43E}t", "hot",
      "`о` (U+043E), a Cyrillic letter that looks like `o`"
    ),
    ("first", "!hot", "!\u{4BB}ot", "hot", "`һ` (U+04BB), a Cyrillic letter that looks like `h`"),
    ("Greek", "!hot", "!h\u{3BF}t", "hot", "`ο` (U+03BF), a Greek letter that looks like `o`"),
    (
      "full-width", "!hot", "!\u{FF48}ot", "hot",
      "`ｈ` (U+FF48), a full-width character that looks like `h`"
    ),
    ("invisible", "!hot", "!h\u{200B}ot", "hot", "an invisible character (U+200B)"),
    (
      "in a key that is set", #""set": { "hot""#, "\"set\": { \"h\u{43E}t\"", "hot",
      "`о` (U+043E), a Cyrillic letter that looks like `o`"
    ),
    (
      "in a declared name", #""properties": { "hot""#, "\"properties\": { \"h\u{43E}t\"", "hot",
      "`о` (U+043E), a Cyrillic letter that looks like `o`"
    ),
    (
      "in an event that is handled", #""off", "on": "turned""#, "\"off\", \"on\": \"turn\u{435}d\"",
      "turned", "`е` (U+0435), a Cyrillic letter that looks like `e`"
    ),
    (
      "in a target", #""goTo": "off""#, "\"goTo\": \"\u{43E}ff\"", "off",
      "`о` (U+043E), a Cyrillic letter that looks like `o`"
    ),
    (
      "in a state that is tested", "isIn('on')", "isIn('\u{43E}n')", "on",
      "`о` (U+043E), a Cyrillic letter that looks like `o`"
    ),
    (
      "in a word of the format", #""type": "bool", "value""#, "\"typ\u{435}\": \"bool\", \"value\"",
      "type", "`е` (U+0435), a Cyrillic letter that looks like `e`"
    ),
    (
      "in a type", #""type": "bool", "initial""#, "\"type\": \"b\u{43E}ol\", \"initial\"", "bool",
      "`о` (U+043E), a Cyrillic letter that looks like `o`"
    ),
    (
      "in a kind", #""ui""#, "\"u\u{456}\"", "ui",
      "`і` (U+0456), a Cyrillic letter that looks like `i`"
    ),
    (
      "in the name", "Tap", "T\u{430}p", "Tap",
      "`а` (U+0430), a Cyrillic letter that looks like `a`"
    ),
  ])
  func `are reported once, and replaced`(
    name: String, from: String, to: String, plain: String, letter: String
  ) throws {
    let range = try #require(Self.good.firstRange(of: from))
    let wrong = Self.good[..<range.lowerBound] + to + Self.good[range.upperBound...]
    #expect(findings(Self.good) == [])
    let found = findings(String(wrong))
    let diagnostic = try #require(found.first)
    // The uses of a misspelt declaration are unknown names.
    let count = name == "in a declared name" ? 2 : 1
    #expect(found.count == count, "\(found.map(\.message))")
    #expect(diagnostic.message.hasSuffix(" holds \(letter)"))
    #expect(diagnostic.label == "write `\(plain)`")
    #expect(diagnostic.fix?.replacement == plain)
    #expect(diagnostic.fix?.isSafe == true)
    #expect(diagnostic.fix?.location == diagnostic.location)
  }

  @Test func `are replaced in all of an expression, but not in its texts`() throws {
    let found = findings(
      Self.good.replacing("!hot", with: "h\u{43E}t && !h\u{43E}t || 'h\u{43E}t' == '' || h\u{3BF}t")
    )
    let fix = try #require(found.first?.fix)
    #expect(found.count == 1)
    #expect(found.first?.location.range == 0..<4)
    #expect(fix.replacement == "hot && !hot || 'h\u{43E}t' == '' || hot")
    #expect(fix.location.range == 0..<37)
  }

  @Test func `all of a word are a guess`() throws {
    let found = findings(Self.good.replacing("!hot", with: "!\u{441}\u{43E}\u{440}"))
    let diagnostic = try #require(found.first)
    #expect(found.count == 1)
    #expect(diagnostic.label == "write `cop`")
    #expect(diagnostic.fix?.isSafe == false)
  }

  @Test(arguments: [
    ("a letter that looks like none", "!hot", "!h\u{436}t", "`ж` has no meaning here"),
    (
      "a text in another language", "hot && isIn('on')", "'\u{43E}н' + 1",
      "there is no `+` for string and int"
    ),
  ])
  func `leave other mistakes alone`(
    name: String, from: String, to: String, message: String
  ) throws {
    let found = findings(Self.good.replacing(from, with: to))
    #expect(found.count == 1)
    #expect(found.first?.message.hasPrefix(message) == true, "\(found.map(\.message))")
  }

  @Test(
    arguments: [
      (
        "Cyrillic", "h\u{43E}t", "this word mixes Latin and Cyrillic letters: `о` is U+043E",
        "it looks like `o`"
      ),
      (
        "Greek", "h\u{3BF}t", "this word mixes Latin and Greek letters: `ο` is U+03BF",
        "it looks like `o`"
      ),
      (
        "of another shape", "h\u{436}t",
        "this word mixes Latin and Cyrillic letters: `ж` is U+0436", nil
      ),
      ("Greek that is meant", "\u{394}t in \u{3BC}s", nil, nil),
      ("one language", "\u{421}\u{43B}\u{43E}\u{432}\u{43E} and \u{3BF}\u{3BD}", nil, nil),
    ] as [(String, String, String?, String?)])
  func `in prose are a warning`(
    name: String, prose: String, message: String?, label: String?
  ) throws {
    let text = Self.good.replacing(#""format": 1"#, with: #""format": 1, "about": "\#(prose)""#)
    let found = findings(text)
    #expect(found.map(\.message) == [message].compactMap(\.self))
    #expect(found.first?.label == label)
  }
}
