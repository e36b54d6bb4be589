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

    init() { (first, last) = (0, 0) }

    @inlinable @inline(__always)
    func place(_ factor: UInt64, _ shift: UInt64) -> Int {
      let mixed = (first ^ (last &<< 23 | last &>> 41)) &* factor
      return Int(truncatingIfNeeded: mixed &>> shift)
    }
  }

  @usableFromInline
  struct Entry: BitwiseCopyable {
    @usableFromInline let words: Words
    /// -1 where nothing stands.
    @usableFromInline let place: Int

    init() { (words, place) = (Words(), -1) }

    init(words: Words, place: Int) { (self.words, self.place) = (words, place) }
  }

  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  @usableFromInline let factor: UInt64
  @usableFromInline let shift: UInt64

  /// Where two names meet, the first stands in the table; the factor is one with which few do.
  fileprivate init(_ names: [(words: Words, place: Int)]) {
    var bits = 5
    while 1 << bits < names.count * 8, bits < 10 || 1 << bits < names.count * 4 { bits += 1 }
    let shift = UInt64(64 - bits)
    let size = 1 << bits
    let factors = (0..<Self.tries).map { 0x9E37_79B9_7F4A_7C15 &* (2 * UInt64($0) + 1) }
    var best = (factor: factors[0], meetings: Int.max)
    for factor in names.count <= Self.few ? factors : [factors[0]] where best.meetings > 0 {
      var isTaken = Array(repeating: false, count: size)
      var meetings = 0
      for name in names {
        let at = name.words.place(factor, shift)
        if isTaken[at] { meetings += 1 }
        isTaken[at] = true
      }
      if meetings < best.meetings { best = (factor, meetings) }
    }
    (factor, self.shift) = (best.factor, shift)
    entries = .allocate(capacity: size)
    entries.initialize(repeating: Entry(), count: size)
    for name in names {
      let at = entries + name.words.place(factor, shift)
      if at.pointee.place < 0 { at.pointee = Entry(words: name.words, place: name.place) }
    }
  }

  /// So many names are worth several tries, and so many.
  private static let few = 32
  private static let tries = 16

  /// Whether a String has the size that all this is about: not where addresses have 32 bits.
  @inlinable @inline(__always)
  static var areWords: Bool { MemoryLayout<String>.size == MemoryLayout<Words>.size }

  /// The place of a name; -1 where it is not found in this way.
  @inlinable @inline(__always)
  func place(of name: String) -> Int {
    guard Self.areWords else { return -1 }
    let words = Words(name)
    let entry = entries + words.place(factor, shift)
    let isFound =
      entry.pointee.words.first == words.first && entry.pointee.words.last == words.last
    return isFound ? entry.pointee.place : -1
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
    bytes = NameBytes(names)
    keys = .allocate(capacity: max(1, names.count))
    var short: [(words: NameTable.Words, place: Int)] = []
    if NameTable.areWords {
      for (place, name) in names.enumerated()
      where name.utf8.count <= 15 && bytes.place(of: name) == place {
        let key = String(decoding: name.utf8, as: UTF8.self)
        (keys + short.count).initialize(to: key)
        short.append((NameTable.Words(key), place))
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

  /// The place of a name; -1 where there is none.
  func place(of name: String) -> Int { bytes.place(of: name) }
}
