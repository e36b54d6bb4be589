/// A compiled regular expression: a table of instructions for a machine that runs all threads at
/// the same time. It does not depend on the machine, so that a code generator can write it.
package struct PatternProgram: Sendable {
  package enum Operation: UInt8, Sendable {
    /// Ends a match.
    case match
    /// Reads the code point `argument`.
    case one
    /// Reads a code point of the `count` ranges from `argument` on.
    case set
    /// Continues at `next` and, with lower preference, at `argument`.
    case split
    /// Records the position in slot `argument`.
    case save
    /// Continues if the `PatternAssertion` with the number `argument` holds.
    case assertion
  }

  package struct Instruction: Sendable {
    package var operation: Operation
    package var next: Int32
    package var argument: Int32
    package var count: Int32
    /// The ASCII part of a set, one bit for each character.
    var low: UInt64 = 0
    var high: UInt64 = 0
  }

  /// All instructions.
  package internal(set) var instructions: [Instruction] = []
  /// The ranges of the instructions' sets.
  package internal(set) var ranges: [ClosedRange<UInt32>] = []
  /// The instruction at which every thread starts.
  package internal(set) var start: Int32 = 0
  /// The number of groups in the pattern. Only groups 1 to 9 are recorded.
  package let groupCount: Int
  /// Whether it matches only at the start of the text.
  package let isAnchored: Bool

  /// The most groups that are recorded, because a replacement can refer to no others.
  package static let recordedGroups = 9

  /// The number of groups that are recorded.
  package var recordedGroupCount: Int { min(groupCount, Self.recordedGroups) }

  /// The instructions as `StateRuntime.Pattern` has them, four numbers each.
  package var numbers: [Int32] {
    instructions.flatMap { [Int32($0.operation.rawValue), $0.next, $0.argument, $0.count] }
  }

  /// The ranges as `StateRuntime.Pattern` has them, two numbers each.
  package var rangeBounds: [UInt32] { ranges.flatMap { [$0.lowerBound, $0.upperBound] } }

  init(_ node: PatternNode, groupCount: Int) throws(PatternError) {
    self.groupCount = groupCount
    isAnchored = node.isAnchored
    let end = try append(Instruction(operation: .match, next: 0, argument: 0, count: 0))
    start = try emit(node, before: end)
  }

  private mutating func append(_ instruction: Instruction) throws(PatternError) -> Int32 {
    guard instructions.count < Limits.patternInstructions else {
      throw PatternError(reason: .tooLarge, offset: 0)
    }
    instructions.append(instruction)
    return Int32(truncatingIfNeeded: instructions.count - 1)
  }

  private mutating func split(_ preferred: Int32, _ other: Int32) throws(PatternError) -> Int32 {
    try append(Instruction(operation: .split, next: preferred, argument: other, count: 0))
  }

  /// Emits `node` so that it continues at `next`, and returns its first instruction. Instructions
  /// are emitted from the end to the start, so that all targets except those of loops are known.
  private mutating func emit(_ node: PatternNode, before next: Int32) throws(PatternError)
    -> Int32
  {
    switch node {
    case .empty: return next
    case .one(let set): return try emit(set, before: next)
    case .assertion(let assertion):
      return try append(
        Instruction(operation: .assertion, next: next, argument: assertion.rawValue, count: 0))
    case .group(let inside, let number):
      guard number <= Self.recordedGroups else { return try emit(inside, before: next) }
      let slot = Int32(truncatingIfNeeded: number * 2)
      let end = try append(
        Instruction(operation: .save, next: next, argument: slot + 1, count: 0))
      let begin = try emit(inside, before: end)
      return try append(Instruction(operation: .save, next: begin, argument: slot, count: 0))
    case .sequence(let parts):
      var entry = next
      for part in parts.reversed() { entry = try emit(part, before: entry) }
      return entry
    case .alternatives(let branches):
      guard
        var entry = try branches.last.map({ last throws(PatternError) in
          try emit(last, before: next)
        })
      else { return next }
      for branch in branches.dropLast().reversed() {
        entry = try split(try emit(branch, before: next), entry)
      }
      return entry
    case .repetition(let inside, let least, let most, let isGreedy):
      return try emit(inside, least: least, most: most, isGreedy: isGreedy, before: next)
    }
  }

  private mutating func emit(_ set: CodePointSet, before next: Int32) throws(PatternError)
    -> Int32
  {
    if let single = set.single {
      return try append(
        Instruction(
          operation: .one, next: next, argument: Int32(truncatingIfNeeded: single), count: 0))
    }
    let first = ranges.firstIndex(of: set) ?? ranges.count
    if first == ranges.count { ranges += set.ranges }
    let (low, high) = set.asciiMasks
    return try append(
      Instruction(
        operation: .set, next: next, argument: Int32(truncatingIfNeeded: first),
        count: Int32(truncatingIfNeeded: set.ranges.count), low: low, high: high))
  }

  private mutating func emit(
    _ node: PatternNode, least: Int, most: Int?, isGreedy: Bool, before next: Int32
  ) throws(PatternError) -> Int32 {
    var entry = next
    var copies = least
    if let most {
      for _ in least..<max(least, most) {
        let size = instructions.count
        let inside = try emit(node, before: entry)
        // A node without instructions is the same for any number of repetitions.
        guard instructions.count > size else { break }
        entry = isGreedy ? try split(inside, next) : try split(next, inside)
      }
    } else if node.isNullable {
      // If x can be empty, x* becomes (x+)?, so that the empty match has the same preference as in
      // RE2.
      entry = try plus(node, isGreedy: isGreedy, before: next)
      if least == 0 { entry = isGreedy ? try split(entry, next) : try split(next, entry) }
      copies = max(least - 1, 0)
    } else if least == 0 {
      let loop = try split(next, next)
      let inside = try emit(node, before: loop)
      patch(loop, inside, isGreedy: isGreedy)
      entry = loop
    } else {
      entry = try plus(node, isGreedy: isGreedy, before: next)
      copies = least - 1
    }
    for _ in 0..<copies {
      let size = instructions.count
      entry = try emit(node, before: entry)
      guard instructions.count > size else { break }
    }
    return entry
  }

  private mutating func plus(_ node: PatternNode, isGreedy: Bool, before next: Int32)
    throws(PatternError) -> Int32
  {
    let loop = try split(next, next)
    let inside = try emit(node, before: loop)
    patch(loop, inside, isGreedy: isGreedy)
    return inside
  }

  /// Makes the split at `loop` jump back to `inside`.
  private mutating func patch(_ loop: Int32, _ inside: Int32, isGreedy: Bool) {
    if isGreedy {
      instructions[Int(loop)].next = inside
    } else {
      instructions[Int(loop)].argument = inside
    }
  }
}

extension [ClosedRange<UInt32>] {
  /// The index where the ranges of `set` occur one after the other, if they do.
  fileprivate func firstIndex(of set: CodePointSet) -> Int? {
    guard let head = set.ranges.first else { return 0 }
    return indices.first { index in
      self[index] == head && self[index...].starts(with: set.ranges)
    }
  }
}

extension PatternProgram {
  /// Whether the instruction reads `codePoint`.
  @inline(__always)
  func reads(_ instruction: Instruction, _ codePoint: UInt32) -> Bool {
    guard instruction.operation == .set else {
      return UInt32(bitPattern: instruction.argument) == codePoint
    }
    if codePoint < 64 { return instruction.low >> codePoint & 1 != 0 }
    if codePoint < 128 { return instruction.high >> (codePoint - 64) & 1 != 0 }
    var (low, high) = (Int(instruction.argument), Int(instruction.argument + instruction.count))
    while low < high {
      let middle = (low + high) / 2
      let range = ranges[middle]
      if codePoint > range.upperBound {
        low = middle + 1
      } else if codePoint < range.lowerBound {
        high = middle
      } else {
        return true
      }
    }
    return false
  }
}
