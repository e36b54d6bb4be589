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
}
