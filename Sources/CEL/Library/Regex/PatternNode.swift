/// The syntax tree of a regular expression; groups are nested at most `Limits.nesting` deep.
indirect enum PatternNode: Sendable {
  /// Matches the empty text.
  case empty
  /// Matches one code point of the set.
  case one(CodePointSet)
  /// Matches the empty text if the assertion holds.
  case assertion(PatternAssertion)
  /// A group and its number, from 1.
  case group(PatternNode, Int)
  case sequence([PatternNode])
  /// The first alternative that leads to a match is preferred.
  case alternatives([PatternNode])
  /// From `least` to `most` repetitions (no maximum if `nil`).
  case repetition(PatternNode, least: Int, most: Int?, isGreedy: Bool)

  /// Whether it can match the empty text.
  var isNullable: Bool {
    switch self {
    case .empty, .assertion: true
    case .one: false
    case .group(let inside, _): inside.isNullable
    case .sequence(let parts): parts.allSatisfy(\.isNullable)
    case .alternatives(let branches): branches.contains(where: \.isNullable)
    case .repetition(let inside, let least, _, _): least == 0 || inside.isNullable
    }
  }

  /// Whether it matches only at the start of the text.
  var isAnchored: Bool {
    switch self {
    case .assertion(let assertion): assertion == .textStart
    case .empty, .one: false
    case .group(let inside, _): inside.isAnchored
    case .sequence(let parts): parts.first?.isAnchored ?? false
    case .alternatives(let branches): branches.allSatisfy(\.isAnchored)
    case .repetition(let inside, let least, _, _): least > 0 && inside.isAnchored
    }
  }
}

/// A condition on the position between two code points.
package enum PatternAssertion: Int32, Sendable {
  case textStart, textEnd, lineStart, lineEnd, wordBoundary, noWordBoundary

  /// Whether it holds between two code points; `nil` is the start or end of the text.
  @inline(__always)
  func holds(between previous: UInt32?, and next: UInt32?) -> Bool {
    switch self {
    case .textStart: previous == nil
    case .textEnd: next == nil
    case .lineStart: previous == nil || previous == 0x0A
    case .lineEnd: next == nil || next == 0x0A
    case .wordBoundary: Self.isWord(previous) != Self.isWord(next)
    case .noWordBoundary: Self.isWord(previous) == Self.isWord(next)
    }
  }

  private static func isWord(_ codePoint: UInt32?) -> Bool {
    switch codePoint {
    case .some(0x30...0x39), .some(0x41...0x5A), .some(0x61...0x7A), .some(0x5F): true
    default: false
    }
  }
}
