import StateRuntime
import Testing

@Suite struct `Wire form` {
  static let texts: [(String, String)] = [
    (#" {"a":[1,2.50,-0e1],"b":null} "#, #"{"a": [1, 2.50, -0e1], "b": null}"#),
    (#""\u00e9\ud83d\ude00\/\u007f""#, #""é😀/\u007f""#),
    ("[]", "[]"), ("{}", "{}"), ("true", "true"),
  ]

  @Test(arguments: texts) func `is read and written`(text: String, json: String) throws {
    #expect(try Wire(parsing: text).json == json)
  }

  @Test(arguments: [
    "", "01", "1.", "+1", "[1,]", "{\"a\":1,\"a\":2}", "\"\\ud800\"", "\"\t\"", "nul", "1 2", "'a'",
    "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\\u+041\"", "{\"a\\u0000\":1}",
    "[" + String(repeating: "1,", count: 250_000) + "1]",
    "\"" + String(repeating: "a", count: 4 << 20) + "\"",
  ]) func `is strict JSON`(text: String) {
    #expect(throws: WireError.self) { try Wire(parsing: text) }
  }

  @Test func `is at most 64 levels deep`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try Wire(parsing: nested(64)).json == nested(64))
    #expect(throws: WireError.self) { try Wire(parsing: nested(65)) }
    #expect(throws: WireError.self) { try Wire(parsing: nested(100_000)) }
    #expect(throws: WireError.self) {
      try Wire(parsing: String(repeating: #"{"a":"#, count: 100_000))
    }
  }

  @Test func `survives every changed byte`() throws {
    let text = Array(#"{"a": [1, -2.5e+3, true, null], "\u00e9\ud83d\ude00": "b\n"}"#.utf8)
    for index in text.indices {
      let head = String(decoding: text[..<index], as: UTF8.self)
      #expect(throws: WireError.self) { try Wire(parsing: head) }
      for byte in UInt8.min...UInt8.max {
        var bytes = text
        bytes[index] = byte
        if let wire = try? Wire(parsing: String(decoding: bytes, as: UTF8.self)) {
          #expect(try Wire(parsing: wire.json) == wire)
        }
      }
    }
  }

  static let values: [(Wire, Dyn)] = [
    (.number("1"), 1), (.number("1.0"), 1.0), (.number("1e2"), 100.0), (.text("a"), "a"),
    (.null, .null), (.array([.bool(true)]), [true]),
  ]

  @Test(arguments: values) func `of dyn keeps the kind of numbers`(wire: Wire, value: Dyn) throws {
    #expect(try Dyn(wire: wire).isExactly(value))
    #expect(try Dyn(wire: value.wire).isExactly(value))
  }

  @Test func `of values is plain JSON`() throws {
    #expect(Double.nan.wire == .text("NaN"))
    #expect((-0.0).wire == .number("-0"))
    #expect(Bytes([1, 2]).wire == .text("AQI="))
    #expect(Duration.nanoseconds(1_500_000_000).wire == .text("1.5s"))
    #expect(try Duration(wire: .number("0.25")) == .milliseconds(250))
    let map = try OrderedMap<Int, Bool>([(2, true), (1, false)])
    #expect(map.wire.json == #"{"1": false, "2": true}"#)
    #expect(try OrderedMap<Int, Bool>(wire: map.wire) == map)
    #expect(throws: WireError.self) { try UInt(wire: .number("+1")) }
  }
}
