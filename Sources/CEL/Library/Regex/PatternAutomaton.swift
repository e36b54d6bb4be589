/// A deterministic automaton that determines whether there is a match, with one table lookup for
/// each code point.
///
/// It is built in advance for patterns that need few states. All other patterns, and searches for
/// the location of a match, use the `PatternMachine`, with the same result.
struct PatternAutomaton: Sendable {
  private let classes: CodePointClasses
  /// The next state after a code point of a class, at `state * classes.count + class`.
  private var next: [UInt16] = []
  /// Whether the end of the text is a match, for each state.
  private var acceptsAtEnd: [Bool] = []
  private var first: UInt16 = 0

  /// The state without threads, and the state of a match. The automaton never leaves either.
  private static let dead: UInt16 = 0
  private static let found: UInt16 = 1
  private static let stateLimit = 128
  /// The most instructions that may be visited while the automaton is built.
  private static let workLimit = 50_000

  init?(_ program: PatternProgram) {
    guard let classes = CodePointClasses(program) else { return nil }
    self.classes = classes
    var builder = Builder(program: program, classes: classes)
    guard let first = builder.build() else { return nil }
    self.first = first
    next = builder.next
    acceptsAtEnd = builder.acceptsAtEnd
  }

  /// Whether a part of the text matches.
  func matches(_ bytes: CodePoints.Bytes) -> Bool {
    var state = Int(first)
    var at = 0
    while state > Int(Self.found), at < bytes.count {
      let byte = bytes[at]
      if byte < 0x80 {
        state = Int(next[state &* classes.count &+ Int(classes.ofASCII[Int(byte)])])
        at &+= 1
      } else {
        guard let (codePoint, length) = CodePoints.codePoint(at: at, in: bytes) else { break }
        state = Int(next[state &* classes.count &+ classes.number(of: codePoint)])
        at &+= length
      }
    }
    return acceptsAtEnd[state]
  }

  /// Builds the states, each from a set of threads (subset construction).
  private struct Builder {
    let program: PatternProgram
    let classes: CodePointClasses
    var next: [UInt16] = []
    var acceptsAtEnd: [Bool] = []
    private var numbers: [[Int32]: UInt16] = [:]
    private var threads: [[Int32]] = []
    private var work = 0

    init(program: PatternProgram, classes: CodePointClasses) {
      self.program = program
      self.classes = classes
    }

    /// Builds the table and returns the first state; `nil` if there are too many states.
    mutating func build() -> UInt16? {
      _ = enter([], isFirst: true)
      _ = enter([], isFirst: true)
      acceptsAtEnd[Int(PatternAutomaton.found)] = true
      guard let begin = closure(of: [program.start], isStart: true) else {
        return PatternAutomaton.found
      }
      let first = enter(begin, isFirst: true)
      let restart = program.isAnchored ? [] : [program.start]
      var state = Int(first)
      while state < threads.count {
        for number in 0..<classes.count {
          let targets = threads[state].compactMap { index -> Int32? in
            let instruction = program.instructions[Int(index)]
            return classes.reads(index, number) ? instruction.next : nil
          }
          let target: UInt16
          if let after = closure(of: targets + restart, isStart: false) {
            target = after.isEmpty ? PatternAutomaton.dead : enter(after, isFirst: false)
          } else {
            target = PatternAutomaton.found
          }
          next[state * classes.count + number] = target
          guard threads.count <= PatternAutomaton.stateLimit,
            work <= PatternAutomaton.workLimit
          else { return nil }
        }
        state += 1
      }
      return first
    }

    /// The number of the state with these threads. The first state is not shared, because only it
    /// is at the start of the text.
    private mutating func enter(_ indices: [Int32], isFirst: Bool) -> UInt16 {
      if !isFirst, let known = numbers[indices] { return known }
      let number = UInt16(truncatingIfNeeded: threads.count)
      if !isFirst { numbers[indices] = number }
      threads.append(indices)
      next += [UInt16](repeating: PatternAutomaton.dead, count: classes.count)
      acceptsAtEnd.append(isMatch(atEndFrom: indices, isStart: isFirst))
      return number
    }

    /// The reachable instructions that read a code point or wait for the end, in order; `nil` if
    /// there is a match.
    private mutating func closure(of indices: [Int32], isStart: Bool) -> [Int32]? {
      var waiting: Set<Int32> = []
      var seen: Set<Int32> = []
      var pending = indices
      while let index = pending.popLast() {
        work += 1
        guard seen.insert(index).inserted else { continue }
        let instruction = program.instructions[Int(index)]
        switch instruction.operation {
        case .match: return nil
        case .one, .set: waiting.insert(index)
        case .split: pending += [instruction.next, instruction.argument]
        case .save: pending.append(instruction.next)
        case .assertion:
          if instruction.argument == PatternAssertion.textEnd.rawValue {
            waiting.insert(index)
          } else if isStart {
            pending.append(instruction.next)
          }
        }
      }
      return waiting.sorted()
    }

    /// Whether a thread matches at the end of the text.
    private func isMatch(atEndFrom indices: [Int32], isStart: Bool) -> Bool {
      var seen: Set<Int32> = []
      var pending = indices
      while let index = pending.popLast() {
        guard seen.insert(index).inserted else { continue }
        let instruction = program.instructions[Int(index)]
        switch instruction.operation {
        case .match: return true
        case .one, .set: break
        case .split: pending += [instruction.next, instruction.argument]
        case .save: pending.append(instruction.next)
        case .assertion:
          if isStart || instruction.argument == PatternAssertion.textEnd.rawValue {
            pending.append(instruction.next)
          }
        }
      }
      return false
    }
  }
}

/// Classes of code points: two code points are in one class if every instruction of a program reads
/// both or neither.
struct CodePointClasses: Sendable {
  /// The number of classes.
  let count: Int
  /// The classes of the ASCII characters.
  let ofASCII: [UInt8]
  /// The code points at which the class changes, and the class from each of them on.
  private let bounds: [UInt32]
  private let numbers: [UInt8]
  /// The classes that an instruction reads, one bit each.
  private let readers: [Int32: UInt64]

  /// Returns `nil` if there are more than 64 sets or classes, or an assertion about adjacent code
  /// points.
  init?(_ program: PatternProgram) {
    var sets: [CodePointSet] = []
    var setOfReader: [Int32: Int] = [:]
    for (index, instruction) in program.instructions.enumerated() {
      let set: CodePointSet
      switch instruction.operation {
      case .match, .split, .save: continue
      case .assertion:
        switch PatternAssertion(rawValue: instruction.argument) {
        case .textStart?, .textEnd?: continue
        case .lineStart?, .lineEnd?, .wordBoundary?, .noWordBoundary?, nil: return nil
        }
      case .one: set = CodePointSet(UInt32(bitPattern: instruction.argument))
      case .set:
        let first = Int(instruction.argument)
        set = CodePointSet(Array(program.ranges[first..<(first + Int(instruction.count))]))
      }
      let number = sets.firstIndex(of: set) ?? sets.count
      if number == sets.count { sets.append(set) }
      setOfReader[Int32(truncatingIfNeeded: index)] = number
    }
    guard sets.count <= 64 else { return nil }
    // The sets that each range between two bounds belongs to, one bit each; ranges with equal bits
    // are one class.
    var changes: [UInt32: UInt64] = [0: 0]
    for (number, set) in sets.enumerated() {
      for range in set.ranges {
        changes[range.lowerBound, default: 0] ^= 1 << UInt64(number)
        changes[range.upperBound + 1, default: 0] ^= 1 << UInt64(number)
      }
    }
    var bounds: [UInt32] = []
    var numbers: [UInt8] = []
    var members: [UInt64] = []
    var member: UInt64 = 0
    for (bound, change) in changes.sorted(by: { $0.key < $1.key }) {
      member ^= change
      let number = members.firstIndex(of: member) ?? members.count
      if number == members.count { members.append(member) }
      guard members.count <= 64 else { return nil }
      bounds.append(bound)
      numbers.append(UInt8(truncatingIfNeeded: number))
    }
    count = members.count
    self.bounds = bounds
    self.numbers = numbers
    readers = setOfReader.mapValues { set in
      members.indices.reduce(0) { $0 | (members[$1] >> UInt64(set) & 1) << UInt64($1) }
    }
    ofASCII = (0..<128).map { numbers[Self.position(of: $0, in: bounds)] }
  }

  /// The index of the last bound that is not above `codePoint`; the first bound is 0.
  private static func position(of codePoint: UInt32, in bounds: [UInt32]) -> Int {
    bounds.partitioningIndex { $0 > codePoint } - 1
  }

  /// The class of a code point.
  func number(of codePoint: UInt32) -> Int {
    Int(numbers[Self.position(of: codePoint, in: bounds)])
  }

  /// Whether the instruction at `index` reads the code points of a class.
  func reads(_ index: Int32, _ number: Int) -> Bool {
    (readers[index] ?? 0) >> UInt64(number) & 1 != 0
  }
}
