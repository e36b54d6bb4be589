/// The places of names, found by a few words of their bytes.
///
/// Immutable after `init`: that makes it safe to send.
final class NameTable: @unchecked Sendable {
  /// A name's first and last bytes, which are all of it where it has at most 16.
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
        last = raw.loadUnaligned(fromByteOffset: length - 8, as: UInt64.self)
      } else if length >= 4 {
        first = UInt64(raw.loadUnaligned(as: UInt32.self))
        last = UInt64(raw.loadUnaligned(fromByteOffset: length - 4, as: UInt32.self))
      } else {
        first = UInt64(bytes[0]) | UInt64(bytes[length / 2]) << 8
        last = UInt64(bytes[length - 1])
      }
    }

    var hash: UInt64 {
      let mixed = (first ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
      return (mixed ^ (mixed >> 29) ^ last) &* 0xBF58_476D_1CE4_E5B9
    }
  }

  private struct Entry: BitwiseCopyable {
    var key: Key
    /// -1 where nothing stands.
    var place: Int
  }

  private let names: [String]
  private let entries: UnsafeMutablePointer<Entry>
  private let shift: UInt64
  private let mask: Int

  /// The first of equal names counts.
  init(_ names: [String]) {
    self.names = names
    var bits = 3
    while 1 << bits < names.count * 2 { bits += 1 }
    shift = UInt64(64 - bits)
    mask = 1 << bits - 1
    entries = .allocate(capacity: mask + 1)
    let nothing = Entry(key: Key(UnsafeBufferPointer(start: nil, count: 0)), place: -1)
    entries.initialize(repeating: nothing, count: mask + 1)
    for (place, name) in names.enumerated() where self.place(of: name) == nil {
      var name = name
      let key = name.withUTF8 { Key($0) }
      var at = Int(key.hash >> shift)
      while entries[at].place >= 0 { at = (at + 1) & mask }
      entries[at] = Entry(key: key, place: place)
    }
  }

  deinit { entries.deallocate() }

  /// The place of a name; `nil` where there is none.
  func place(of name: String) -> Int? {
    let key: Key
    if let known = name.utf8.withContiguousStorageIfAvailable({ Key($0) }) {
      key = known
    } else {
      var native = name
      key = native.withUTF8 { Key($0) }
    }
    var at = Int(key.hash >> shift)
    while entries[at].place >= 0 {
      let place = entries[at].place
      if entries[at].key == key, key.length <= 16 || names[place].utf8.elementsEqual(name.utf8) {
        return place
      }
      at = (at + 1) & mask
    }
    return nil
  }
}
