import Testing

@testable import StateReplay

@Suite struct `Sort keys` {
  /// The lines in the order of their keys, which ends each line again.
  private func sorted(_ lines: [String]) -> [String] {
    let keyed = lines.map { line in
      var bytes: [UInt8] = []
      SortKey.write(Array(line.utf8), 0..<line.utf8.count, to: &bytes)
      return bytes
    }
    return keyed.sorted { $0.lexicographicallyPrecedes($1) }.map { bytes in
      let range = SortKey.line(bytes, 0..<bytes.count - 1)
      return String(decoding: bytes[range], as: UTF8.self)
    }
  }

  @Test func `order by session, then by time in any form`() {
    let lines = [
      #"{"session": "a", "start": {}}"#,
      #"{"session": "a", "at": 9, "event": "x"}"#,
      #"{"at": 10.000000001, "session": "a", "event": "x"}"#,
      #"{"session": "a", "at": "1970-01-01T00:00:11Z", "event": "x"}"#,
      #"{"session": "a", "at": "2026-11-20T09:30:00Z", "event": "x"}"#,
      #"{"session": "b", "at": 1, "event": "x"}"#,
    ]
    #expect(sorted(lines.reversed()) == lines)
  }

  @Test func `leave every line as it is`() {
    let lines = [
      "", "no JSON", "{\"session\": \"a\tb\", \"at\": 1, \"event\": \"x\"}",
      #"{"session": "\t\u0000 é", "at": 2, "event": {"y": {"text": "\t"}}}"#,
    ]
    #expect(Set(sorted(lines)) == Set(lines))
  }
}
