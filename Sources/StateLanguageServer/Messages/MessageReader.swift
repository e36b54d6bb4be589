/// Splits the bytes of a connection into messages: a header with `Content-Length`, an empty line, and
/// as many bytes of content.
public struct MessageReader: Sendable {
  /// A message, or the reason why some bytes are none.
  public enum Item: Hashable, Sendable {
    case message([UInt8])
    case malformed(String)
  }

  /// The size of a header, in bytes.
  public static let headerLimit = 8 << 10
  /// The size of the content of a message, in bytes.
  public static let contentLimit = 32 << 20

  private var bytes: [UInt8] = []
  /// The offset of the first byte that is not used yet.
  private var start = 0
  /// The length of the content that comes next; `nil` before its header was read.
  private var length: Int?
  /// How many bytes are still to be skipped of a message that is too long.
  private var skipped = 0

  /// Starts at the beginning of a connection.
  public init() {}

  /// Adds bytes that arrived.
  public mutating func add(_ new: some Collection<UInt8>) {
    if start > 0 {
      bytes.removeSubrange(..<start)
      start = 0
    }
    bytes += new
  }

  /// The next message, if all of it is here.
  public mutating func next() -> Item? {
    let passed = min(skipped, bytes.count - start)
    start += passed
    skipped -= passed
    if skipped > 0 { return nil }
    if length == nil {
      guard let end = endOfHeader() else {
        guard bytes.count - start > MessageReader.headerLimit else { return nil }
        start += MessageReader.headerLimit
        return .malformed("a header has more than \(MessageReader.headerLimit) bytes")
      }
      let header = bytes[start..<end]
      start = end
      guard let found = MessageReader.length(in: header) else {
        return .malformed("a header has no Content-Length")
      }
      guard found <= MessageReader.contentLimit else {
        skipped = found
        return .malformed("a message has more than \(MessageReader.contentLimit) bytes")
      }
      length = found
    }
    guard let count = length, bytes.count - start >= count else { return nil }
    let content = Array(bytes[start..<start + count])
    start += count
    length = nil
    return .message(content)
  }

  /// The offset after the empty line that ends a header.
  private func endOfHeader() -> Int? {
    var index = start
    let end = min(bytes.count, start + MessageReader.headerLimit)
    while index < end {
      defer { index += 1 }
      guard bytes[index] == 0x0A else { continue }
      if index + 1 < end, bytes[index + 1] == 0x0A { return index + 2 }
      if index + 2 < end, bytes[index + 1] == 0x0D, bytes[index + 2] == 0x0A { return index + 3 }
    }
    return nil
  }

  /// The value of `Content-Length`, whose name may have any case.
  private static func length(in header: ArraySlice<UInt8>) -> Int? {
    let name = Array("content-length".utf8)
    for line in header.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
        line[..<colon].map({ $0 | 0x20 }) == name.map({ $0 | 0x20 })
      else { continue }
      let digits = line[(colon + 1)...].filter { $0 != 0x20 && $0 != 0x09 }
      guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return Int(String(decoding: digits, as: UTF8.self))
    }
    return nil
  }
}

/// Writes messages with their headers.
public enum MessageWriter {
  /// The bytes of a message.
  public static func bytes(of content: String) -> [UInt8] {
    Array("Content-Length: \(content.utf8.count)\r\n\r\n".utf8) + Array(content.utf8)
  }
}
