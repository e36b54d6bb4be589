/// The registers of constant numbers, by what they hold and how.
///
/// Every cell has numbers, mostly the same few: those are found without hashing.
struct IntConstants {
  private struct Key: Hashable, BitwiseCopyable {
    let number: Int64
    let form: Form
  }

  private struct Recent: BitwiseCopyable {
    var key = Key(number: 0, form: .value)
    var register: UInt16 = 0
  }

  private var registers: [Key: UInt16] = [:]
  /// The last that was asked for of those whose numbers end alike.
  private var recent = Array(repeating: Recent(), count: 64)

  mutating func find(_ number: Int64, _ form: Form) -> UInt16? {
    let key = Key(number: number, form: form)
    let place = Int(truncatingIfNeeded: number & 63)
    if recent[place].key == key { return recent[place].register }
    guard let register = registers[key] else { return nil }
    recent[place] = Recent(key: key, register: register)
    return register
  }

  /// Adds one that is not there yet.
  mutating func add(_ number: Int64, _ form: Form, at register: UInt16) {
    let key = Key(number: number, form: form)
    registers[key] = register
    recent[Int(truncatingIfNeeded: number & 63)] = Recent(key: key, register: register)
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
