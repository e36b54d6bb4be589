import CEL
import StateFiles
import StateModel

/// How the client counts the characters of a line.
enum PositionEncoding: String {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"
}

/// The lines of a text: positions of the protocol to bytes and back.
struct LineTable {
  /// A line and a character in it, both from 0.
  struct Position: Hashable {
    var line: Int
    var character: Int
  }

  let bytes: [UInt8]
  /// The offset of the first byte of each line.
  private let starts: [Int]
  /// The counts before each block of bytes: a line can be as long as the file.
  private let counts: [Counts]
  private static let blockSize = 128

  /// What makes the number of units differ from that of bytes.
  private struct Counts {
    /// The bytes inside a character.
    var inside = 0
    /// The characters that need two units of UTF-16.
    var wide = 0

    mutating func add(_ byte: UInt8) {
      if byte & 0xC0 == 0x80 { inside += 1 }
      if byte >= 0xF0 { wide += 1 }
    }
  }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    var counts: [Counts] = []
    var count = Counts()
    for (index, byte) in bytes.enumerated() {
      if index % LineTable.blockSize == 0 { counts.append(count) }
      count.add(byte)
      let isEnd =
        byte == 0x0A || byte == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
      if isEnd { starts.append(index + 1) }
    }
    self.starts = starts
    self.counts = counts + [count]
  }

  /// The number of units before a byte.
  private func units(before offset: Int, _ encoding: PositionEncoding) -> Int {
    let block = offset / LineTable.blockSize
    var count = counts[block]
    for byte in bytes[block * LineTable.blockSize..<offset] { count.add(byte) }
    return switch encoding {
    case .utf8: offset
    case .utf16: offset - count.inside + count.wide
    case .utf32: offset - count.inside
    }
  }

  /// The offset of a position. A character beyond the end of its line is at the end.
  func offset(of position: Position, _ encoding: PositionEncoding) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < starts.count else { return bytes.count }
    let end = endOfLine(position.line)
    // The first offset of the line with at least these units before it, and not inside a character.
    let wanted = units(before: starts[position.line], encoding) + min(position.character, end)
    let line = starts[position.line]..<end
    var offset = line.partitioningIndex { units(before: $0, encoding) >= wanted }
    while offset < end, encoding != .utf8, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    return offset
  }

  /// The position of a byte.
  func position(of offset: Int, _ encoding: PositionEncoding) -> Position {
    let offset = min(max(offset, 0), bytes.count)
    let line = line(of: offset)
    let character = units(before: offset, encoding) - units(before: starts[line], encoding)
    return Position(line: line, character: character)
  }

  /// The line of a byte, from 0.
  func line(of offset: Int) -> Int {
    max(starts.partitioningIndex { $0 > offset } - 1, 0)
  }

  /// The offset of the end of a line, before its line break.
  func endOfLine(_ line: Int) -> Int {
    var end = line + 1 < starts.count ? starts[line + 1] : bytes.count
    while end > starts[line], bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  /// The blanks with which the line of a byte begins.
  func indentation(at offset: Int) -> String {
    let start = starts[line(of: offset)]
    return String(
      decoding: bytes[start...].prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
  }
}

extension LineTable {
  /// The JSON of a position.
  func json(at offset: Int, _ encoding: PositionEncoding) -> JSON {
    let position = position(of: offset, encoding)
    return ["line": .int(position.line), "character": .int(position.character)]
  }

  /// The JSON of a range of bytes.
  func json(_ range: Range<Int>, _ encoding: PositionEncoding) -> JSON {
    [
      "start": json(at: range.lowerBound, encoding), "end": json(at: range.upperBound, encoding),
    ]
  }

  /// The bytes of a range of the protocol; `nil` if it is none.
  func range(of json: JSON?, _ encoding: PositionEncoding) -> Range<Int>? {
    guard let start = Position(json?["start"]), let end = Position(json?["end"]) else { return nil }
    let lower = offset(of: start, encoding)
    return lower..<max(lower, offset(of: end, encoding))
  }
}

extension LineTable.Position {
  /// Reads a position; `nil` if it is none.
  init?(_ json: JSON?) {
    guard let line = json?["line"]?.int, let character = json?["character"]?.int, line >= 0,
      character >= 0
    else { return nil }
    self.init(line: line, character: character)
  }
}
