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
    var kept: [Chosen] = []
    for candidate in chosen {
      let isOverridden = chosen.contains { tree.isAncestor(candidate.state, of: $0.state) }
      if isOverridden { continue }
      let collides = kept.contains {
        conflict($0.move, candidate.move, tree: tree, active: active)
      }
      if !collides { kept.append(candidate) }
    }
    return kept
  }

  /// Whether two moves conflict. They do if both leave a common state, if one leaves a target of
  /// the other or an ancestor of it, or if both enter a child of the same resting composite.
  static func conflict(
    _ first: Traversal.Move?, _ second: Traversal.Move?, tree: ChartTree, active: StateSet
  ) -> Bool {
    guard let first, let second else { return false }
    if !first.left.isDisjoint(with: second.left) { return true }
    if leavesTarget(first, of: second, tree: tree) { return true }
    if leavesTarget(second, of: first, tree: tree) { return true }
    let shared = restingParents(first, tree: tree, active: active)
    return !shared.isDisjoint(with: restingParents(second, tree: tree, active: active))
  }

  private static func leavesTarget(
    _ move: Traversal.Move, of other: Traversal.Move, tree: ChartTree
  ) -> Bool {
    move.left.contains { left in other.targets.contains { tree.contains(left, $0) } }
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
