package import CEL

/// Whether one guard can only hold where another does.
package struct Implication {
  private let keys: CellKeys

  /// - Parameter lets: What the `let` names of both rows stand for.
  package init(lets: [VariableIndex: TypedSyntax]) { keys = CellKeys(lets: lets) }

  /// Whether `second` is true wherever `first` is; false where that is not sure.
  package func holds(from first: TypedSyntax, to second: TypedSyntax) -> Bool {
    holds(first.root, first, second.root, second, 0)
  }

  private func holds(
    _ one: TypedSyntax.Index, _ first: TypedSyntax, _ other: TypedSyntax.Index,
    _ second: TypedSyntax, _ depth: Int
  ) -> Bool {
    guard depth < 20, first.nodes.indices.contains(Int(one)),
      second.nodes.indices.contains(Int(other))
    else { return false }
    func go(_ one: TypedSyntax.Index, _ other: TypedSyntax.Index) -> Bool {
      holds(one, first, other, second, depth + 1)
    }
    if let key = keys.key(one, in: first), key == keys.key(other, in: second) { return true }
    if case .or(let left, let right) = first.nodes[Int(one)].kind {
      return go(left, other) && go(right, other)
    }
    switch second.nodes[Int(other)].kind {
    case .and(let left, let right): return go(one, left) && go(one, right)
    case .or(let left, let right): if go(one, left) || go(one, right) { return true }
    default: break
    }
    if case .and(let left, let right) = first.nodes[Int(one)].kind {
      return go(left, other) || go(right, other)
    }
    guard let inner = IntLimits.limit(one, in: first, keys),
      let outer = IntLimits.limit(other, in: second, keys), inner.key == outer.key
    else { return false }
    guard let range = inner.range else { return true }
    guard let around = outer.range else { return false }
    return around.lowerBound <= range.lowerBound && range.upperBound <= around.upperBound
  }
}
