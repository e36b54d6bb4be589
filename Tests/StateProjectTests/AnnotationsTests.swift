import DiagnosticTexts
import StateFiles
import StateModel
import StateProject
import Testing

/// A file of which only some lines are known, and locations found by their text.
private struct Source {
  let path: String
  let map: SourceMap
  private let bytes: [UInt8]

  init(_ path: String, _ lines: [Int: String]) {
    self.path = path
    let last = lines.keys.max() ?? 0
    let text = (1...max(1, last)).map { (lines[$0] ?? "") + "\n" }.joined()
    bytes = Array(text.utf8)
    map = JSONDocument(bytes).map
  }

  /// The location of the first `text` after the first `mark`, from the first `from` line on.
  func location(_ text: String, after mark: String = "") -> Diagnostic.Location {
    let start = first(Array(mark.utf8), from: 0) + mark.utf8.count
    let found = first(Array(text.utf8), from: start)
    return .init("", fileRange: found..<found + text.utf8.count)
  }

  private func first(_ wanted: [UInt8], from start: Int) -> Int {
    guard !wanted.isEmpty else { return start }
    return (start...bytes.count - wanted.count).first {
      bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
    } ?? 0
  }

  func prints(_ diagnostic: Diagnostic, _ text: String) {
    let findings = FileFindings(path: path, map: map, diagnostics: [diagnostic])
    #expect(Annotations(.text).print([findings]) == text + "\n")
  }
}

@Suite struct `Text of a diagnostic` {
  @Test func `marks the word inside the cell, with a safe fix`() {
    let source = Source(
      "Coin.state.json",
      [
        14:
          #"    "coinSide": { "kind": "ui", "type": "string", "value": "isHeads ? Heads : 'Tails'" }"#
      ])
    let location = source.location("Heads", after: "? ")
    source.prints(
      Diagnostic(
        rule: "name/bare-text", severity: .error,
        message: "`Heads` is read as an expression, and nothing here is named `Heads`",
        at: location,
        label: "not a property, input or function",
        help: #"text needs quotes inside the quotes: "isHeads ? 'Heads' : 'Tails'""#,
        fix: .write("'Heads'", at: location, isSafe: true)),
      #"""
      error[name/bare-text]: `Heads` is read as an expression, and nothing here is named `Heads`
        --> Coin.state.json:14:71
      14 |     "coinSide": { "kind": "ui", "type": "string", "value": "isHeads ? Heads : 'Tails'" }
         |                                                                       ^^^^^ not a property, input or function
         = help: text needs quotes inside the quotes: "isHeads ? 'Heads' : 'Tails'"  [safe fix: states validate --fix]
      """#)
  }

  @Test func `shows where a name is declared`() throws {
    let text = #"""
      {
        "state": "Coin",
        "properties": {
          "isHeads": { "type": "bool", "initial": true } },



        "reducer": [
          { "on": "flippedToTails", "set": { "isHead": false } }
        ]
      }
      """#
    let source = JSONDocument(Array(text.utf8))
    let findings = FileFindings(
      path: "Coin.state.json", map: source.map,
      diagnostics: [
        Diagnostic(
          rule: "name/unknown", severity: .error, message: "no property is named `isHead`",
          at: .init("/reducer/0/set/isHead", isKey: true), label: "did you mean `isHeads`?",
          notes: [
            .mention("`isHeads` is declared", at: .init("/properties/isHeads", isKey: true))
          ])
      ])
    #expect(
      Annotations(.text).print([findings]) == #"""
        error[name/unknown]: no property is named `isHead`
         --> Coin.state.json:9:41
        9 |     { "on": "flippedToTails", "set": { "isHead": false } }
          |                                         ^^^^^^ did you mean `isHeads`?
          = note: `isHeads` is declared at Coin.state.json:4:5

        """#)
  }

  @Test func `shows a second line above the first`() {
    let source = Source(
      "Login.state.json",
      [
        22: #"    { "on": "tappedRetry", "set": { "attempts": "attempts + 1" } },"#,
        23: #"    { "on": "tappedRetry", "if": "attempts > 3", "set": { "isLocked": true } }"#,
      ])
    source.prints(
      Diagnostic(
        rule: "row/unreachable", severity: .warning,
        message: "this row never runs: an earlier row already takes every `tappedRetry`",
        at: source.location(#""if": "attempts > 3""#), label: "never tested",
        notes: [
          .init("row `/reducer/2` has no guard", at: source.location(#""on": "tappedRetry""#))
        ],
        help:
          "move this row above row `/reducer/2`; rows are tried from top to bottom and the first match wins"
      ),
      #"""
      warning[row/unreachable]: this row never runs: an earlier row already takes every `tappedRetry`
        --> Login.state.json:23:28
      22 |     { "on": "tappedRetry", "set": { "attempts": "attempts + 1" } },
         |       ------------------- row `/reducer/2` has no guard
      23 |     { "on": "tappedRetry", "if": "attempts > 3", "set": { "isLocked": true } }
         |                            ^^^^^^^^^^^^^^^^^^^^ never tested
         = help: move this row above row `/reducer/2`; rows are tried from top to bottom and the first match wins
      """#)
  }

  @Test func `shows a second line below the first, notes before help`() {
    let source = Source(
      "Player.state.json",
      [
        18: #"    { "in": "buffering", "goTo": "playing" },"#,
        21: #"    { "in": "playing", "if": "!isBuffered", "goTo": "buffering" },"#,
      ])
    source.prints(
      Diagnostic(
        rule: "state/eventless-loop", severity: .error,
        message:
          "these states lead to each other without any event, so the step never comes to rest",
        at: source.location(#""goTo": "playing""#), label: "buffering -> playing",
        notes: [
          .init("playing -> buffering", at: source.location(#""goTo": "buffering""#)),
          .init(
            "entering `buffering` sets isBuffered = false, so the guard at 21:31 holds again"),
        ],
        help: "let an event (for example `filledBuffer`) leave `buffering`"),
      #"""
      error[state/eventless-loop]: these states lead to each other without any event, so the step never comes to rest
        --> Player.state.json:18:26
      18 |     { "in": "buffering", "goTo": "playing" },
         |                          ^^^^^^^^^^^^^^^^^ buffering -> playing
      21 |     { "in": "playing", "if": "!isBuffered", "goTo": "buffering" },
         |                                             ------------------- playing -> buffering
         = note: entering `buffering` sets isBuffered = false, so the guard at 21:31 holds again
         = help: let an event (for example `filledBuffer`) leave `buffering`
      """#)
  }

  @Test func `shows both of two equal keys`() {
    var text = "{" + String(repeating: "\n", count: 32)
    text += #"    "isOffline": { "kind": "ui", "type": "bool", "value": "failures > 0" },"#
    text += String(repeating: "\n", count: 7)
    text +=
      #"    "isOffline": { "kind": "ui", "type": "bool", "value": "isIn('offline')" }"# + "\n}\n"
    let document = JSONDocument(Array(text.utf8))
    let findings = FileFindings(
      path: "Search.state.json", map: document.map, diagnostics: document.diagnostics)
    #expect(
      Annotations(.text).print([findings]) == #"""
        error[json/duplicate-key]: `isOffline` is written twice in this object; JSON readers keep only one of them
          --> Search.state.json:40:5
        33 |     "isOffline": { "kind": "ui", "type": "bool", "value": "failures > 0" },
           |     ----------- first
        40 |     "isOffline": { "kind": "ui", "type": "bool", "value": "isIn('offline')" }
           |     ^^^^^^^^^^^ second

        """#)
  }

  @Test func `pads by the width of the text before: wide, combining, tabs`() {
    let source = Source("A.state.json", [1: "\t\"日本e\u{301}\": \"x y\""])
    source.prints(
      Diagnostic(
        rule: "name/unknown", severity: .error, message: "no", at: source.location("y"),
        label: "here"),
      "error[name/unknown]: no\n --> A.state.json:1:13\n1 | \t\"日本e\u{301}\": \"x y\"\n"
        + "  | \t            ^ here")
  }

  @Test func `shows what would repaint the terminal as its number`() {
    let source = Source("A.state.json", [1: "\"a\u{202E}b\u{1B}[2Jc\" x"])
    source.prints(
      Diagnostic(
        rule: "json/syntax", severity: .error, message: "found `\u{202E}`", at: source.location("x")
      ),
      "error[json/syntax]: found `\\u{202E}`\n --> A.state.json:1:12\n"
        + "1 | \"a\\u{202E}b\\u{1B}[2Jc\" x\n  |                        ^")
  }

  @Test(arguments: Array(0x202A...0x202E) + Array(0x2066...0x2069) + [0x200E, 0x200F, 0x61C])
  func `shows what turns the direction of text as its number`(_ number: UInt32) throws {
    let scalar = try #require(UnicodeScalar(number))
    let name = "\\u{\(String(number, radix: 16, uppercase: true))}"
    let source = Source("A.state.json", [1: "\"a\(scalar)b\" x"])
    let text = Annotations(.text).print(
      [
        FileFindings(
          path: source.path, map: source.map,
          diagnostics: [
            Diagnostic(
              rule: "json/syntax", severity: .error, message: "found `\(scalar)`",
              at: source.location("x"))
          ])
      ])
    #expect(!text.unicodeScalars.contains(scalar))
    #expect(text.split(separator: name).count == 3, "\(text)")
  }

  @Test(arguments: [
    ("a no-break space", 0xA0), ("a soft hyphen", 0xAD), ("a joiner of graphemes", 0x34F),
    ("a filler of Hangul", 0x1160), ("a space of Ogham", 0x1680), ("an em space", 0x2003),
    ("a space without width", 0x200B), ("a non-joiner", 0x200C), ("a joiner", 0x200D),
    ("a narrow no-break space", 0x202F), ("a mathematical space", 0x205F),
    ("a joiner of words", 0x2060), ("braille without dots", 0x2800),
    ("an ideographic space", 0x3000), ("another filler of Hangul", 0x3164),
    ("a selector of pictures", 0xFE0F), ("a byte order mark", 0xFEFF),
    ("a tag", 0xE0061), ("a selector of variants", 0xE0100),
  ])
  func `shows hidden characters as their numbers, and marks the right ones`(
    name: String, number: UInt32
  ) throws {
    let scalar = try #require(UnicodeScalar(number))
    let shown = "\\u{\(String(number, radix: 16, uppercase: true))}"
    let source = Source("A.state.json", [1: "\"a\(scalar)b\" x"])
    source.prints(
      Diagnostic(
        rule: "row/gap", severity: .error, message: "found `\(scalar)`", at: source.location("x"),
        label: "after `\(scalar)`"),
      "error[row/gap]: found `\(shown)`\n --> A.state.json:1:7\n1 | \"a\(shown)b\" x\n  | "
        + String(repeating: " ", count: shown.utf8.count + 5) + "^ after `\(shown)`")
    source.prints(
      Diagnostic(
        rule: "row/gap", severity: .error, message: "no", at: source.location(String(scalar))),
      "error[row/gap]: no\n --> A.state.json:1:3\n1 | \"a\(shown)b\" x\n  |   "
        + String(repeating: "^", count: shown.utf8.count))
  }

  @Test(arguments: [
    ("a red heart", "❤\u{FE0F}"), ("a family", "👨\u{200D}👩\u{200D}👧"),
    ("a flag", "🏳\u{FE0F}\u{200D}🌈"), ("a word of Persian", "می\u{200C}خواهم"),
    ("a sign as a picture", "©\u{FE0F}"), ("letters with marks", "e\u{301}日本"),
  ])
  func `leaves characters alone that change how another is drawn`(name: String, text: String) {
    let source = Source("A.state.json", [1: "x \"\(text)\""])
    source.prints(
      Diagnostic(
        rule: "row/gap", severity: .error, message: "found \(text)", at: source.location("x")),
      "error[row/gap]: found \(text)\n --> A.state.json:1:1\n1 | x \"\(text)\"\n  | ^")
  }

  @Test(arguments: [
    ("joiners behind joiners", "👨\u{200D}\u{200D}", "👨\u{200D}\\u{200D}"),
    ("selectors behind selectors", "❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}\\u{FE0F}"),
    ("a joiner behind a character shown as a number", "a\u{A0}\u{200D}", "a\\u{A0}\\u{200D}"),
  ])
  func `does not take many for one`(name: String, text: String, shown: String) {
    let source = Source("A.state.json", [1: "x \"\(text)\""])
    source.prints(
      Diagnostic(rule: "row/gap", severity: .error, message: "no", at: source.location("x")),
      "error[row/gap]: no\n --> A.state.json:1:1\n1 | x \"\(shown)\"\n  | ^")
  }

  @Test func `cuts a long line around the mark`() {
    let source = Source(
      "A.state.json",
      [1: String(repeating: "a ", count: 200) + "X" + String(repeating: " b", count: 200)])
    let location = source.location("X")
    let text = Annotations(.text).print([
      FileFindings(
        path: source.path, map: source.map,
        diagnostics: [Diagnostic(rule: "row/gap", severity: .error, message: "m", at: location)])
    ])
    let lines = text.split(separator: "\n")
    #expect(lines[2].hasPrefix("1 | …a a") || lines[2].hasPrefix("1 | … a"))
    #expect(lines[2].hasSuffix("…"))
    #expect(lines[2].count == 160 + 4)
    let column = lines[3].firstIndex(of: "^").map {
      lines[3].distance(from: lines[3].startIndex, to: $0)
    }
    let marked = lines[2].firstIndex(of: "X").map {
      lines[2].distance(from: lines[2].startIndex, to: $0)
    }
    #expect(column == marked)
  }

  @Test func `takes the whole escape where a range ends inside one`() throws {
    let document = JSONDocument(Array(#"{"a": "\u00e9\n😀\ud83d\ude00x"}"#.utf8))
    #expect(document.map.range(of: .init("/a", range: 1..<2)) == 7..<13)
    #expect(document.map.range(of: .init("/a", range: 2..<3)) == 13..<15)
    #expect(document.map.range(of: .init("/a", range: 3..<7)) == 15..<19)
    #expect(document.map.range(of: .init("/a", range: 7..<11)) == 19..<31)
    #expect(document.map.range(of: .init("/a", range: 11..<12)) == 31..<32)
    #expect(document.map.range(of: .init("/a")) == 7..<32)
  }
}

@Suite struct `Lists of diagnostics` {
  private func findings(_ count: Int) -> FileFindings {
    let source = Source("A.state.json", [1: "[1]"])
    return FileFindings(
      path: "A.state.json", map: source.map,
      diagnostics: (0..<count).map {
        Diagnostic(
          rule: "row/gap", severity: .warning, message: "a\n\($0)\u{7}", at: source.location("1"))
      })
  }

  @Test func `short ones take one line each`() {
    #expect(
      Annotations(.short).print([findings(2)]) == #"""
        A.state.json:1:2: warning: a\u{A}0\u{7} [row/gap]
        A.state.json:1:2: warning: a\u{A}1\u{7} [row/gap]

        """#)
  }

  @Test func `json has one object a line`() {
    #expect(
      Annotations(.json).print([findings(1)]) == #"""
        {"rule": "row/gap", "severity": "warning", "message": "a\n0\u0007", "file": "A.state.json", "range": {"start": {"line": 1, "col": 2, "offset": 1}, "end": {"line": 1, "col": 3, "offset": 2}}, "pointer": "", "notes": [], "fixes": [], "fingerprint": "f21c0c39bc2308ddcbcc5b7eef9d694f"}

        """#)
  }

  @Test func `100 of a file are shown and the rest counted`() {
    let shown = Annotations(.short).print([findings(100)]).split(separator: "\n")
    #expect(shown.count == 100)
    let cut = Annotations(.short).print([findings(123)]).split(separator: "\n")
    #expect(cut.count == 101)
    #expect(cut.last == "A.state.json: and 23 more")
  }

  @Test func `none prints nothing`() {
    #expect(Annotations(.none).print([findings(3)]) == "")
  }
}
