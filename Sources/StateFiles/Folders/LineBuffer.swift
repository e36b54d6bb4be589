/// Cuts a stream of bytes into lines. It holds at most one line and what was read with it.
struct LineBuffer {
  private var bytes: [UInt8]
  /// The bytes that are filled.
  private var count = 0
  private let limit: Int
  /// Whether the rest of a line that is too long is dropped.
  private var isDropping = false

  /// Makes an empty buffer for lines of at most `limit` bytes.
  init(limit: Int) {
    self.limit = limit
    bytes = [UInt8](repeating: 0, count: 1 << 16)
  }

  /// Reads more bytes with a function that returns how many it has read.
  mutating func fill(_ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    if count == bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
    let start = count
    let added = bytes.withUnsafeMutableBytes { buffer in
      read(UnsafeMutableRawBufferPointer(rebasing: buffer[start...]))
    }
    count += max(0, added)
    return added
  }

  /// Calls `body` with the lines that are complete, and at the end with the rest.
  mutating func forEachLine(isEnd: Bool, _ body: ([UInt8], Range<Int>) -> Void) {
    var start = 0
    while let end = bytes[start..<count].firstIndex(of: 0x0A) {
      finish(start..<end, body)
      start = end + 1
    }
    if isEnd {
      finish(start..<count, body)
      start = count
    } else if isDropping {
      start = count
    } else if count - start > limit {
      finish(start..<count, body)
      isDropping = true
      start = count
    }
    bytes.replaceSubrange(0..<count - start, with: bytes[start..<count])
    count -= start
  }

  /// Gives a line to `body`, unless it is empty or the rest of one that was too long.
  private mutating func finish(_ range: Range<Int>, _ body: ([UInt8], Range<Int>) -> Void) {
    if isDropping {
      isDropping = false
      return
    }
    var line = range.lowerBound..<min(range.upperBound, range.lowerBound + limit + 1)
    if line.upperBound == range.upperBound, !line.isEmpty, bytes[line.upperBound - 1] == 0x0D {
      line = line.dropLast()
    }
    if bytes[line].contains(where: { $0 != 0x20 && $0 != 0x09 }) { body(bytes, line) }
  }
}
