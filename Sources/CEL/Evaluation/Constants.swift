/// The registers of constant numbers, by what they hold and how.
///
/// A table of its own: every cell has numbers, and hashing them as dictionaries do was an eighth of
/// what a row cost to load. Its order shows nowhere.
struct IntConstants {
  private struct Entry: BitwiseCopyable {
    var number: Int64
    var form: Form
    var register: UInt16
  }

  /// Drawn once for each process, so that no file can be made to fill one place of the table.
  private static let factor = UInt64.random(in: 1 << 62...UInt64.max) | 1

  private let factor = IntConstants.factor
  private var entries: [Entry] = []
  /// Places in `entries`, -1 for none; at least twice as many as there are entries.
  private var slots: [Int32] = Array(repeating: -1, count: 64)

  subscript(number: Int64, form: Form) -> UInt16? {
    var slot = firstSlot(number)
    while slots[slot] >= 0 {
      let entry = entries[Int(slots[slot])]
      if entry.number == number, entry.form == form { return entry.register }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds one that is not there yet.
  mutating func add(_ number: Int64, _ form: Form, at register: UInt16) {
    entries.append(Entry(number: number, form: form, register: register))
    if entries.count * 2 > slots.count {
      slots = Array(repeating: -1, count: slots.count * 4)
      for place in entries.indices { occupy(place) }
    } else {
      occupy(entries.count - 1)
    }
  }

  private mutating func occupy(_ place: Int) {
    var slot = firstSlot(entries[place].number)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(truncatingIfNeeded: place)
  }

  /// Where the search begins. The upper half of a product depends on all bits of the number.
  private func firstSlot(_ number: Int64) -> Int {
    let mixed = UInt64(bitPattern: number).multipliedFullWidth(by: factor)
    return Int(truncatingIfNeeded: mixed.high ^ (mixed.low >> 32)) & (slots.count - 1)
  }
}

/// A text that equals only those of the same code points.
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
