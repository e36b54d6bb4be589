/// The places of short names. Plain memory that somebody else owns: looking a name up counts no
/// references.
///
/// A String of at most 15 bytes is its own two words, so such a name is found by comparing those:
/// nothing is read through it, and nobody but equal text has equal words.
@usableFromInline
struct NameTable: BitwiseCopyable {
  /// A String as it lies in memory.
  @usableFromInline
  struct Words: BitwiseCopyable {
    @usableFromInline let first: UInt64
    @usableFromInline let last: UInt64

    @inlinable @inline(__always)
    init(_ text: String) { self = unsafeBitCast(text, to: Words.self) }

    @inlinable
    init() { (first, last) = (0, 0) }

    @inlinable @inline(__always)
    var hash: UInt64 { (first ^ (last &<< 23 | last &>> 41)) &* 0x9E37_79B9_7F4A_7C15 }

    /// Whether the text is most likely such a short one; if not, the search is in vain.
    @inlinable @inline(__always)
    var areShort: Bool { last &>> 60 == 0xE }
  }

  @usableFromInline
  struct Entry: BitwiseCopyable {
    @usableFromInline var words = Words()
    /// -1 where nothing stands.
    @usableFromInline var place = -1

    @inlinable
    init() {}
  }

  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  @usableFromInline let shift: UInt64
  @usableFromInline let mask: Int

  /// Room for so many names.
  fileprivate init(count: Int) {
    var bits = 3
    while 1 << bits < count * 2 { bits += 1 }
    shift = UInt64(64 - bits)
    mask = 1 << bits - 1
    entries = .allocate(capacity: mask + 1)
    entries.initialize(repeating: Entry(), count: mask + 1)
  }

  fileprivate func add(_ name: String, _ place: Int) {
    let words = Words(name)
    var at = Int(truncatingIfNeeded: words.hash &>> shift)
    while entries[at].place >= 0 { at = (at + 1) & mask }
    entries[at].words = words
    entries[at].place = place
  }

  /// Whether a String has the size that all this is about: not where addresses have 32 bits.
  @inlinable @inline(__always)
  static var areWords: Bool { MemoryLayout<String>.size == MemoryLayout<Words>.size }

  /// The place of a name; -1 where it is not found in this way.
  @inlinable @inline(__always)
  func place(of name: String) -> Int {
    guard Self.areWords else { return -1 }
    let words = Words(name)
    guard words.areShort else { return -1 }
    var at = Int(truncatingIfNeeded: words.hash &>> shift)
    while entries[at].place >= 0 {
      if entries[at].words.first == words.first, entries[at].words.last == words.last {
        return entries[at].place
      }
      at = (at &+ 1) & mask
    }
    return -1
  }
}

/// The places of names, however they are found. Its owner frees it.
struct NameIndex {
  let table: NameTable
  private let bytes: NameBytes
  /// The texts whose words stand in the table: they live as long as it does.
  private let keys: UnsafeMutablePointer<String>
  private let keyCount: Int

  /// The first of equal names counts.
  init(_ names: [String]) {
    table = NameTable(count: names.count)
    bytes = NameBytes(names)
    keys = .allocate(capacity: max(1, names.count))
    var count = 0
    if NameTable.areWords {
      for name in names where name.utf8.count <= 15 {
        let key = String(decoding: name.utf8, as: UTF8.self)
        (keys + count).initialize(to: key)
        count += 1
        table.add(key, bytes.place(of: name))
      }
    }
    keyCount = count
  }

  func free() {
    table.entries.deallocate()
    keys.deinitialize(count: keyCount)
    keys.deallocate()
    bytes.free()
  }

  /// The place of a name; -1 where there is none.
  func place(of name: String) -> Int { bytes.place(of: name) }
}
