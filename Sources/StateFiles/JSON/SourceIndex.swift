import CEL

/// The children of large arrays and objects, so that one is found without passing the others.
///
/// A file can have a finding for each of its values: without this, the time to locate them would
/// grow with the square of its size.
struct ChildIndex: Sendable {
  /// Smaller arrays and objects are searched child by child.
  private static let leastCount = 16

  /// The children of each large array, by its node.
  private var elements: [Int32: [Int32]] = [:]
  /// The first child with each key of each large object, by its node; a key is its hash.
  private var members: [Int32: [Int: Int32]] = [:]

  init(_ text: ScannedText) {
    var counts = [Int32](repeating: 0, count: text.nodes.count)
    for node in text.nodes where node.parent >= 0 { counts[Int(node.parent)] += 1 }
    guard counts.contains(where: { $0 > ChildIndex.leastCount }) else { return }
    for (index, node) in text.nodes.enumerated()
    where node.parent >= 0 && counts[Int(node.parent)] > ChildIndex.leastCount {
      if text.nodes[Int(node.parent)].kind == .array {
        elements[node.parent, default: []].append(Int32(clamping: index))
      } else if let key = text.key(of: index) {
        let hash = ChildIndex.hash(key)
        if members[node.parent]?[hash] == nil {
          members[node.parent, default: [:]][hash] = Int32(clamping: index)
        }
      }
    }
  }

  /// The element of an array at an index; `nil` also if the array is small.
  func element(of array: Int, at offset: Int) -> Int? {
    guard let children = elements[Int32(clamping: array)], children.indices.contains(offset) else {
      return nil
    }
    return Int(children[offset])
  }

  /// A member of an object whose key is most likely `key`; `.some(nil)` if a large object has none,
  /// and `nil` if the object is small.
  func member(of object: Int, named key: [UInt8]) -> Int?? {
    guard let members = members[Int32(clamping: object)] else { return nil }
    return .some(members[ChildIndex.hash(key)].map(Int.init))
  }

  private static func hash(_ key: [UInt8]) -> Int {
    var hasher = Hasher()
    key.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}

/// The lines of a file, and how many characters are before each byte.
struct LineIndex: Sendable {
  /// The offset of the first byte of each line.
  let starts: [Int32]
  /// The number of characters before each block of bytes; `nil` if each byte is a character.
  private let charactersBefore: [Int32]?

  private static let blockSize = 1 << 10

  init(_ bytes: [UInt8]) {
    let isASCII: Bool
    (starts, isASCII) = LineIndex.starts(in: bytes)
    guard !isASCII else {
      charactersBefore = nil
      return
    }
    var counts: [Int32] = [0]
    var count: Int32 = 0
    for block in stride(from: 0, to: bytes.count, by: LineIndex.blockSize) {
      let end = min(block + LineIndex.blockSize, bytes.count)
      count += Int32(clamping: LineIndex.characters(in: bytes[block..<end]))
      counts.append(count)
    }
    charactersBefore = counts
  }

  /// How many characters start in a range of bytes.
  func characters(of bytes: [UInt8], in range: Range<Int>) -> Int {
    guard charactersBefore != nil else { return range.count }
    return count(of: bytes, before: range.upperBound) - count(of: bytes, before: range.lowerBound)
  }

  private func count(of bytes: [UInt8], before offset: Int) -> Int {
    guard let charactersBefore else { return offset }
    let block = min(offset / LineIndex.blockSize, charactersBefore.count - 1)
    let rest = block * LineIndex.blockSize..<offset
    WorkCount.add(rest.count)
    return Int(charactersBefore[block]) + LineIndex.characters(in: bytes[rest])
  }

  /// Every byte that does not go on a character starts one.
  private static func characters(in bytes: ArraySlice<UInt8>) -> Int {
    bytes.count { $0 & 0xC0 != 0x80 }
  }

  /// The line of a byte, from 0.
  func line(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Finds line ends eight bytes at once: this runs for every file.
  private static func starts(in bytes: [UInt8]) -> (starts: [Int32], isASCII: Bool) {
    var starts: [Int32] = []
    starts.reserveCapacity(bytes.count / 32 + 2)
    starts.append(0)
    let ones: UInt64 = 0x0101_0101_0101_0101
    var highBits: UInt64 = 0
    bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset < buffer.count {
        if offset + 8 <= buffer.count {
          // A byte that becomes zero is a line's end: only zero borrows from its highest bit.
          let word = UInt64(
            littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
          highBits |= word
          let ends = word ^ (ones &* 0x0A)
          let found = (ends &- ones) & ~ends & (ones << 7)
          if found == 0 {
            offset += 8
            continue
          }
          offset += found.trailingZeroBitCount / 8
        }
        highBits |= UInt64(buffer[offset])
        if buffer[offset] == 0x0A { starts.append(Int32(clamping: offset + 1)) }
        offset += 1
      }
    }
    return (starts, highBits & (ones << 7) == 0)
  }
}
