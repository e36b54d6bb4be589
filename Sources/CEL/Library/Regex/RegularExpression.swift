/// A regular expression in RE2's syntax, compiled once, matched in time linear in the text.
///
/// Code points throughout; the leftmost match is found, and of those that begin there the one that
/// the pattern prefers. Immutable, so that many may use it at once.
package struct RegularExpression: Sendable {
  /// Its instructions.
  package let program: PatternProgram
  private let first: FirstBytes
  private let run: ClassRun?
  private let automaton: PatternAutomaton?

  /// Reads and compiles `pattern`. For one use alone the tables that make `matches` fast are not
  /// worth their making.
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

  /// How many groups the pattern has.
  package var groupCount: Int { program.groupCount }

  /// The bytes with which a match can begin, in ranges; none if it can begin anywhere.
  package var firstBytes: [ClosedRange<UInt8>] { first.ranges }

  /// Whether some part of `text` matches.
  package func matches(_ text: String) -> Bool {
    CodePoints.withBytes(text) { bytes in
      if let run { return run.firstMatch(in: bytes, from: 0) != nil }
      if let automaton { return automaton.matches(bytes) }
      var machine = PatternMachine(program, first: first, notingGroups: false)
      return machine.firstMatch(in: bytes, from: 0, anyMatch: true) != nil
    }
  }

  /// The steps that searching a text of so many code points charges: 1 for each 40 (code point x
  /// instruction) begun.
  package func cost(length: Int) -> Int { (length * program.instructions.count + 39) / 40 }

  /// Visits all matches that do not overlap from left to right, until `visit` says `false`; an empty
  /// one right behind another is none.
  ///
  /// A pattern such as `a|a.*b` may look far ahead for each match; what it reads more than once is
  /// charged again.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - notingGroups: Whether `visit` wants the groups.
  ///   - budget: Where second looks are charged.
  ///   - visit: Gets the slots of a match.
  /// - Returns: `false` if the budget is spent.
  func forEachMatch(
    in bytes: CodePoints.Bytes, notingGroups: Bool, budget: inout Budget,
    _ visit: ([Int]) -> Bool
  ) -> Bool {
    var machine = PatternMachine(program, first: first, notingGroups: notingGroups)
    let isRun = run != nil && (!notingGroups || groupCount == 0)
    var at = 0
    var lastEnd = -1
    while at <= bytes.count {
      let match =
        isRun
        ? run?.firstMatch(in: bytes, from: at)
        : machine.firstMatch(in: bytes, from: at)
      guard let match else { return true }
      let (start, end) = (match.slots[0], match.slots[1])
      // The one code point after a match is what a machine has to see to know that it ends.
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

  /// The first match in `text`: byte offsets of its start and end, then of each group up to the
  /// ninth, -1 where one took no part.
  package func slots(in text: String) -> [Int]? {
    CodePoints.withBytes(text) { firstMatch(in: $0) }
  }

  /// The first match: slots of its start and end, then of each group, -1 where one took no part.
  func firstMatch(in bytes: CodePoints.Bytes) -> [Int]? {
    if let run, groupCount == 0 { return run.firstMatch(in: bytes, from: 0)?.slots }
    var machine = PatternMachine(program, first: first, notingGroups: groupCount > 0)
    return machine.firstMatch(in: bytes, from: 0)?.slots
  }
}
