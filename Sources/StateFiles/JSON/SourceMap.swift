import CEL
package import StateModel

/// The positions of the parts of a file: JSON pointers to bytes, bytes to lines and columns.
package struct SourceMap: Sendable {
  /// A line and a column, both from 1; the column in code points.
  package struct Position: Hashable, Sendable {
    package var line: Int
    package var column: Int
  }

  /// The file.
  package let bytes: [UInt8]
  let text: ScannedText
  private let lines: LineIndex
  private let children: ChildIndex
  /// Members whose misspelt key was read as another: that key and the node, by the object's node.
  private var aliases: [Int: [(key: [UInt8], node: Int)]] = [:]

  /// A text that is not JSON: locations in it are ranges of bytes.
  package init(_ bytes: [UInt8]) {
    self.init(bytes: bytes, text: .none)
  }

  init(bytes: [UInt8], text: ScannedText) {
    self.bytes = bytes
    self.text = text
    lines = LineIndex(bytes)
    children = ChildIndex(text)
  }

  /// Lets the member at `pointer` be found under another key, as which it was read.
  package mutating func alias(_ pointer: Pointer, as key: String) {
    let (index, isExact) = node(at: pointer)
    guard isExact else { return }
    aliases[Int(text.nodes[index].parent), default: []].append((Array(key.utf8), index))
  }

  /// Whether the value at `pointer` is a text.
  func isText(at pointer: Pointer) -> Bool {
    let (index, isExact) = node(at: pointer)
    return isExact && text.nodes[index].kind == .string
  }

  /// The bytes of a location: the text of a string without its quotes, else the whole value.
  ///
  /// A pointer that leads nowhere gives the nearest value around it.
  package func range(of location: Diagnostic.Location) -> Range<Int> {
    if let range = location.fileRange { return clamped(range) }
    guard !text.nodes.isEmpty else { return 0..<0 }
    let (index, isExact) = node(at: location.pointer)
    let node = text.nodes[index]
    let hasKey = node.keyStart < node.keyEnd
    if isExact, location.isMember, hasKey { return Int(node.keyStart)..<Int(node.end) }
    if !isExact || location.isKey, hasKey {
      return string(from: Int(node.keyStart), to: Int(node.keyEnd), location.range)
    }
    if !isExact, node.kind == .object || node.kind == .array {
      return Int(node.start)..<Int(node.start) + 1
    }
    if node.kind == .string {
      return string(from: Int(node.start), to: Int(node.end), location.range)
    }
    return Int(node.start)..<Int(node.end)
  }

  /// The start of a location, for a note: a key with its quote.
  package func start(of location: Diagnostic.Location) -> Position {
    let range = range(of: location)
    let isQuoted =
      location.range == nil && range.lowerBound > 0 && bytes.indices.contains(range.lowerBound - 1)
      && bytes[range.lowerBound - 1] == UInt8(ascii: "\"") && location.fileRange == nil
    return position(of: isQuoted ? range.lowerBound - 1 : range.lowerBound)
  }

  /// The line and column of a byte.
  package func position(of offset: Int) -> Position {
    let offset = min(max(offset, 0), bytes.count)
    let line = lines.line(of: offset)
    let start =
      line == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : Int(lines.starts[line])
    let column = start < offset ? lines.characters(of: bytes, in: start..<offset) : 0
    return Position(line: line + 1, column: column + 1)
  }

  /// The bytes of a line, by its number from 1, without its end.
  package func line(_ number: Int) -> Range<Int> {
    guard lines.starts.indices.contains(number - 1) else { return bytes.count..<bytes.count }
    let start = Int(lines.starts[number - 1])
    var end = number < lines.starts.count ? Int(lines.starts[number]) - 1 : bytes.count
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return start..<max(start, end)
  }

  private func string(from start: Int, to end: Int, _ range: Range<Int>?) -> Range<Int> {
    if let range {
      return StringDecoder.fileRange(of: range, in: bytes, from: start, to: end)
    }
    return end - start > 2 ? start + 1..<end - 1 : start..<end
  }

  private func clamped(_ range: Range<Int>) -> Range<Int> {
    let lower = min(max(range.lowerBound, 0), bytes.count)
    return lower..<min(max(range.upperBound, lower), bytes.count)
  }

  /// The node at a pointer, or the last one of its path that exists.
  private func node(at pointer: Pointer) -> (index: Int, isExact: Bool) {
    var index = 0
    for part in pointer.text.utf8.split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    )
    .dropFirst() {
      guard let next = child(of: index, named: unescaped(part)) else { return (index, false) }
      index = next
    }
    return (index, true)
  }

  private func child(of index: Int, named name: [UInt8]) -> Int? {
    if text.nodes[index].kind == .array {
      guard let offset = Int(String(decoding: name, as: UTF8.self)), offset >= 0 else { return nil }
      if let indexed = children.element(of: index, at: offset) { return indexed }
      WorkCount.add(offset)
      return text.children(of: index).dropFirst(offset).first { _ in true }
    }
    return member(of: index, named: name) ?? aliases[index]?.first { $0.key == name }?.node
  }

  private func member(of index: Int, named name: [UInt8]) -> Int? {
    if let indexed = children.member(of: index, named: name) {
      // Two keys with the same hash are improbable.
      guard let indexed, !text.hasKey(name, at: indexed) else { return indexed }
    }
    return text.children(of: index).first {
      WorkCount.add(1)
      return text.hasKey(name, at: $0)
    }
  }

  /// A part of a pointer: `~1` is `/`, `~0` is `~`.
  private func unescaped(_ part: Substring.UTF8View) -> [UInt8] {
    var name: [UInt8] = []
    var isEscaped = false
    for byte in part {
      if isEscaped {
        name.append(byte == UInt8(ascii: "1") ? UInt8(ascii: "/") : UInt8(ascii: "~"))
        isEscaped = false
      } else if byte == UInt8(ascii: "~") {
        isEscaped = true
      } else {
        name.append(byte)
      }
    }
    return name
  }
}
