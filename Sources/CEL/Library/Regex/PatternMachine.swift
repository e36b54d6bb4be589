/// Runs all threads of a program over a text at the same time, so the time is at most program x
/// text.
///
/// Threads are kept in order of preference, at most one for each instruction; a thread that matches
/// ends those after it. Source: Pike; Cox, "Regular Expression Matching: the Virtual Machine
/// Approach".
struct PatternMachine {
  /// The first match, and the end of the text that the machine read to find it.
  struct Match {
    /// Byte offsets: start and end of the match, then of each group; -1 for a group that is not
    /// part of the match.
    var slots: [Int]
    /// The end of the last code point that was read.
    var reach: Int
  }

  private let program: PatternProgram
  private let first: FirstBytes
  private let slotCount: Int
  private var current: Threads
  private var following: Threads
  private var pending: [Pending] = []
  private var scratch: [Int]

  /// The threads at one position of the text.
  private struct Threads {
    /// The threads' instructions, in order of preference.
    var instructions: [Int32] = []
    /// The slots of all threads, one thread after the other.
    var slots: [Int] = []
    /// For each instruction, the last round in which a thread reached it.
    var rounds: [UInt32]
    var round: UInt32 = 0

    init(count: Int) { rounds = [UInt32](repeating: 0, count: count) }

    mutating func clear() {
      instructions.removeAll(keepingCapacity: true)
      slots.removeAll(keepingCapacity: true)
      round &+= 1
    }
  }

  /// Pending work while a thread follows instructions that read nothing.
  private struct Pending {
    /// The instruction to follow, or -1: restore `old` in `slot`.
    var instruction: Int32
    var slot: Int32 = 0
    var old: Int = 0
  }

  /// Without `recordingGroups`, only the start and end of a match are recorded.
  init(_ program: PatternProgram, first: FirstBytes, recordingGroups: Bool) {
    self.program = program
    self.first = first
    slotCount = recordingGroups ? program.slotCount : 2
    current = Threads(count: program.instructions.count)
    following = Threads(count: program.instructions.count)
    scratch = [Int](repeating: -1, count: slotCount)
  }

  /// The leftmost match at or after `start`; if several start there, the one that the pattern
  /// prefers. With `anyMatch`, any match is enough.
  mutating func firstMatch(in bytes: CodePoints.Bytes, from start: Int, anyMatch: Bool = false)
    -> Match?
  {
    var found: Match?
    var at = start
    var previous = CodePoints.codePoint(before: start, in: bytes)
    current.clear()
    while true {
      if current.instructions.isEmpty {
        if found != nil || (program.isAnchored && at > 0) { break }
        if let next = first.next(in: bytes, from: at) {
          if next > at { previous = CodePoints.codePoint(before: next, in: bytes) }
          at = next
        } else {
          break
        }
      }
      let next = CodePoints.codePoint(at: at, in: bytes)
      if found == nil, !program.isAnchored || at == 0 {
        for slot in scratch.indices { scratch[slot] = -1 }
        scratch[0] = at
        Self.follow(
          program, program.start, at: at, previous, next?.value, slotCount, &scratch, &pending,
          &current)
      }
      let after = at + (next?.length ?? 0)
      let following = next.flatMap { _ in CodePoints.codePoint(at: after, in: bytes)?.value }
      step(next?.value, at: at, to: after, following, &found)
      if found != nil, anyMatch { break }
      guard let next else { break }
      swap(&current, &self.following)
      previous = next.value
      at = after
    }
    return found
  }

  /// Runs each thread on `codePoint` (`nil` at the end of the text).
  private mutating func step(
    _ codePoint: UInt32?, at: Int, to after: Int, _ upcoming: UInt32?, _ found: inout Match?
  ) {
    following.clear()
    for thread in current.instructions.indices {
      let instruction = program.instructions[Int(current.instructions[thread])]
      let base = thread * slotCount
      guard instruction.operation != .match else {
        var slots = Array(current.slots[base..<(base + slotCount)])
        slots[1] = at
        found = Match(slots: slots, reach: at)
        break
      }
      guard let codePoint, program.reads(instruction, codePoint) else { continue }
      for slot in 0..<slotCount { scratch[slot] = current.slots[base + slot] }
      Self.follow(
        program, instruction.next, at: after, codePoint, upcoming, slotCount, &scratch, &pending,
        &following)
    }
    if codePoint != nil, !current.instructions.isEmpty { found?.reach = after }
  }

  /// Adds the thread at the instruction `start`, and all threads that it splits into before it
  /// reads a code point.
  private static func follow(
    _ program: PatternProgram, _ start: Int32, at: Int, _ previous: UInt32?, _ next: UInt32?,
    _ slotCount: Int, _ slots: inout [Int], _ pending: inout [Pending], _ threads: inout Threads
  ) {
    pending.append(Pending(instruction: start))
    while let item = pending.popLast() {
      guard item.instruction >= 0 else {
        slots[Int(item.slot)] = item.old
        continue
      }
      var index = item.instruction
      follow: while threads.rounds[Int(index)] != threads.round {
        threads.rounds[Int(index)] = threads.round
        let instruction = program.instructions[Int(index)]
        switch instruction.operation {
        case .split:
          pending.append(Pending(instruction: instruction.argument))
          index = instruction.next
        case .save:
          let slot = Int(instruction.argument)
          if slot < slotCount {
            pending.append(Pending(instruction: -1, slot: instruction.argument, old: slots[slot]))
            slots[slot] = at
          }
          index = instruction.next
        case .assertion:
          guard
            PatternAssertion(rawValue: instruction.argument)?.holds(between: previous, and: next)
              ?? false
          else { break follow }
          index = instruction.next
        case .match, .one, .set:
          threads.instructions.append(index)
          threads.slots.append(contentsOf: slots)
          break follow
        }
      }
    }
  }
}
