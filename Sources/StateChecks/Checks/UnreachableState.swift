import StateLinking
package import StateModel

/// Reports states that no chain of rows leads to.
package enum UnreachableState: DefinitionCheck {
  static let rule = RuleID.stateUnreachable

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    if context.tree.nodes.count == 1 { return [] }
    let reached = context.reached
    let open = context.tree.nodes.indices.filter { index in
      guard let parent = context.tree[index].parent else { return false }
      return !reached.contains(index) && reached.contains(parent)
    }
    return roots(of: open, in: context).map { index in
      Diagnostic(
        .state(.unreachable(context.tree.name(index))), at: context.tree.nameLocation(index))
    }
  }

  /// The unreachable states that the other unreachable states do not lead to: once these are
  /// reached, all are. Of a loop, the first in document order.
  private static func roots(of open: [StateIndex], in context: DefinitionContext) -> [StateIndex] {
    var leads: [StateIndex: Set<StateIndex>] = [:]
    let isOpen = Set(open)
    func openPath(_ state: StateIndex) -> [StateIndex] {
      context.tree.pathToRoot(from: state).filter(isOpen.contains)
    }
    for row in context.checked.rows {
      guard let targets = row.targets, !targets.isEmpty else { continue }
      let starts = openPath(row.state)
      if starts.isEmpty { continue }
      for to in targets.flatMap({ openPath($0.state) }) {
        for from in starts where from != to { leads[from, default: []].insert(to) }
      }
    }
    func reach(_ start: StateIndex) -> Set<StateIndex> {
      var seen: Set<StateIndex> = [start]
      var pending = [start]
      while let next = pending.popLast() {
        for to in leads[next] ?? [] where seen.insert(to).inserted { pending.append(to) }
      }
      return seen
    }
    let targets = Set(leads.values.flatMap(\.self))
    var roots = open.filter { !targets.contains($0) }
    var covered = Set(roots.flatMap(reach))
    for state in open where !covered.contains(state) {
      roots.append(state)
      covered.formUnion(reach(state))
    }
    return roots
  }

  /// A state that rows lead to, but whose guards never hold.
  package static func neverEntered(_ name: String, pointer: String) -> Diagnostic {
    Diagnostic(
      .state(.neverEntered(name)), at: .init(pointer + "/state", range: 0..<name.utf8.count))
  }
}
