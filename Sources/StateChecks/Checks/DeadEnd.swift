import StateLinking
import StateModel

/// Reports states that cannot be left and are not `final`.
enum DeadEnd: DefinitionCheck {
  static let rule = RuleID.stateDeadEnd

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    let tree = context.tree
    let rows = context.checked.rows
    let rowsOf = Dictionary(grouping: rows.indices) { rows[$0].state }
    return tree.nodes.indices.compactMap { index in
      guard index != tree.root, tree[index].kind == .leaf, context.reached.contains(index) else {
        return nil
      }
      let path = tree.pathToRoot(from: index)
      func canLeave(by rows: some Sequence<CheckedRow>) -> Bool {
        rows.contains { self.canLeave(index, by: $0, in: context) }
      }
      // Most states are left by their own rows or those around them; others are in other regions.
      if canLeave(by: path.lazy.flatMap { rowsOf[$0] ?? [] }.map { rows[$0] })
        || path.contains(where: { tree[$0].kind == .parallel }) && canLeave(by: rows)
      {
        return nil
      }
      return Diagnostic(.state(.deadEnd(tree.name(index))), at: tree.nameLocation(index))
    }
  }

  /// Whether a row may leave a leaf: it can run while the leaf is active, and goes elsewhere.
  private static func canLeave(
    _ leaf: StateIndex, by row: CheckedRow, in context: DefinitionContext
  ) -> Bool {
    guard context.tree.canBeActiveTogether(row.state, leaf) else { return false }
    return (row.targets ?? []).contains { target in
      if target.state == leaf { return row.reentry != .no }
      if row.reentry != .no { return true }
      if context.tree.isHistory(target.state) { return true }
      if context.tree.isAncestor(target.state, orSelf: leaf) {
        return !staysInside(target.state, leaf, context)
      }
      return !context.tree.canBeActiveTogether(target.state, leaf)
    }
  }

  /// Whether the `initial` of a target above a leaf leads back to the leaf.
  private static func staysInside(
    _ target: StateIndex, _ leaf: StateIndex, _ context: DefinitionContext
  ) -> Bool {
    context.checked.states[target].initial.allSatisfy {
      context.tree.isAncestor($0.state, orSelf: leaf)
    } && !context.checked.states[target].initial.isEmpty || context.tree[target].kind == .parallel
  }
}
