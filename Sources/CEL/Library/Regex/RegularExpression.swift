import StateRuntime

/// A regular expression in RE2's syntax, compiled once; matching takes linear time.
///
/// It reads code points. It finds the leftmost match and, among those with the same start, the one
/// that the pattern prefers. It is immutable, so that several threads can use it at the same time.
package struct RegularExpression: Sendable {
  /// The instructions.
  package let program: PatternProgram
  private let first: FirstBytes
  /// The program for the machine of `StateRuntime`.
  private let pattern: Pattern
  private let run: ClassRun?
  private let automaton: PatternAutomaton?

  /// Parses and compiles `pattern`. With `forOneUse` it does not build the tables that make
  /// `matches` fast, because they take longer to build than one use saves.
  package static func compile(_ pattern: String, forOneUse: Bool = false)
    -> Result<RegularExpression, PatternError>
  {
    do throws(PatternError) {
      let (node, groups) = try PatternParser.parse(pattern)
      return .success(try RegularExpression(node, groups, forOneUse: forOneUse))
    } catch {
      return .failure(error)
    }
  }

  private init(_ node: PatternNode, _ groups: Int, forOneUse: Bool) throws(PatternError) {
    program = try PatternProgram(node, groupCount: groups)
    first = FirstBytes(program)
    pattern = Pattern(
      start: Int(program.start), groups: program.recordedGroupCount,
      instructions: program.numbers, ranges: program.rangeBounds,
      firsts: first.ranges.flatMap { [Int($0.lowerBound), Int($0.upperBound)] })
    run = ClassRun(node)
    automaton = forOneUse || run != nil ? nil : PatternAutomaton(program)
  }

  /// The number of groups in the pattern.
  package var groupCount: Int { program.groupCount }

  /// The bytes that a match can begin with, as ranges; empty if it can begin with any byte.
  package var firstBytes: [ClosedRange<UInt8>] { first.ranges }

  /// Whether a part of `text` matches.
  package func matches(_ text: String) -> Bool {
    CodePoints.withBytes(text) { bytes in
      if let run { return run.firstMatch(in: bytes, from: 0) != nil }
      if let automaton { return automaton.matches(bytes) }
      return pattern.withMachine(over: bytes, recordingGroups: false) { machine in
        machine.findMatch(from: 0, anyMatch: true)
      }
    }
  }

  /// The steps that a search in a text of `length` code points charges: 1 for each 5 (code point x
  /// instruction), rounded up.
  package func cost(length: Int) -> Int { (length * program.instructions.count + 4) / 5 }

  /// Calls `visit` with each match from left to right, without overlaps, until it returns `false`.
  /// An empty match directly after another match is skipped.
  ///
  /// A pattern such as `a|a.*b` may read far ahead for each match; code points that are read more
  /// than once are charged again.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - recordingGroups: Whether `visit` needs the groups.
  ///   - matchCost: The steps that each match charges.
  ///   - budget: Where matches and repeated reads are charged.
  ///   - visit: Receives the slots of a match.
  /// - Returns: `false` if the budget is used up.
  func forEachMatch(
    in bytes: CodePoints.Bytes, recordingGroups: Bool, cost matchCost: Int, budget: inout Budget,
    _ visit: ([Int]) -> Bool
  ) -> Bool {
    let run = recordingGroups && groupCount > 0 ? nil : run
    return pattern.withMachine(over: bytes, recordingGroups: recordingGroups) { machine in
      var at = 0
      var lastEnd = -1
      while at <= bytes.count {
        let match = run.map { $0.firstMatch(in: bytes, from: at) } ?? machine.firstMatch(from: at)
        guard let match else { return true }
        guard budget.charge(matchCost) else { return false }
        let (start, end) = (match.slots[0], match.slots[1])
        // The machine must read one code point after a match to detect its end; that one is not
        // charged.
        let seen = end + machine.scalar(at: end).length
        if match.reach > seen {
          let again = CodePoints.count(UnsafeBufferPointer(rebasing: bytes[seen..<match.reach]))
          guard budget.charge(cost(length: again)) else { return false }
        }
        if end > start || start != lastEnd {
          guard visit(match.slots) else { return true }
          lastEnd = end
        }
        at = end > start ? end : end + max(machine.scalar(at: end).length, 1)
      }
      return true
    }
  }

  /// The first match in `text`: the byte offsets of its start and end, then of each group up to the
  /// ninth; -1 for a group that is not part of the match.
  package func slots(in text: String) -> [Int]? {
    CodePoints.withBytes(text) { firstMatch(in: $0) }
  }

  /// The first match: slots of its start and end, then of each group; -1 for a group that is not
  /// part of the match.
  func firstMatch(in bytes: CodePoints.Bytes) -> [Int]? {
    if let run, groupCount == 0 { return run.firstMatch(in: bytes, from: 0)?.slots }
    return pattern.withMachine(over: bytes, recordingGroups: groupCount > 0) { machine in
      machine.firstMatch(from: 0)?.slots
    }
  }
}

/// The first match, and the end of the text that was read to find it.
struct PatternMatch {
  /// Byte offsets: start and end of the match, then of each group; -1 for a group that is not part
  /// of the match.
  var slots: [Int]
  /// The end of the last code point that was read.
  var reach: Int
}

extension PatternMachine {
  fileprivate mutating func firstMatch(from start: Int) -> PatternMatch? {
    findMatch(from: start) ? PatternMatch(slots: Array(found), reach: reach) : nil
  }
}
