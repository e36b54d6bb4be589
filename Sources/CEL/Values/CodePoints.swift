/// Text as CEL counts it: in code points over UTF-8, not in grapheme clusters.
///
/// Offsets are in bytes, indices in code points. Swift strings are valid UTF-8, so byte order is
/// code point order and a search can compare bytes.
package enum CodePoints {
  package typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Calls `body` with the UTF-8 bytes of `text`.
  @inline(__always)
  package static func withBytes<Answer>(_ text: String, _ body: (Bytes) -> Answer) -> Answer {
    if let answer = text.utf8.withContiguousStorageIfAvailable(body) { return answer }
    var copy = text
    return copy.withUTF8(body)
  }

  /// The bytes `range` of `bytes` as a text.
  @inline(__always)
  package static func text(_ bytes: Bytes, _ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  /// The number of code points in `text`.
  @inline(__always)
  package static func count(_ text: String) -> Int { withBytes(text) { count($0) } }

  /// The number of code points in `bytes`: all bytes except continuation bytes.
  package static func count(_ bytes: Bytes) -> Int {
    var count = bytes.count
    var offset = 0
    let raw = UnsafeRawBufferPointer(bytes)
    while offset &+ 8 <= raw.count {
      count &-= continuations(raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset &+= 8
    }
    while offset < bytes.count {
      if isContinuation(bytes[offset]) { count &-= 1 }
      offset &+= 1
    }
    return count
  }

  /// The byte offset of the code point at `index`. For the number of code points it is the end;
  /// beyond that, `nil`.
  package static func offset(of index: Int64, in bytes: Bytes) -> Int? {
    offset(of: index, in: bytes, from: 0)
  }

  /// The byte offset of the code point that is `index` code points after the one at `start`.
  package static func offset(of index: Int64, in bytes: Bytes, from start: Int) -> Int? {
    guard index >= 0, index <= Int64(bytes.count &- start) else { return nil }
    var left = Int(index)
    var offset = start
    let raw = UnsafeRawBufferPointer(bytes)
    while left > 8, offset &+ 8 <= raw.count {
      left &-= 8 &- continuations(raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset &+= 8
    }
    while offset < bytes.count, isContinuation(bytes[offset]) { offset &+= 1 }
    while left > 0 {
      guard offset < bytes.count else { return nil }
      offset &+= 1
      while offset < bytes.count, isContinuation(bytes[offset]) { offset &+= 1 }
      left &-= 1
    }
    return offset
  }

  @inline(__always)
  package static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// The number of continuation bytes among the eight bytes of `word`.
  @inline(__always)
  private static func continuations(_ word: UInt64) -> Int {
    ((word >> 7) & (~word >> 6) & 0x0101_0101_0101_0101).nonzeroBitCount
  }
}

extension CodePoints {
  /// Whether two texts have the same code points.
  @inline(__always)
  package static func equal(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count
      && withBytes(left) { left in withBytes(right) { right in equal(left, right) } }
  }

  /// Whether two lists have texts with the same code points.
  package static func equal(_ left: [String], _ right: [String]) -> Bool {
    left.elementsEqual(right, by: equal(_:_:))
  }

  /// Whether two buffers hold the same bytes.
  package static func equal(_ left: Bytes, _ right: Bytes) -> Bool {
    left.count == right.count && commonPrefix(left, right) == left.count
  }

  /// A number below, equal to or above 0 if `left` is before, equal to or after `right`, by code
  /// points.
  package static func compare(_ left: String, _ right: String) -> Int {
    withBytes(left) { left in withBytes(right) { right in compare(left, right) } }
  }

  /// A number below, equal to or above 0 if `left` is before, equal to or after `right`, by bytes.
  package static func compare(_ left: Bytes, _ right: Bytes) -> Int {
    let same = commonPrefix(left, right)
    guard same < left.count, same < right.count else { return left.count - right.count }
    return Int(left[same]) - Int(right[same])
  }

  /// The first eight bytes as a number with the same order; missing bytes are zero.
  package static func head(_ text: String) -> UInt64 {
    withBytes(text) { bytes in
      var head: UInt64 = 0
      for index in 0..<8 { head = head << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
      return head
    }
  }

  /// The number of equal bytes at the start.
  private static func commonPrefix(_ left: Bytes, _ right: Bytes) -> Int {
    let count = min(left.count, right.count)
    let (first, second) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
    var offset = 0
    while offset &+ 8 <= count {
      let difference =
        first.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        ^ second.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      guard difference == 0 else {
        return offset &+ UInt64(littleEndian: difference).trailingZeroBitCount / 8
      }
      offset &+= 8
    }
    while offset < count, left[offset] == right[offset] { offset &+= 1 }
    return offset
  }
}
