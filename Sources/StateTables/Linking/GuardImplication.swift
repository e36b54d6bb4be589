package import CEL

/// A guard as others are compared with it: what its parts mean is put into words once, however many
/// guards it is compared with.
package struct GuardImplication: Sendable {
  private enum Join: Sendable {
    case and(Int, Int)
    case or(Int, Int)
    /// It is a term: nothing that `&&` or `||` joins.
    case none
  }

  private struct Part: Sendable {
    var join = Join.none
    /// What it means; `nil` where that is not compared.
    let key: String?
    /// What it leaves of an int.
    let limit: IntLimits.Limit?
  }

  /// The whole first; parts after what they are parts of.
  private var parts: [Part] = []

  /// The most parts, and the most pairs of parts that are compared: beyond it nothing is sure.
  private static let limit = 4_096
  /// The most pairs of parts that there may be.
  private static let tableLimit = 1 << 16

  /// - Parameters:
  ///   - guardCell: The guard.
  ///   - lets: What the `let` names in it stand for.
  package init(_ guardCell: TypedSyntax, lets: [VariableIndex: TypedSyntax] = [:]) {
    let keys = CellKeys(lets: lets)
    var pending = [guardCell.root]
    var next = 0
    while next < pending.count, pending.count <= GuardImplication.limit {
      let index = pending[next]
      var part = Part(
        key: keys.key(index, in: guardCell), limit: IntLimits.limit(index, in: guardCell, keys))
      if guardCell.nodes.indices.contains(Int(index)) {
        switch guardCell.nodes[Int(index)].kind {
        case .and(let left, let right):
          part.join = .and(pending.count, pending.count + 1)
          pending += [left, right]
        case .or(let left, let right):
          part.join = .or(pending.count, pending.count + 1)
          pending += [left, right]
        default: break
        }
      }
      parts.append(part)
      next += 1
    }
    if next < pending.count { parts = [] }
  }

  /// What the whole guard means; `nil` where that is not compared.
  var key: String? { parts.first?.key }

  /// Whether `other` is true wherever this is; false where that is not sure.
  package func implies(_ other: GuardImplication) -> Bool {
    guard let own = parts.first, let others = other.parts.first else { return false }
    // Most guards are a single comparison: nothing is to be remembered.
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

  /// What is known of pairs of parts.
  private struct Answers {
    var of: [Answer]
    /// How many more pairs may be asked about.
    var left = GuardImplication.limit
  }

  /// Whether one part implies one of the other guard. A part is met again on every way through `&&`
  /// and `||`, so each pair is answered once.
  private func implies(
    _ one: Int, _ two: Int, of other: GuardImplication, _ answers: inout Answers
  ) -> Bool {
    let place = one * other.parts.count + two
    switch answers.of[place] {
    case .yes: return true
    case .no: return false
    case .none: break
    }
    answers.of[place] = .no
    if answers.left == 0 { return false }
    answers.left -= 1
    let holds = worksOut(one, two, of: other, &answers)
    if holds { answers.of[place] = .yes }
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

  /// The same of two terms.
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
