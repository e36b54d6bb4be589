import StateReplay
import Testing

@Suite struct `Parts of a recording` {
  /// The lines of each batch, and whether a part ends with it.
  private func batches(_ lines: [String], size: Int) -> [(lines: [String], endsPart: Bool)] {
    var parts = RecordingParts(size: size)
    var found: [RecordingParts.Batch] = []
    for line in lines {
      // The bytes of a line are among others.
      let bytes = Array("before\(line)after".utf8)
      if let batch = parts.add(bytes, 6..<bytes.count - 5) { found.append(batch) }
    }
    found.append(parts.finish())
    return found.map { batch in
      (batch.lines.map { String(decoding: batch.bytes[$0], as: UTF8.self) }, batch.endsPart)
    }
  }

  private func line(_ session: String, _ number: Int) -> String {
    #"{"session": "\#(session)", "at": \#(number), "event": "pushed"}"#
  }

  @Test(arguments: [1, 100, 300, 100_000])
  func `are all lines in their order`(_ size: Int) {
    let lines = (0..<90).map { line("\($0 / 7)", $0) }
    #expect(batches(lines, size: size).flatMap(\.lines) == lines)
  }

  @Test(arguments: [1, 100, 300])
  func `end where a session ends`(_ size: Int) {
    let lines = (0..<90).map { line("\($0 / 7)", $0) }
    var sessions: [Set<Substring>] = [[]]
    for batch in batches(lines, size: size) {
      for line in batch.lines { sessions[sessions.count - 1].insert(line.prefix(15)) }
      if batch.endsPart { sessions.append([]) }
    }
    #expect(sessions.removeLast().isEmpty)
    #expect(sessions.count > 2)
    for (part, next) in zip(sessions, sessions.dropFirst()) {
      #expect(part.isDisjoint(with: next))
    }
  }

  @Test func `have a broken line with the session before it`() {
    let lines = [line("1", 1), "cut", "cut", line("2", 1), "cut", line("3", 1)]
    let ends = batches(lines, size: 1).map { ($0.lines.last ?? "", $0.endsPart) }
    #expect(ends.map(\.0).contains("cut"))
    for (batch, next) in zip(batches(lines, size: 1), batches(lines, size: 1).dropFirst())
    where batch.endsPart {
      #expect(next.lines.first != "cut")
    }
  }

  @Test func `give a long session in several batches`() {
    let lines = (0..<100).map { line("1", $0) } + [line("2", 1)]
    let found = batches(lines, size: 200)
    #expect(found.count > 5)
    #expect(found.allSatisfy { $0.lines.joined().utf8.count < 600 })
    #expect(found.filter(\.endsPart).map { $0.lines.last } == [line("1", 99), line("2", 1)])
  }
}
