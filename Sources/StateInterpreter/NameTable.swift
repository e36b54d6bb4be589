/// Finds the indices of short names. Its memory belongs to somebody else, so a lookup counts no
/// references.
///
/// A `String` of at most 15 bytes stores its text in its own two words. So a name is found by
/// comparing two words, and only equal texts have equal words.
@usableFromInline
struct NameTable: BitwiseCopyable {
  /// The two words of a `String` in memory.
  @usableFromInline
  struct Words: BitwiseCopyable {
    @usableFromInline let first: UInt64
    @usableFromInline let last: UInt64

    @inlinable @inline(__always)
    init(_ text: String) { self = unsafeBitCast(text, to: Words.self) }

    init() { (first, last) = (0, 0) }

    @inlinable @inline(__always)
    func bucket(_ factor: UInt64, _ shift: UInt64) -> Int {
      let mixed = (first ^ (last &<< 23 | last &>> 41)) &* factor
      return Int(truncatingIfNeeded: mixed &>> shift)
    }
  }

  @usableFromInline
  struct Entry: BitwiseCopyable {
    @usableFromInline let words: Words
    /// -1 for an empty entry.
    @usableFromInline let index: Int

    init() { (words, index) = (Words(), -1) }

    init(words: Words, index: Int) { (self.words, self.index) = (words, index) }
  }

  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  @usableFromInline let factor: UInt64
  @usableFromInline let shift: UInt64

  /// Of two names with the same hash, only the first is in the table. The factor is chosen to make
  /// this rare.
  fileprivate init(_ names: [(words: Words, index: Int)]) {
    var bits = 5
    while 1 << bits < names.count * 8, bits < 10 || 1 << bits < names.count * 4 { bits += 1 }
    let shift = UInt64(64 - bits)
    let size = 1 << bits
    let factors = (0..<Self.factorTries).map { 0x9E37_79B9_7F4A_7C15 &* (2 * UInt64($0) + 1) }
    var best = (factor: factors[0], collisions: Int.max)
    for factor in names.count <= Self.factorLimit ? factors : [factors[0]] where best.collisions > 0
    {
      var isTaken = Array(repeating: false, count: size)
      var collisions = 0
      for name in names {
        let at = name.words.bucket(factor, shift)
        if isTaken[at] { collisions += 1 }
        isTaken[at] = true
      }
      if collisions < best.collisions { best = (factor, collisions) }
    }
    (factor, self.shift) = (best.factor, shift)
    entries = .allocate(capacity: size)
    entries.initialize(repeating: Entry(), count: size)
    for name in names {
      let at = entries + name.words.bucket(factor, shift)
      if at.pointee.index < 0 { at.pointee = Entry(words: name.words, index: name.index) }
    }
  }

  /// Up to this number of names, several factors are tried.
  private static let factorLimit = 32
  private static let factorTries = 16

  /// Whether a `String` has the expected size. This is not so where addresses have 32 bits.
  @inlinable @inline(__always)
  static var areWords: Bool { MemoryLayout<String>.size == MemoryLayout<Words>.size }

  /// The index of a name; -1 if this table does not have it.
  @inlinable @inline(__always)
  func index(of name: String) -> Int {
    guard Self.areWords else { return -1 }
    let words = Words(name)
    let entry = entries + words.bucket(factor, shift)
    let isFound =
      entry.pointee.words.first == words.first && entry.pointee.words.last == words.last
    return isFound ? entry.pointee.index : -1
  }
}

/// Finds the index of any name. Its owner frees it.
struct NameIndex {
  let table: NameTable
  private let bytes: NameBytes
  /// The texts whose words are in the table. They must live as long as the table.
  private let keys: UnsafeMutablePointer<String>
  private let keyCount: Int

  /// Of equal names, the first one counts.
  init(_ names: [String]) {
    bytes = NameBytes(names)
    keys = .allocate(capacity: max(1, names.count))
    var short: [(words: NameTable.Words, index: Int)] = []
    if NameTable.areWords {
      for (index, name) in names.enumerated()
      where name.utf8.count <= 15 && bytes.index(of: name) == index {
        let key = String(decoding: name.utf8, as: UTF8.self)
        (keys + short.count).initialize(to: key)
        short.append((NameTable.Words(key), index))
      }
    }
    keyCount = short.count
    table = NameTable(short)
  }

  func free() {
    table.entries.deallocate()
    keys.deinitialize(count: keyCount)
    keys.deallocate()
    bytes.free()
  }

  /// The index of a name; -1 if there is none.
  func index(of name: String) -> Int { bytes.index(of: name) }
}
