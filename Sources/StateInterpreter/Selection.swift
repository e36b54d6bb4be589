/// Decides which of the rows that the leaves chose run together in one microstep.
enum Selection {
  /// A row that a leaf chose.
  struct Chosen: Equatable, Sendable {
    var row: Int
    /// The state of the row.
    var state: Int
    /// The states it leaves and enters; `nil` without a `goTo`, which conflicts with nothing.
    var move: Traversal.Move?
  }

  /// The rows that run, in order. An inner row overrides the rows of its state's ancestors. Of two
  /// other rows that would change the same part of the tree, the one chosen first runs.
  static func resolve(_ chosen: [Chosen], tree: ChartTree, active: StateSet) -> [Chosen] {
    guard chosen.count > 1 else { return chosen }
    var overridden = StateSet()
    for row in chosen { tree.add(above: row.state, to: &overridden) }
    var kept: [Chosen] = []
    var taken = Claims()
    for candidate in chosen where !overridden.contains(candidate.state) {
      if let move = candidate.move {
        let claims = Claims(move, tree: tree, active: active)
        if claims.conflict(with: taken) { continue }
        taken.formUnion(claims)
      }
      kept.append(candidate)
    }
    return kept
  }

  /// The states that moves need for themselves.
  private struct Claims {
    var left = StateSet()
    /// The targets and their ancestors.
    var aims = StateSet()
    /// The composites without an active child that get one.
    var resting = StateSet()

    init() {}

    init(_ move: Traversal.Move, tree: ChartTree, active: StateSet) {
      left = move.left
      for target in move.targets {
        aims.insert(target)
        tree.add(above: target, to: &aims)
      }
      resting = restingParents(move, tree: tree, active: active)
    }

    mutating func formUnion(_ other: Claims) {
      left.formUnion(other.left)
      aims.formUnion(other.aims)
      resting.formUnion(other.resting)
    }

    /// Moves conflict if both leave a common state, if one leaves a target of the other or an
    /// ancestor of it, or if both enter a child of the same resting composite.
    func conflict(with other: Claims) -> Bool {
      !left.isDisjoint(with: other.left) || !left.isDisjoint(with: other.aims)
        || !aims.isDisjoint(with: other.left) || !resting.isDisjoint(with: other.resting)
    }
  }

  /// The composites without an active child that a move gives one.
  private static func restingParents(
    _ move: Traversal.Move, tree: ChartTree, active: StateSet
  ) -> StateSet {
    var resting = StateSet()
    for state in move.entered {
      let parent = max(tree.parents[state], 0)
      if active.contains(parent), tree.kinds[parent] == .composite,
        tree.isLeaf(parent, in: active)
      {
        resting.insert(parent)
      }
    }
    return resting
  }
}
