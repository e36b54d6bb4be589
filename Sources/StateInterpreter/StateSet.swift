/// A set of states by their indices in document order; a configuration is one.
///
/// The first 64 states are in one word, so small charts never allocate.
package struct StateSet: Hashable, Sendable {
  private var low: UInt64 = 0
  /// The states from 64 on, 64 a word, without trailing zeros.
  private var high: [UInt64] = []

  init() {}

  init(_ states: some Sequence<Int>) {
    for state in states { insert(state) }
  }

  var isEmpty: Bool { low == 0 && high.isEmpty }

  func contains(_ state: Int) -> Bool {
    if state < 64 { return low & (1 << UInt64(state)) != 0 }
    let word = state / 64 - 1
    return word < high.count && high[word] & (1 << UInt64(state % 64)) != 0
  }

  mutating func insert(_ state: Int) {
    if state < 64 {
      low |= 1 << UInt64(state)
      return
    }
    let word = state / 64 - 1
    while high.count <= word { high.append(0) }
    high[word] |= 1 << UInt64(state % 64)
  }

  mutating func remove(_ state: Int) {
    if state < 64 {
      low &= ~(1 << UInt64(state))
      return
    }
    let word = state / 64 - 1
    guard word < high.count else { return }
    high[word] &= ~(1 << UInt64(state % 64))
    trim()
  }

  mutating func formUnion(_ other: StateSet) {
    low |= other.low
    for (word, bits) in other.high.enumerated() {
      if word < high.count { high[word] |= bits } else { high.append(bits) }
    }
  }

  mutating func subtract(_ other: StateSet) {
    low &= ~other.low
    for word in 0..<Swift.min(high.count, other.high.count) { high[word] &= ~other.high[word] }
    trim()
  }

  func subtracting(_ other: StateSet) -> StateSet {
    var result = self
    result.subtract(other)
    return result
  }

  func isDisjoint(with other: StateSet) -> Bool {
    if low & other.low != 0 { return false }
    for word in 0..<Swift.min(high.count, other.high.count) where high[word] & other.high[word] != 0
    {
      return false
    }
    return true
  }

  /// The first member that is at or after `state`.
  func first(from state: Int) -> Int? {
    var at = state < 0 ? 0 : state
    if at < 64 {
      let rest = (low >> UInt64(at)) << UInt64(at)
      if rest != 0 { return rest.trailingZeroBitCount }
      at = 64
    }
    var word = at / 64 - 1
    while word < high.count {
      let shift = UInt64(at % 64)
      let rest = (high[word] >> shift) << shift
      if rest != 0 { return (word + 1) * 64 + rest.trailingZeroBitCount }
      word += 1
      at = (word + 1) * 64
    }
    return nil
  }

  /// The members in a range of states, in document order.
  func members(in range: Range<Int>) -> [Int] {
    var members: [Int] = []
    var at = range.lowerBound
    while let member = first(from: at), member < range.upperBound {
      members.append(member)
      at = member + 1
    }
    return members
  }

  /// The members in reverse document order.
  var reversed: [Int] { Array(self).reversed() }

  private mutating func trim() {
    while high.last == 0 { high.removeLast() }
  }
}

extension StateSet: Sequence {
  /// Returns the members in document order.
  package struct Iterator: IteratorProtocol {
    let set: StateSet
    private var position = 0

    init(_ set: StateSet) { self.set = set }

    /// Returns the next member; `nil` after the last one.
    package mutating func next() -> Int? {
      guard let found = set.first(from: position) else { return nil }
      position = found + 1
      return found
    }
  }

  /// Makes an iterator.
  package func makeIterator() -> Iterator { Iterator(self) }
}
