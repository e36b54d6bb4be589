/// A deterministic machine that answers whether there is a match, one look in a table for each code
/// point. Built ahead for patterns that need few states; the others, and whoever wants to know where
/// the match is, take the `PatternMachine`, with the same answer.
struct PatternAutomaton: Sendable {
  private let classes: CodePointClasses
  /// The state after reading a code point of a class: `state * classes.count + class`.
  private var next: [UInt16] = []
  /// Whether the end of the text makes a match in a state.
  private var acceptsAtEnd: [Bool] = []
  private var first: UInt16 = 0

  /// The state without threads and that with a match: neither is ever left.
  private static let dead: UInt16 = 0
  private static let found: UInt16 = 1
  private static let mostStates = 128
  /// The instructions that may be looked at while it is built.
  private static let mostWork = 50_000

  init?(_ program: PatternProgram) {
    guard let classes = CodePointClasses(program) else { return nil }
    self.classes = classes
    var builder = Builder(program: program, classes: classes)
    guard let first = builder.build() else { return nil }
    self.first = first
    next = builder.next
    acceptsAtEnd = builder.acceptsAtEnd
  }

  /// Whether some part of the text matches.
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

  /// Finds the states by what threads are in them.
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

    /// The first state; `nil` if there are too many.
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
          let targets = threads[state].compactMap { place -> Int32? in
            let instruction = program.instructions[Int(place)]
            return classes.reads(place, number) ? instruction.next : nil
          }
          let target: UInt16
          if let after = closure(of: targets + restart, isStart: false) {
            target = after.isEmpty ? PatternAutomaton.dead : enter(after, isFirst: false)
          } else {
            target = PatternAutomaton.found
          }
          next[state * classes.count + number] = target
          guard threads.count <= PatternAutomaton.mostStates,
            work <= PatternAutomaton.mostWork
          else { return nil }
        }
        state += 1
      }
      return first
    }

    /// The number of the state with these threads; the first is never met again, as only there the
    /// beginning of the text is at hand.
    private mutating func enter(_ places: [Int32], isFirst: Bool) -> UInt16 {
      if !isFirst, let known = numbers[places] { return known }
      let number = UInt16(truncatingIfNeeded: threads.count)
      if !isFirst { numbers[places] = number }
      threads.append(places)
      next += [UInt16](repeating: PatternAutomaton.dead, count: classes.count)
      acceptsAtEnd.append(isMatch(atEndFrom: places, isStart: isFirst))
      return number
    }

    /// The instructions that read, or wait for the end, in order of place; `nil` if there is a match.
    private mutating func closure(of places: [Int32], isStart: Bool) -> [Int32]? {
      var waiting: Set<Int32> = []
      var seen: Set<Int32> = []
      var pending = places
      while let place = pending.popLast() {
        work += 1
        guard seen.insert(place).inserted else { continue }
        let instruction = program.instructions[Int(place)]
        switch instruction.operation {
        case .match: return nil
        case .one, .set: waiting.insert(place)
        case .split: pending += [instruction.next, instruction.argument]
        case .save: pending.append(instruction.next)
        case .assertion:
          if instruction.argument == PatternAssertion.textEnd.rawValue {
            waiting.insert(place)
          } else if isStart {
            pending.append(instruction.next)
          }
        }
      }
      return waiting.sorted()
    }

    /// Whether a thread that waits for the end of the text comes to a match there.
    private func isMatch(atEndFrom places: [Int32], isStart: Bool) -> Bool {
      var seen: Set<Int32> = []
      var pending = places
      while let place = pending.popLast() {
        guard seen.insert(place).inserted else { continue }
        let instruction = program.instructions[Int(place)]
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

/// Code points that no instruction of a program tells apart have one class.
struct CodePointClasses: Sendable {
  /// How many classes there are.
  let count: Int
  /// The classes of the ASCII characters.
  let ofASCII: [UInt8]
  /// Where the class changes, and the class from there on.
  private let bounds: [UInt32]
  private let numbers: [UInt8]
  /// Which classes an instruction reads, one bit each.
  private let readers: [Int32: UInt64]

  /// `nil` for more than 64 sets or classes, or an assertion that looks at the code points around.
  init?(_ program: PatternProgram) {
    var sets: [CodePointSet] = []
    var setOfReader: [Int32: Int] = [:]
    for (place, instruction) in program.instructions.enumerated() {
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
      setOfReader[Int32(truncatingIfNeeded: place)] = number
    }
    guard sets.count <= 64 else { return nil }
    // What each stretch between two bounds is in, one bit a set; equal bits are one class.
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

  /// The last bound that is not above `codePoint`; the first bound is 0.
  private static func position(of codePoint: UInt32, in bounds: [UInt32]) -> Int {
    var (low, high) = (0, bounds.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if bounds[middle] <= codePoint { low = middle } else { high = middle }
    }
    return low
  }

  /// The class of a code point.
  func number(of codePoint: UInt32) -> Int {
    Int(numbers[Self.position(of: codePoint, in: bounds)])
  }

  /// Whether the instruction at `place` reads the code points of a class.
  func reads(_ place: Int32, _ number: Int) -> Bool {
    (readers[place] ?? 0) >> UInt64(number) & 1 != 0
  }
}
