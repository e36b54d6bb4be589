/// A state that cannot be left and does not say that it is an end.
enum DeadEnd: WholeCheck {
  static let rule = Rule("state/dead-end", .warning)

  static let reliesOn: Set<Findings.Aspect> = [.states, .rows, .events]

  static func findings(in whole: Whole) -> [Diagnostic] {
    let tree = whole.tree
    return tree.nodes.indices.compactMap { index in
      guard index != tree.root, tree[index].kind == .leaf, whole.reached.contains(index),
        !whole.checked.rows.contains(where: { canLeave(index, by: $0, in: whole) })
      else { return nil }
      return finding(
        "`\(tree.name(index))` cannot be left and is not `final`", at: tree.nameLocation(index))
    }
  }

  /// Whether a row may leave a leaf: it can run while the leaf is active, and goes elsewhere.
  private static func canLeave(
    _ leaf: StateIndex, by row: CheckedRow, in whole: Whole
  ) -> Bool {
    guard whole.tree.canBeActiveTogether(row.state, leaf) else { return false }
    return (row.targets ?? []).contains { target in
      if target.state == leaf { return row.reentry != .no }
      if row.reentry != .no { return true }
      if whole.tree.isHistory(target.state) { return true }
      if whole.tree.isAncestor(target.state, orSelf: leaf) {
        return !staysInside(target.state, leaf, whole)
      }
      return !whole.tree.canBeActiveTogether(target.state, leaf)
    }
  }

  /// Whether a target above a leaf leads to it again by its `initial`.
  private static func staysInside(
    _ target: StateIndex, _ leaf: StateIndex, _ whole: Whole
  ) -> Bool {
    whole.checked.states[target].initial.allSatisfy {
      whole.tree.isAncestor($0.state, orSelf: leaf)
    } && !whole.checked.states[target].initial.isEmpty || whole.tree[target].kind == .parallel
  }
}
