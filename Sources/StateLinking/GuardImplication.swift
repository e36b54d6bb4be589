package import CEL
import StateModel

/// Decides whether one guard implies another. The keys of a guard's parts are computed once, however
/// many guards it is compared with.
package struct GuardImplication: Sendable {
  private enum Join: Sendable {
    case and(Int, Int)
    case or(Int, Int)
    /// A term without `&&` and `||`.
    case none
  }

  private struct Part: Sendable {
    var join = Join.none
    /// The key of its meaning; `nil` where it is not compared.
    let key: String?
    /// The range that it allows for an int.
    let limit: IntLimits.Limit?
  }

  /// The whole guard comes first, and each part comes after the part that contains it.
  private var parts: [Part] = []

  /// The most parts, and the most pairs of parts that are compared. Beyond it the answer is no.
  private static let limit = 4_096
  /// The most pairs of parts that there may be.
  private static let tableLimit = 1 << 16

  /// - Parameters:
  ///   - guardCell: The guard.
  ///   - lets: The values of the `let` names in it.
  package init(_ guardCell: TypedSyntax, lets: [VariableIndex: TypedSyntax] = [:]) {
    let keys = CellKeys(lets: lets)
    var pending = [guardCell.root]
    var next = 0
    while next < pending.count, pending.count <= GuardImplication.limit {
      let index = pending[next]
      var part = Part(
        key: keys.key(index, in: guardCell), limit: IntLimits.limit(index, in: guardCell, keys))
      switch guardCell.kind(index) {
      case .and(let left, let right):
        part.join = .and(pending.count, pending.count + 1)
        pending += [left, right]
      case .or(let left, let right):
        part.join = .or(pending.count, pending.count + 1)
        pending += [left, right]
      default: break
      }
      parts.append(part)
      next += 1
    }
    if next < pending.count { parts = [] }
  }

  /// The key of the whole guard; `nil` where it is not compared.
  package var key: String? { parts.first?.key }

  /// Whether `other` is true wherever this is; false where that is not sure.
  package func implies(_ other: GuardImplication) -> Bool {
    guard let own = parts.first, let others = other.parts.first else { return false }
    // Most guards are a single comparison, which needs no table.
    if case .none = own.join, case .none = others.join {
      return GuardImplication.implies(own, others)
    }
    let count = parts.count * other.parts.count
    guard count <= GuardImplication.tableLimit else {
      return own.key != nil && own.key == others.key
    }
    var answers = Answers(of: Array(repeating: .none, count: count))
    return implies(0, 0, of: other, &answers)
  }

  private enum Answer { case none, no, yes }

  /// The answers for pairs of parts.
  private struct Answers {
    var of: [Answer]
    /// How many more pairs may be compared.
    var left = GuardImplication.limit
  }

  /// Whether one part implies a part of the other guard. The same pair occurs on many paths through
  /// `&&` and `||`, so its answer is kept.
  private func implies(
    _ one: Int, _ two: Int, of other: GuardImplication, _ answers: inout Answers
  ) -> Bool {
    let pair = one * other.parts.count + two
    switch answers.of[pair] {
    case .yes: return true
    case .no: return false
    case .none: break
    }
    answers.of[pair] = .no
    if answers.left == 0 { return false }
    answers.left -= 1
    let holds = worksOut(one, two, of: other, &answers)
    if holds { answers.of[pair] = .yes }
    return holds
  }

  private func worksOut(
    _ one: Int, _ two: Int, of other: GuardImplication, _ answers: inout Answers
  ) -> Bool {
    if let key = parts[one].key, key == other.parts[two].key { return true }
    if case .or(let left, let right) = parts[one].join {
      return implies(left, two, of: other, &answers) && implies(right, two, of: other, &answers)
    }
    switch other.parts[two].join {
    case .and(let left, let right):
      return implies(one, left, of: other, &answers) && implies(one, right, of: other, &answers)
    case .or(let left, let right):
      if implies(one, left, of: other, &answers) || implies(one, right, of: other, &answers) {
        return true
      }
    case .none: break
    }
    if case .and(let left, let right) = parts[one].join {
      return implies(left, two, of: other, &answers) || implies(right, two, of: other, &answers)
    }
    return GuardImplication.implies(parts[one], other.parts[two])
  }

  /// Whether one term implies another: equal keys, or a range of ints inside another.
  private static func implies(_ one: Part, _ other: Part) -> Bool {
    if let key = one.key, key == other.key { return true }
    guard let inner = one.limit, let outer = other.limit, inner.key == outer.key else {
      return false
    }
    guard let range = inner.range else { return true }
    guard let around = outer.range else { return false }
    return around.lowerBound <= range.lowerBound && range.upperBound <= around.upperBound
  }
}
