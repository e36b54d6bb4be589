/// Follows all threads of a program over a text at once: time is program x text, whatever they are.
///
/// Threads are kept in order of preference, one for each instruction; a thread that matches ends
/// those after it. Source: Pike; Cox, "Regular Expression Matching: the Virtual Machine Approach".
struct PatternMachine {
  /// The first match and how far the machine had to look for it.
  struct Match {
    /// Byte offsets: start and end of the match, then of each group, -1 where one took no part.
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

  /// The threads at one place of the text.
  private struct Threads {
    /// Instructions in order of preference.
    var places: [Int32] = []
    /// Slots of the threads in a row.
    var slots: [Int] = []
    /// The round in which an instruction was last entered.
    var rounds: [UInt32]
    var round: UInt32 = 0

    init(count: Int) { rounds = [UInt32](repeating: 0, count: count) }

    mutating func clear() {
      places.removeAll(keepingCapacity: true)
      slots.removeAll(keepingCapacity: true)
      round &+= 1
    }
  }

  /// What is still to do while a thread is followed through instructions that read nothing.
  private struct Pending {
    /// The instruction to follow, or -1: put `old` back into `slot`.
    var place: Int32
    var slot: Int32 = 0
    var old: Int = 0
  }

  /// Without `notingGroups` only start and end of a match are noted.
  init(_ program: PatternProgram, first: FirstBytes, notingGroups: Bool) {
    self.program = program
    self.first = first
    slotCount = notingGroups ? program.slotCount : 2
    current = Threads(count: program.instructions.count)
    following = Threads(count: program.instructions.count)
    scratch = [Int](repeating: -1, count: slotCount)
  }

  /// The leftmost match at or after `start`; of several there the one that the pattern prefers.
  /// With `anyMatch` it is enough that there is one.
  mutating func firstMatch(in bytes: CodePoints.Bytes, from start: Int, anyMatch: Bool = false)
    -> Match?
  {
    var found: Match?
    var at = start
    var previous = CodePoints.codePoint(before: start, in: bytes)
    current.clear()
    while true {
      if current.places.isEmpty {
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

  /// Lets each thread read `codePoint` (`nil` at the end of the text).
  private mutating func step(
    _ codePoint: UInt32?, at: Int, to after: Int, _ upcoming: UInt32?, _ found: inout Match?
  ) {
    following.clear()
    for thread in current.places.indices {
      let instruction = program.instructions[Int(current.places[thread])]
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
    if codePoint != nil, !current.places.isEmpty { found?.reach = after }
  }

  /// Enters the thread at `place` and all that it splits into before it reads on.
  private static func follow(
    _ program: PatternProgram, _ place: Int32, at: Int, _ previous: UInt32?, _ next: UInt32?,
    _ slotCount: Int, _ slots: inout [Int], _ pending: inout [Pending], _ threads: inout Threads
  ) {
    pending.append(Pending(place: place))
    while let item = pending.popLast() {
      guard item.place >= 0 else {
        slots[Int(item.slot)] = item.old
        continue
      }
      var place = item.place
      follow: while threads.rounds[Int(place)] != threads.round {
        threads.rounds[Int(place)] = threads.round
        let instruction = program.instructions[Int(place)]
        switch instruction.operation {
        case .split:
          pending.append(Pending(place: instruction.argument))
          place = instruction.next
        case .save:
          let slot = Int(instruction.argument)
          if slot < slotCount {
            pending.append(Pending(place: -1, slot: instruction.argument, old: slots[slot]))
            slots[slot] = at
          }
          place = instruction.next
        case .assertion:
          guard
            PatternAssertion(rawValue: instruction.argument)?.holds(between: previous, and: next)
              ?? false
          else { break follow }
          place = instruction.next
        case .match, .one, .set:
          threads.places.append(place)
          threads.slots.append(contentsOf: slots)
          break follow
        }
      }
    }
  }
}
