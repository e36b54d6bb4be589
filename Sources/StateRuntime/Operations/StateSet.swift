/// A set of states, by index. Up to 64 states need no allocation.
public struct StateSet: Hashable, Sendable {
  /// The states 0 to 63, a bit each.
  @usableFromInline internal var first: UInt64 = 0
  /// The other states, 64 a word. The last word is not 0.
  @usableFromInline internal var others: [UInt64] = []

  /// No state.
  @inlinable public init() {}

  /// Some states.
  init(_ states: some Sequence<Int>) {
    for state in states { insert(state) }
  }

  /// Whether there is no state.
  @inlinable public var isEmpty: Bool { first == 0 && others.isEmpty }

  /// Whether a state is in the set.
  @inlinable public func contains(_ state: Int) -> Bool {
    let word = state < 64 ? first : state / 64 <= others.count ? others[state / 64 - 1] : 0
    return word >> (state % 64) & 1 == 1
  }

  /// Adds a state.
  @inlinable public mutating func insert(_ state: Int) {
    let bit: UInt64 = 1 << (state % 64)
    if state < 64 {
      first |= bit
    } else {
      while others.count < state / 64 { others.append(0) }
      others[state / 64 - 1] |= bit
    }
  }

  /// Removes a state.
  @inlinable public mutating func remove(_ state: Int) {
    guard contains(state) else { return }
    let bit: UInt64 = 1 << (state % 64)
    if state < 64 {
      first ^= bit
    } else {
      others[state / 64 - 1] ^= bit
      removeEmptyWords()
    }
  }

  /// Removes the last state in document order, and returns it.
  mutating func popLast() -> Int? {
    let word = others.last ?? first
    if word == 0 { return nil }
    let last = others.count * 64 + 63 - word.leadingZeroBitCount
    remove(last)
    return last
  }

  /// Whether the sets have no state in common.
  @inlinable public func isDisjoint(with other: Self) -> Bool {
    first & other.first == 0 && zip(others, other.others).allSatisfy { $0 & $1 == 0 }
  }

  mutating func formUnion(_ other: Self) {
    first |= other.first
    while others.count < other.others.count { others.append(0) }
    for (index, word) in other.others.enumerated() { others[index] |= word }
  }

  func subtracting(_ other: Self) -> Self {
    var result = self
    result.first &= ~other.first
    for (index, word) in zip(others.indices, other.others) { result.others[index] &= ~word }
    result.removeEmptyWords()
    return result
  }

  /// The states in a range.
  func within(_ range: Range<Int>) -> Self {
    func mask(from start: Int) -> UInt64 {
      let (first, end) = (range.lowerBound - start, range.upperBound - start)
      return (~0 << Swift.max(first, 0)) & ~(~0 << Swift.max(end, 0))
    }
    var result = self
    result.first &= mask(from: 0)
    for index in others.indices { result.others[index] &= mask(from: 64 * (index + 1)) }
    result.removeEmptyWords()
    return result
  }

  /// Sets with the same states are equal.
  @usableFromInline internal mutating func removeEmptyWords() {
    while others.last == 0 { others.removeLast() }
  }
}

extension StateSet: Sequence {
  /// The states in document order.
  public struct Iterator: IteratorProtocol {
    @usableFromInline internal var word: UInt64
    @usableFromInline internal var index = 0
    @usableFromInline internal let others: [UInt64]

    @inlinable internal init(_ states: StateSet) {
      word = states.first
      others = states.others
    }

    /// The next state.
    @inlinable public mutating func next() -> Int? {
      while word == 0 {
        guard index < others.count else { return nil }
        word = others[index]
        index += 1
      }
      let bit = word.trailingZeroBitCount
      word &= word - 1
      return index * 64 + bit
    }
  }

  /// Iterates over the states in document order.
  @inlinable public func makeIterator() -> Iterator { Iterator(self) }
}
