/// A hash table from constant integers and their forms to registers.
///
/// Every cell has numbers, and the hashing of `Dictionary` took an eighth of the time to load a
/// row. The order of its entries has no effect on the program.
struct IntConstantTable {
  private struct Entry: BitwiseCopyable {
    var number: Int64
    var form: InstructionForm
    var register: UInt16
  }

  /// Random for each process, so that no file can cause many collisions.
  private static let factor = UInt64.random(in: 1 << 62...UInt64.max) | 1

  private let factor = IntConstantTable.factor
  private var entries: [Entry] = []
  /// Indices into `entries`, -1 for none; at least twice as many slots as entries.
  private var slots: [Int32] = Array(repeating: -1, count: 64)

  subscript(number: Int64, form: InstructionForm) -> UInt16? {
    var slot = firstSlot(number)
    while slots[slot] >= 0 {
      let entry = entries[Int(slots[slot])]
      if entry.number == number, entry.form == form { return entry.register }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds a constant that the table does not contain.
  mutating func add(_ number: Int64, _ form: InstructionForm, at register: UInt16) {
    entries.append(Entry(number: number, form: form, register: register))
    if entries.count * 2 > slots.count {
      slots = Array(repeating: -1, count: slots.count * 4)
      for index in entries.indices { occupy(index) }
    } else {
      occupy(entries.count - 1)
    }
  }

  private mutating func occupy(_ index: Int) {
    var slot = firstSlot(entries[index].number)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(truncatingIfNeeded: index)
  }

  /// The slot where the search starts. The upper half of the product depends on all bits of the
  /// number.
  private func firstSlot(_ number: Int64) -> Int {
    let mixed = UInt64(bitPattern: number).multipliedFullWidth(by: factor)
    return Int(truncatingIfNeeded: mixed.high ^ (mixed.low >> 32)) & (slots.count - 1)
  }
}

/// A text that equals only texts of the same code points.
struct ExactText: Hashable {
  let text: String

  static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    if text.utf8.withContiguousStorageIfAvailable({ hasher.combine(bytes: .init($0)) }) == nil {
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }
}
