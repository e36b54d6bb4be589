/// Finds the indices of names of any length by a few of their bytes. Its owner frees it.
struct NameBytes: BitwiseCopyable {
  /// The first and the last bytes of a name: the whole name if it has at most 16 bytes.
  private struct Key: BitwiseCopyable, Equatable {
    var first: UInt64 = 0
    var last: UInt64 = 0
    /// In bytes.
    var length = 0

    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
      guard let base = bytes.baseAddress, bytes.count > 0 else { return }
      let raw = UnsafeRawPointer(base)
      length = bytes.count
      if length >= 8 {
        first = raw.loadUnaligned(as: UInt64.self)
        last = raw.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self)
      } else if length >= 4 {
        first = UInt64(raw.loadUnaligned(as: UInt32.self))
        last = UInt64(raw.loadUnaligned(fromByteOffset: length &- 4, as: UInt32.self))
      } else {
        first = UInt64(base[0]) | UInt64(base[length / 2]) << 8
        last = UInt64(base[length &- 1])
      }
    }

    var hash: UInt64 {
      let mixed = (first ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
      return (mixed ^ (mixed &>> 29) ^ last) &* 0xBF58_476D_1CE4_E5B9
    }
  }

  private struct Entry: BitwiseCopyable {
    var key: Key
    /// -1 for an empty entry.
    var index: Int
    /// The bytes of the name.
    var bytes: UnsafeMutablePointer<UInt8>
  }

  private let entries: UnsafeMutablePointer<Entry>
  private let bytes: UnsafeMutablePointer<UInt8>
  private let shift: UInt64
  private let mask: Int

  /// Of equal names, the first one counts.
  init(_ names: [String]) {
    var bits = 3
    while 1 << bits < names.count * 2 { bits += 1 }
    shift = UInt64(64 - bits)
    mask = 1 << bits - 1
    bytes = .allocate(capacity: names.reduce(1) { $0 + $1.utf8.count })
    entries = .allocate(capacity: mask + 1)
    let nothing = Entry(
      key: Key(UnsafeBufferPointer(start: nil, count: 0)), index: -1, bytes: bytes)
    entries.initialize(repeating: nothing, count: mask + 1)
    var end = bytes
    for (index, name) in names.enumerated() where self.index(of: name) < 0 {
      let start = end
      var name = name
      name.withUTF8 { text in
        guard let base = text.baseAddress else { return }
        end.initialize(from: base, count: text.count)
        end += text.count
      }
      let key = Key(UnsafeBufferPointer(start: start, count: end - start))
      var at = Int(truncatingIfNeeded: key.hash &>> shift)
      while entries[at].index >= 0 { at = (at + 1) & mask }
      entries[at] = Entry(key: key, index: index, bytes: start)
    }
  }

  func free() {
    entries.deallocate()
    bytes.deallocate()
  }

  /// The index of a name; -1 if there is none.
  func index(of name: String) -> Int {
    if let index = name.utf8.withContiguousStorageIfAvailable({ index(of: $0) }) { return index }
    var native = name
    return native.withUTF8 { index(of: $0) }
  }

  @inline(__always)
  private func index(of name: UnsafeBufferPointer<UInt8>) -> Int {
    let key = Key(name)
    var at = Int(truncatingIfNeeded: key.hash &>> shift)
    while entries[at].index >= 0 {
      if entries[at].key == key, key.length <= 16 || isEqual(name, entries[at].bytes) {
        return entries[at].index
      }
      at = (at &+ 1) & mask
    }
    return -1
  }

  /// Compares the middle. The lengths, the first and the last eight bytes are equal.
  private func isEqual(
    _ name: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    guard let base = name.baseAddress else { return true }
    let (left, right) = (UnsafeRawPointer(base), UnsafeRawPointer(bytes))
    var at = 8
    while at < name.count - 8 {
      if left.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        != right.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      {
        return false
      }
      at += 8
    }
    return true
  }
}
