import DiagnosticTexts
import StateModel
import Testing

@testable import StateFiles

/// Missing and extra brackets, commas and quotes: reported at the line with the mistake.
@Suite struct `Broken structure` {
  private static let good = """
    {
      "state": "Lamp", "format": 1,
      "properties": {
        "isOn": { "type": "bool", "initial": false },
        "count": { "type": "int", "initial": 0 }
      },
      "events": {
        "pressed": { "carries": { "hard": "bool" } },
        "left": {}
      },
      "reducer": [
        { "on": "pressed", "set": { "isOn": "!isOn" } },
        { "on": "left", "set": { "count": 0 } }
      ],
      "outputs": {
        "isOn": { "kind": "ui", "type": "bool", "value": "isOn" }
      }
    }

    """

  @Test(arguments: [
    ("an entry's `}`", "false },", "false ,", 4, "missing `}`: `isOn` is not closed"),
    (
      "a section's `}`", "  },\n  \"events\"", "  \"events\"", 5,
      "missing `}`: `properties` is not closed"
    ),
    (
      "an inner `}`", #""bool" } },"#, #""bool" },"#, 8, "missing `}`: `pressed` is not closed"
    ),
    ("a row's `}`", #""!isOn" } },"#, #""!isOn" },"#, 12, "missing `}`: this object is not closed"),
    ("a `]`", "  ],\n", "", 13, "missing `]`: `reducer` is not closed"),
    ("the last section's `}`", "  }\n}", "}", 16, "missing `}`: `outputs` is not closed"),
    ("the file's `}`", "  }\n}\n", "  }\n", 17, "missing `}`: this object is not closed"),
    (
      "an extra `}`", "false },", "false } },", 4,
      "extra `}`: it closes `properties` before its last entry"
    ),
    ("an extra `}` in a row", #"0 } }"#, #"0 } } }"#, 13, "extra `}`: it closes nothing"),
    ("a missing `[`", "\"reducer\": [", "\"reducer\":", 11, "missing `[` after `reducer`"),
    ("a missing `{`", "\"events\": {", "\"events\":", 7, "missing `{` after `events`"),
    (
      "a missing comma", "false },", "false }", 4,
      "expected `,` or `}` after this value, found a string"
    ),
  ])
  func `is reported at its line`(
    _ name: String, _ old: String, _ new: String, _ line: Int, _ message: String
  ) throws {
    let range = try #require(Self.good.firstRange(of: old))
    let text = Self.good[..<range.lowerBound] + new + Self.good[range.upperBound...]
    let document = JSONDocument(Array(text.utf8))
    let found = document.diagnostics.map { diagnostic in
      let offset = document.map.range(of: diagnostic.location).lowerBound
      return "\(document.map.position(of: offset).line): \(diagnostic.message)"
    }
    #expect(found == ["\(line): \(message)"], "\(name)")
  }

  @Test func `a section inside a section of one line`() {
    let found = JSONDocument(
      Array(#"{ "events": { "a": {}, "reducer": [] }"#.utf8)
    ).diagnostics
    #expect(found.map(\.message) == ["missing `}`: `events` is not closed"])
  }

  @Test(arguments: [
    ("\u{A0}", "a no-break space (U+00A0); write a plain space"),
    ("\u{200B}", "a zero width space (U+200B); remove it"),
    ("\u{FEFF}", "a byte order mark (U+FEFF); remove it"),
    ("\u{FF0C}", "`，` is a full-width comma (U+FF0C); write `,`"),
    ("\u{201C}", "`“` is a curly quote (U+201C); write `\"`"),
  ])
  func `a sign that only looks right is named`(_ sign: String, _ message: String) {
    for text in ["{ \"a\": 1\(sign) }", "{ \(sign)\"a\": 1 }", "{ \"a\": \(sign)1 }"] {
      #expect(JSONDocument(Array(text.utf8)).diagnostics.map(\.message) == [message], "\(text)")
    }
  }

  @Test func `a decimal comma is named`() {
    let found = JSONDocument(Array(#"{ "a": 1,5 }"#.utf8)).diagnostics
    #expect(found.map(\.help) == ["a decimal number has a point: write 1.5"])
  }
}
