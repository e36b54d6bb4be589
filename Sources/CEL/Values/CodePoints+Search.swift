extension CodePoints {
  /// Finds one text in another in linear time.
  ///
  /// Short needles are compared directly. Longer ones use the failure table of Knuth, Morris and
  /// Pratt, so that a search for `aaaa…` in `aaaa…` does not take quadratic time.
  package struct Search {
    private let borders: [Int32]

    /// The longest needle that is compared directly.
    private static let shortNeedleLimit = 16

    package init(for needle: Bytes) {
      guard needle.count > Self.shortNeedleLimit else {
        borders = []
        return
      }
      var borders = [Int32](repeating: 0, count: needle.count)
      var length = 0
      for position in 1..<needle.count {
        while length > 0, needle[position] != needle[length] { length = Int(borders[length - 1]) }
        if needle[position] == needle[length] { length += 1 }
        borders[position] = Int32(truncatingIfNeeded: length)
      }
      self.borders = borders
    }

    /// The offset of the first `needle` at or after `start`.
    package func first(_ needle: Bytes, in bytes: Bytes, from start: Int = 0) -> Int? {
      guard let head = needle.first else { return start }
      guard borders.isEmpty else { return firstByBorders(needle, in: bytes, from: start) }
      let last = bytes.count - needle.count
      var offset = start
      search: while offset <= last {
        guard bytes[offset] == head else {
          offset &+= 1
          continue
        }
        var position = 1
        while position < needle.count {
          guard bytes[offset &+ position] == needle[position] else {
            offset &+= 1
            continue search
          }
          position &+= 1
        }
        return offset
      }
      return nil
    }

    private func firstByBorders(_ needle: Bytes, in bytes: Bytes, from start: Int) -> Int? {
      var length = 0
      var offset = start
      while offset < bytes.count {
        while length > 0, bytes[offset] != needle[length] { length = Int(borders[length - 1]) }
        if bytes[offset] == needle[length] { length &+= 1 }
        offset &+= 1
        if length == needle.count { return offset - length }
      }
      return nil
    }

    /// The offset of the last `needle` that begins at or before `limit`.
    package func last(_ needle: Bytes, in bytes: Bytes, upTo limit: Int) -> Int? {
      guard needle.count <= bytes.count else { return nil }
      var offset = min(limit, bytes.count - needle.count)
      if borders.isEmpty {
        while offset >= 0 {
          if equal(needle, UnsafeBufferPointer(rebasing: bytes[offset..<(offset + needle.count)])) {
            return offset
          }
          offset &-= 1
        }
        return nil
      }
      var found: Int?
      var length = 0
      let end = offset + needle.count
      for position in 0..<end {
        while length > 0, bytes[position] != needle[length] { length = Int(borders[length - 1]) }
        if bytes[position] == needle[length] { length &+= 1 }
        if length == needle.count {
          found = position + 1 - length
          length = Int(borders[length - 1])
        }
      }
      return found
    }
  }
}
