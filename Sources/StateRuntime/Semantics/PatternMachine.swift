/// Runs a pattern over a text: all threads in parallel, so the time is at most instructions x text.
///
/// Threads are kept in the order of preference, at most one for each instruction; a thread that
/// matches ends those after it. The caller provides the memory, so a search allocates nothing.
/// Source: Pike; Cox, "Regular Expression Matching: the Virtual Machine Approach".
package struct PatternMachine {
  /// Threads in the order of preference, each with its instruction and its slots.
  private struct Threads {
    let positions: UnsafeMutableBufferPointer<Int>
    let slots: UnsafeMutableBufferPointer<Int>
    var count = 0
  }

  private let pattern: Pattern
  private let text: UnsafeBufferPointer<UInt8>
  /// The slots of the last match, in bytes: its start and end, then those of each group; -1 for a
  /// group that is not part of the match.
  package let found: UnsafeMutableBufferPointer<Int>
  /// The end of the last code point that was read to find the last match.
  package private(set) var reach = 0
  private let slotCount: Int
  /// The slots of the current thread.
  private let noted: UnsafeMutableBufferPointer<Int>
  /// The last round in which an instruction was reached.
  private let rounds: UnsafeMutableBufferPointer<Int>
  private var round = 0
  private var current: Threads
  private var following: Threads
  private let pending: Threads

  /// The size of the memory for a search with this many slots.
  static func size(_ pattern: Pattern, slotCount: Int) -> Int {
    pattern.instructions.count / 4 * (4 + 3 * slotCount) + 2 * slotCount
  }

  /// Makes a machine with memory of the right size, which need not be initialized.
  init(
    _ pattern: Pattern, _ text: UnsafeBufferPointer<UInt8>, slotCount: Int,
    _ memory: UnsafeMutableBufferPointer<Int>
  ) {
    self.pattern = pattern
    self.text = text
    self.slotCount = slotCount
    let count = pattern.instructions.count / 4
    var used = 0
    func take(_ size: Int) -> UnsafeMutableBufferPointer<Int> {
      used += size
      return UnsafeMutableBufferPointer(rebasing: memory[(used - size)..<used])
    }
    found = take(slotCount)
    noted = take(slotCount)
    rounds = take(count)
    rounds.initialize(repeating: 0)
    current = Threads(positions: take(count), slots: take(count * slotCount))
    following = Threads(positions: take(count), slots: take(count * slotCount))
    pending = Threads(positions: take(count), slots: take(count * slotCount))
  }

  /// The code point at an offset, and its length in bytes, which is 0 at the end.
  @inline(__always)
  package func scalar(at position: Int) -> (value: UInt32, length: Int) {
    guard position < text.count else { return (0, 0) }
    let lead = UInt32(text[position])
    if lead < 0x80 { return (lead, 1) }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    var value = lead & (0x7F >> UInt32(length))
    for next in 1..<length { value = value << 6 | UInt32(text[position + next] & 0x3F) }
    return (value, length)
  }

  /// Searches for the leftmost match from an offset on, and stores it in `found`. If several start
  /// there, it is the one that the pattern prefers. With `anyMatch`, any match is enough.
  package mutating func findMatch(from first: Int, anyMatch: Bool = false) -> Bool {
    var isFound = false
    var at = first
    current.count = 0
    while true {
      if !isFound {
        if current.count == 0 {
          guard let next = nextFirst(from: at) else { return false }
          at = next
          round += 1
        }
        noted.update(repeating: -1)
        noted[0] = at
        current = follow(pattern.start, at, current)
      } else if current.count == 0 {
        return true
      }
      let (value, length) = scalar(at: at)
      following.count = 0
      round += 1
      for thread in 0..<current.count {
        let position = current.positions[thread]
        let isMatch = pattern.instructions[position * 4] == 0
        guard isMatch || length > 0 && reads(position, value) else { continue }
        let slots = current.slots[(thread * slotCount)..<((thread + 1) * slotCount)]
        if isMatch {
          copy(slots, to: found, 0)
          found[1] = at
          isFound = true
          if anyMatch { return true }
          break
        }
        copy(slots, to: noted, 0)
        following = follow(
          Int(pattern.instructions[position * 4 + 1]), at + length, following)
      }
      swap(&current, &following)
      if isFound { reach = at + length }
      if length == 0 { return isFound }
      at += length
    }
  }

  /// The first offset at which a match can begin.
  private func nextFirst(from first: Int) -> Int? {
    if pattern.isFirst.isEmpty { return first }
    var at = first
    while at < text.count {
      if pattern.isFirst[Int(text[at])] { return at }
      at += 1
    }
    return nil
  }

  private func reads(_ position: Int, _ value: UInt32) -> Bool {
    let argument = Int(pattern.instructions[position * 4 + 2])
    if pattern.instructions[position * 4] == 1 { return argument == Int(value) }
    var (low, high) = (argument, argument + Int(pattern.instructions[position * 4 + 3]))
    while low < high {
      let middle = (low + high) / 2
      if value > pattern.ranges[middle * 2 + 1] {
        low = middle + 1
      } else if value < pattern.ranges[middle * 2] {
        high = middle
      } else {
        return true
      }
    }
    return false
  }

  private func copy(
    _ slots: Slice<UnsafeMutableBufferPointer<Int>>, to other: UnsafeMutableBufferPointer<Int>,
    _ start: Int
  ) {
    for slot in 0..<slotCount { other[start + slot] = slots[slots.startIndex + slot] }
  }

  private func add(_ position: Int, to threads: inout Threads) {
    threads.positions[threads.count] = position
    copy(noted[...], to: threads.slots, threads.count * slotCount)
    threads.count += 1
  }

  /// Adds a thread, and the threads that it splits into before the next code point.
  private func follow(_ start: Int, _ at: Int, _ threads: Threads) -> Threads {
    var threads = threads
    var pending = pending
    var position = start
    while true {
      if rounds[position] != round {
        rounds[position] = round
        let next = Int(pattern.instructions[position * 4 + 1])
        let argument = Int(pattern.instructions[position * 4 + 2])
        switch pattern.instructions[position * 4] {
        case 3:
          add(argument, to: &pending)
          position = next
          continue
        case 4:
          if argument < slotCount { noted[argument] = at }
          position = next
          continue
        case 5:
          if holds(argument, at) {
            position = next
            continue
          }
        default: add(position, to: &threads)
        }
      }
      if pending.count == 0 { return threads }
      pending.count -= 1
      position = pending.positions[pending.count]
      let start = pending.count * slotCount
      copy(pending.slots[start..<(start + slotCount)], to: noted, 0)
    }
  }

  /// Whether an assertion holds at an offset.
  private func holds(_ assertion: Int, _ at: Int) -> Bool {
    let previous = at > 0 ? text[at - 1] : nil
    let next = at < text.count ? text[at] : nil
    switch assertion {
    case 0: return previous == nil
    case 1: return next == nil
    case 2: return previous == nil || previous == 0x0A
    case 3: return next == nil || next == 0x0A
    case 4: return isWord(previous) != isWord(next)
    default: return isWord(previous) == isWord(next)
    }
  }

  private func isWord(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: return true
    default: return false
    }
  }
}
