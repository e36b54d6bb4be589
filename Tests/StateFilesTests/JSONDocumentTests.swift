import DiagnosticTexts
import StateFiles
import StateModel
import Testing

/// Reads `text` and gives each diagnostic as `line:column: message [rule]`.
func complaints(_ text: [UInt8]) -> [String] {
  let document = JSONDocument(text)
  return document.diagnostics.map { diagnostic in
    let range = document.map.range(of: diagnostic.location)
    let position = document.map.position(of: range.lowerBound)
    return "\(position.line):\(position.column): \(diagnostic.message) [\(diagnostic.rule)]"
  }
}

@Suite struct `JSON document` {
  struct Broken: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let message: String

    init(_ name: String, _ text: String, _ message: String) {
      testDescription = name
      self.text = text
      self.message = message
    }
  }

  @Test(arguments: [
    Broken("empty", "", "1:1: the file is empty [json/syntax]"),
    Broken("space alone", " \n ", "1:1: the file is empty [json/syntax]"),
    Broken(
      "no comma", #"{"a": 1 "b": 2}"#,
      "1:9: expected `,` or `}` after this value, found a string [json/syntax]"),
    Broken(
      "no comma in an array", "[1 {}]",
      "1:4: expected `,` or `]` after this value, found an object [json/syntax]"),
    Broken(
      "trailing comma", #"{"a": 1,}"#,
      "1:8: trailing comma: JSON allows none before `}` [json/syntax]"),
    Broken(
      "trailing comma on its line", "[1,\n]",
      "1:3: trailing comma: JSON allows none before `]` [json/syntax]"),
    Broken(
      "comment", "{ // why\n}", "1:3: JSON has no comments; `about` holds remarks [json/syntax]"),
    Broken(
      "comment after a value", "[1 /* one */]",
      "1:4: JSON has no comments; `about` holds remarks [json/syntax]"),
    Broken("no end", #"{"a": [1, 2"#, "1:11: missing `]`: `a` is not closed [json/syntax]"),
    Broken(
      "no end after a comma", #"{"a": 1,"#,
      "1:8: missing `}`: this object is not closed [json/syntax]"),
    Broken("string without end", #"["ab"#, "1:2: this string has no end [json/syntax]"),
    Broken(
      "line break in a string", "[\"ab\n\"]",
      "1:2: this string has no end on its line; a line break in a text is written `\\n` [json/syntax]"
    ),
    Broken(
      "tab in a string", "[\"a\tb\"]",
      "1:4: U+0009 in a string; write `\\t` [json/syntax]"),
    Broken("bad escape", #"["a\x"]"#, "1:4: `\\x` is no escape of JSON [json/syntax]"),
    Broken(
      "short escape", #"["\u12"]"#, "1:3: `\\u` needs four hexadecimal digits [json/syntax]"),
    Broken(
      "half a character", #"["é\uD800"]"#,
      "1:4: `\\uD800` is half a character [json/encoding]"),
    Broken("NUL in a key", #"{"a\u0000b": 1}"#, "1:2: a key holds U+0000 [json/encoding]"),
    Broken(
      "duplicate key with an escape", #"{"set": 1, "s\u0065t": 2}"#,
      "1:12: `set` is written twice in this object; JSON readers keep only one of them [json/duplicate-key]"
    ),
    Broken("single quotes", "{'a': 1}", "1:2: a key needs double quotes [json/syntax]"),
    Broken(
      "Python's word", "[True]",
      "1:2: expected a value, found `True`; did you mean `true`? [json/syntax]"),
    Broken("no number", "[NaN]", "1:2: `NaN` is no number of JSON [json/syntax]"),
    Broken("leading zero", "[01]", "1:2: a number does not start with 0 [json/syntax]"),
    Broken("bare fraction", "[1.]", "1:2: expected a digit after `.` [json/syntax]"),
    Broken("hexadecimal", "[0x1F]", "1:2: `0x1F` is no number [json/syntax]"),
    Broken(
      "two values", "{} {}", "1:4: expected the end of the file, found an object [json/syntax]"),
    Broken(
      "byte order mark", "\u{FEFF}{}",
      "1:1: the file starts with a byte order mark; JSON has none [json/encoding]"),
  ])
  func `broken text has one finding`(_ row: Broken) {
    #expect(complaints(Array(row.text.utf8)) == [row.message])
  }

  @Test func `a byte that is not UTF-8 is named`() {
    #expect(
      complaints(Array("{\"a\": \"".utf8) + [0xFF, 0xFE] + Array("\"}".utf8))
        == ["1:8: byte 0xFF is not UTF-8 [json/encoding]"])
    #expect(complaints([0xFF]) == ["1:1: byte 0xFF is not UTF-8 [json/encoding]"])
  }

  @Test func `several mistakes inside strings are reported together`() {
    #expect(
      complaints(Array(#"{"a": "\x", "a": "\uDC00"}"#.utf8)) == [
        "1:8: `\\x` is no escape of JSON [json/syntax]",
        "1:13: `a` is written twice in this object; JSON readers keep only one of them "
          + "[json/duplicate-key]",
        "1:19: `\\uDC00` is half a character [json/encoding]",
      ])
  }

  @Test(arguments: [3, 8, 9, 20])
  func `a duplicate key is found among many`(count: Int) {
    let keys = (0..<count).map { "\"k\($0)\": 0" } + ["\"k1\": 1"]
    let found = complaints(Array("{\(keys.joined(separator: ", "))}".utf8))
    #expect(found.count == 1)
    #expect(found.first?.contains("`k1` is written twice") == true)
  }

  @Test(arguments: [
    "null", " true ", "-0.50e+3", #""""#, #""\u00e9\ud83d\ude00\n\/\"\u0000""#, #"{"\u0061": []}"#,
    #"[[], {}, [1, {"b": "é", "a": false}]]"#,
  ])
  func `the scanner alone reads the same value`(_ text: String) throws {
    let bytes = Array(text.utf8)
    #expect(try ScannedText.scan(bytes).text.value(at: 0) == #require(JSONDocument(bytes).json))
  }

  @Test func `a text that is too long for one part is read as the same value`() throws {
    let list = (0..<3000).map { #"[\#($0), "é\u0000", null, {"a\u0062": true}]"# }
    let object = (0..<3000).map { #""k\u00e9\#($0)": \#($0 % 2 == 0 ? "-0" : "[]")"# }
    let members =
      #""list": [\#(list.joined(separator: ","))], "": {\#(object.joined(separator: " , "))}"#
    let bytes = Array("[ { \(members) }, 1 ]".utf8)
    #expect(try ScannedText.scan(bytes).text.value(at: 0) == #require(JSONDocument(bytes).json))
  }

  @Test func `members keep their order and numbers their text`() {
    let text = #"{"b": -0, "a": [1.50, 1e999, "x\u0000\ud83d\ude00", true, null, {}]}"#
    #expect(
      JSONDocument(Array(text.utf8)).json
        == .object([
          .init(key: "b", value: .number("-0")),
          .init(
            key: "a",
            value: .array([
              .number("1.50"), .number("1e999"), .string("x\u{0}😀"), .bool(true), .null,
              .object([]),
            ])),
        ]))
  }

  @Test(arguments: [#""text""#, " 12 ", "true", "null\n", "-0.5"])
  func `a value may be the whole text`(text: String) {
    #expect(JSONDocument(Array(text.utf8)).json != nil)
  }
}

@Suite struct `Limits of JSON` {
  @Test func `nesting of 64 is read and 65 refused`() {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(complaints(nested(64)) == [])
    #expect(complaints(nested(65)) == ["1:65: nesting is 65 deep, the limit is 64 [json/limit]"])
    #expect(complaints(nested(100_000)).count == 1)
  }

  @Test func `250,000 keys and values are read and one more refused`() {
    func list(_ count: Int) -> [UInt8] {
      Array("[\(String(repeating: "0,", count: count - 2))0]".utf8)
    }
    #expect(complaints(list(250_000)) == [])
    #expect(
      complaints(list(250_001)) == [
        "1:500000: the file has more than 250,000 keys and values [json/limit]"
      ])
  }

  @Test func `4 MiB are read and one byte more refused`() {
    let limit = 4 << 20
    func padded(_ count: Int) -> [UInt8] {
      [0x7B, 0x7D] + Array(repeating: 0x20, count: count - 2)
    }
    #expect(complaints(padded(limit)) == [])
    #expect(
      complaints(padded(limit + 1)) == [
        "1:1: this text has more than 4,194,304 bytes, the limit [json/limit]"
      ])
  }
}
