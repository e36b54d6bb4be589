/// Finds names by their bytes, without making a text of each.
struct NameTable {
  private let names: [[UInt8]]
  /// Indices of names by their hash, -1 where there is none; a power of two, at most half full.
  private var slots: [Int]

  /// Makes a table of names, no two alike.
  init(_ names: [String]) {
    self.names = names.map { Array($0.utf8) }
    var count = 8
    while count < 2 * names.count { count *= 2 }
    slots = Array(repeating: -1, count: count)
    for (index, name) in self.names.enumerated() {
      var slot = Self.hash(name, name.indices) & (count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (count - 1) }
      slots[slot] = index
    }
  }

  /// The index of the name in a range of bytes; `nil` if there is none.
  func index(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    var slot = Self.hash(bytes, range) & (slots.count - 1)
    while slots[slot] >= 0 {
      if bytes.matches(range, names[slots[slot]]) { return slots[slot] }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Fowler, Noll and Vo's hash. The names are of the definition, so nobody can make them collide.
  private static func hash(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    var hash: UInt32 = 2_166_136_261
    for index in range { hash = (hash ^ UInt32(bytes[index])) &* 16_777_619 }
    return Int(hash)
  }
}
