import StateLanguageServer
import Testing

@Suite struct `The message reader` {
  private func items(_ text: String, pieces: Int = 1) -> [MessageReader.Item] {
    var reader = MessageReader()
    var items: [MessageReader.Item] = []
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let end = min(start + max(1, bytes.count / pieces), bytes.count)
      reader.add(bytes[start..<end])
      while let item = reader.next() { items.append(item) }
      start = end
    }
    return items
  }

  private func message(_ text: String) -> MessageReader.Item { .message(Array(text.utf8)) }

  @Test(arguments: [1, 3, 1_000]) func `finds messages however they arrive`(pieces: Int) {
    let text = "Content-Length: 2\r\n\r\n{}content-length:3\r\nContent-Type: x\r\n\r\n[1]"
    #expect(items(text, pieces: pieces) == [message("{}"), message("[1]")])
  }

  @Test func `waits for the rest of a message`() {
    #expect(items("Content-Length: 5\r\n\r\n{}") == [])
    #expect(items("Content-Length: 5\r\n") == [])
  }

  @Test(arguments: [
    "X: 1\r\n\r\n", "Content-Length: -1\r\n\r\n", "Content-Length: 1e2\r\n\r\n",
    "Content-Length: 99999999999999999999999\r\n\r\n", "Content-Length:\r\n\r\n",
  ])
  func `goes on after a header that is wrong`(header: String) {
    let found = items(header + "Content-Length: 2\r\n\r\n{}")
    #expect(found.count == 2)
    #expect(found.last == message("{}"))
  }

  @Test func `skips a message that is too long`() {
    var reader = MessageReader()
    let length = MessageReader.contentLimit + 1
    reader.add(Array("Content-Length: \(length)\r\n\r\n".utf8))
    guard case .malformed? = reader.next() else {
      Issue.record("a long message is accepted")
      return
    }
    let part = [UInt8](repeating: 0x20, count: 1 << 20)
    var left = length
    while left > 0 {
      reader.add(part.prefix(left))
      left -= min(left, part.count)
      #expect(reader.next() == nil)
    }
    reader.add(Array("Content-Length: 2\r\n\r\n{}".utf8))
    #expect(reader.next() == message("{}"))
  }

  @Test func `refuses a header without an end`() {
    let found = items(String(repeating: "x", count: MessageReader.headerLimit + 1))
    #expect(found.count == 1)
  }

  @Test func `writes what it reads`() {
    var reader = MessageReader()
    reader.add(MessageWriter.bytes(of: "{\"ä\":1}"))
    #expect(reader.next() == message("{\"ä\":1}"))
  }
}
