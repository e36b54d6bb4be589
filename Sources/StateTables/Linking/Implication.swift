package import CEL

/// Whether one guard can only hold where another does.
package struct Implication {
  private let keys: CellKeys

  /// - Parameter lets: What the `let` names of both rows stand for.
  package init(lets: [VariableIndex: TypedSyntax]) { keys = CellKeys(lets: lets) }

  /// Whether `second` is true wherever `first` is; false where that is not sure.
  package func holds(from first: TypedSyntax, to second: TypedSyntax) -> Bool {
    var search = ImplicationSearch(first: first, second: second, keys: keys)
    return search.holds(from: first.root, to: second.root)
  }
}

/// Pairs of parts of two guards: a part is met again on every way through `&&` and `||`, so each
/// pair is answered once.
private struct ImplicationSearch {
  private struct Pair: Hashable {
    let one: TypedSyntax.Index
    let other: TypedSyntax.Index
  }

  /// Beyond it nothing is sure.
  private static let pairs = 4_096

  let first: TypedSyntax
  let second: TypedSyntax
  let keys: CellKeys
  private var answers: [Pair: Bool] = [:]
  private var firstKeys: [TypedSyntax.Index: String?] = [:]
  private var secondKeys: [TypedSyntax.Index: String?] = [:]

  init(first: TypedSyntax, second: TypedSyntax, keys: CellKeys) {
    self.first = first
    self.second = second
    self.keys = keys
  }

  mutating func holds(from one: TypedSyntax.Index, to other: TypedSyntax.Index) -> Bool {
    let pair = Pair(one: one, other: other)
    if let answer = answers[pair] { return answer }
    guard answers.count < Self.pairs, first.nodes.indices.contains(Int(one)),
      second.nodes.indices.contains(Int(other))
    else { return false }
    answers[pair] = false
    let answer = isSame(one, other) || isImplied(from: one, to: other)
    answers[pair] = answer
    return answer
  }

  private mutating func isImplied(
    from one: TypedSyntax.Index, to other: TypedSyntax.Index
  ) -> Bool {
    let kind = first.nodes[Int(one)].kind
    if case .or(let left, let right) = kind {
      return holds(from: left, to: other) && holds(from: right, to: other)
    }
    switch second.nodes[Int(other)].kind {
    case .and(let left, let right):
      return holds(from: one, to: left) && holds(from: one, to: right)
    case .or(let left, let right):
      if holds(from: one, to: left) || holds(from: one, to: right) { return true }
    default: break
    }
    if case .and(let left, let right) = kind {
      return holds(from: left, to: other) || holds(from: right, to: other)
    }
    return isNarrower(one, other)
  }

  private mutating func isSame(_ one: TypedSyntax.Index, _ other: TypedSyntax.Index) -> Bool {
    let (first, second, keys) = (first, second, keys)
    guard let key = firstKeys.remembered(one, { keys.key(one, in: first) }) else { return false }
    return key == secondKeys.remembered(other, { keys.key(other, in: second) })
  }

  private func isNarrower(_ one: TypedSyntax.Index, _ other: TypedSyntax.Index) -> Bool {
    guard let inner = IntLimits.limit(one, in: first, keys),
      let outer = IntLimits.limit(other, in: second, keys), inner.key == outer.key
    else { return false }
    guard let range = inner.range else { return true }
    guard let around = outer.range else { return false }
    return around.lowerBound <= range.lowerBound && range.upperBound <= around.upperBound
  }
}

extension Dictionary {
  fileprivate mutating func remembered(_ key: Key, _ make: () -> Value) -> Value {
    if let value = self[key] { return value }
    let value = make()
    self[key] = value
    return value
  }
}
