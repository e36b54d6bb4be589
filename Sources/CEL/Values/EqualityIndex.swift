/// A set of values under CEL's equality, with hashing.
///
/// CEL's equality is not transitive: two ints can equal one double. So a search compares the value
/// with all entries of the same hash, and numbers hash as the double that a comparison converts
/// them to.
struct EqualityIndex {
  /// The values in insertion order.
  private(set) var values: [Value] = []
  private var hashes: [UInt64] = []
  private var slots: [Int32] = []

  /// The most values that are searched without hashing.
  private static let linearSearchLimit = 8

  /// Whether it contains a value equal to `value`.
  func contains(_ value: Value) -> Bool {
    slots.isEmpty
      ? values.contains { $0.isEqual(to: value) }
      : contains(Self.hash(value, 0)) { $0.isEqual(to: value) }
  }

  /// Adds `value` unless it contains an equal one.
  mutating func insert(_ value: Value) {
    insert(value) { $0.isEqual(to: value) }
  }

  /// Adds `value` unless it contains an identical one.
  mutating func insertUnlessIdentical(_ value: Value) {
    insert(value) { $0.isIdentical(to: value) }
  }

  @inline(__always)
  private mutating func insert(_ value: Value, unless isKnown: (Value) -> Bool) {
    if slots.isEmpty, values.count < Self.linearSearchLimit {
      if !values.contains(where: isKnown) { values.append(value) }
      return
    }
    if slots.isEmpty { grow() }
    let hash = Self.hash(value, 0)
    guard !contains(hash, isKnown) else { return }
    values.append(value)
    hashes.append(hash)
    if values.count * 2 > slots.count { grow() } else { occupy(hash, values.count - 1) }
  }

  @inline(__always)
  private func contains(_ hash: UInt64, _ isKnown: (Value) -> Bool) -> Bool {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] >= 0 {
      let position = Int(slots[slot])
      if hashes[position] == hash, isKnown(values[position]) { return true }
      slot = (slot + 1) & mask
    }
    return false
  }

  private mutating func grow() {
    if hashes.isEmpty { hashes = values.map { Self.hash($0, 0) } }
    slots = [Int32](repeating: -1, count: max(32, slots.count * 4))
    for (position, hash) in hashes.enumerated() { occupy(hash, position) }
  }

  private mutating func occupy(_ hash: UInt64, _ position: Int) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] >= 0 { slot = (slot + 1) & mask }
    slots[slot] = Int32(truncatingIfNeeded: position)
  }

  /// A hash that is the same for equal values.
  private static func hash(_ value: Value, _ depth: Int) -> UInt64 {
    var hasher = Hasher()
    combine(value, into: &hasher, depth)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  private static func combine(_ value: Value, into hasher: inout Hasher, _ depth: Int) {
    switch value {
    case .null: hasher.combine(0)
    case .bool(let bool): hasher.combine(bool)
    case .int(let number): hasher.combine(Double(number))
    case .uint(let number): hasher.combine(Double(number))
    case .double(let number): hasher.combine(number)
    case .string(let text):
      CodePoints.withBytes(text) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .bytes(let bytes): hasher.combine(bytes)
    case .timestamp(let time): hasher.combine(time)
    case .duration(let span): hasher.combine(span)
    case .enumeration(_, let index): hasher.combine(index)
    case .unit: hasher.combine(1)
    case .type(let type): hasher.combine(type)
    case .list(let elements), .record(let elements, _), .union(_, let elements):
      hasher.combine(elements.count)
      guard depth < Limits.valueDepth else { return }
      for element in elements { combine(element, into: &hasher, depth + 1) }
    case .map(let map):
      hasher.combine(map.count)
      guard depth < Limits.valueDepth else { return }
      for (key, value) in map.entries {
        combine(key, into: &hasher, depth + 1)
        combine(value, into: &hasher, depth + 1)
      }
    case .optional(let optional):
      guard let inside = optional.value, depth < Limits.valueDepth else { return }
      combine(inside, into: &hasher, depth + 1)
    }
  }
}
