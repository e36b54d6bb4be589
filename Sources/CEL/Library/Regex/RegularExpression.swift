/// A regular expression in RE2's syntax, compiled once; matching takes linear time.
///
/// It reads code points. It finds the leftmost match and, among those with the same start, the one
/// that the pattern prefers. It is immutable, so that several threads can use it at the same time.
package struct RegularExpression: Sendable {
  /// The instructions.
  package let program: PatternProgram
  private let first: FirstBytes
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
      var machine = PatternMachine(program, first: first, recordingGroups: false)
      return machine.firstMatch(in: bytes, from: 0, anyMatch: true) != nil
    }
  }

  /// The steps that a search in a text of `length` code points charges: 1 for each 40 (code point x
  /// instruction), rounded up.
  package func cost(length: Int) -> Int { (length * program.instructions.count + 39) / 40 }

  /// Calls `visit` with each match from left to right, without overlaps, until it returns `false`.
  /// An empty match directly after another match is skipped.
  ///
  /// A pattern such as `a|a.*b` may read far ahead for each match; code points that are read more
  /// than once are charged again.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - recordingGroups: Whether `visit` needs the groups.
  ///   - budget: Where repeated reads are charged.
  ///   - visit: Receives the slots of a match.
  /// - Returns: `false` if the budget is used up.
  func forEachMatch(
    in bytes: CodePoints.Bytes, recordingGroups: Bool, budget: inout Budget,
    _ visit: ([Int]) -> Bool
  ) -> Bool {
    var machine = PatternMachine(program, first: first, recordingGroups: recordingGroups)
    let isRun = run != nil && (!recordingGroups || groupCount == 0)
    var at = 0
    var lastEnd = -1
    while at <= bytes.count {
      let match =
        isRun
        ? run?.firstMatch(in: bytes, from: at)
        : machine.firstMatch(in: bytes, from: at)
      guard let match else { return true }
      let (start, end) = (match.slots[0], match.slots[1])
      // The machine must read one code point after a match to detect its end; that one is not
      // charged.
      let seen = end + (CodePoints.codePoint(at: end, in: bytes)?.length ?? 0)
      if match.reach > seen {
        let again = CodePoints.count(UnsafeBufferPointer(rebasing: bytes[seen..<match.reach]))
        guard budget.charge(cost(length: again)) else { return false }
      }
      if end > start || start != lastEnd {
        guard visit(match.slots) else { return true }
        lastEnd = end
      }
      at = end > start ? end : end + (CodePoints.codePoint(at: end, in: bytes)?.length ?? 1)
    }
    return true
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
    var machine = PatternMachine(program, first: first, recordingGroups: groupCount > 0)
    return machine.firstMatch(in: bytes, from: 0)?.slots
  }
}
