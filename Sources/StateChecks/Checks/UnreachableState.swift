import StateLinking
package import StateModel

/// Reports states that no chain of rows leads to.
package enum UnreachableState: DefinitionCheck {
  static let rule = RuleID.stateUnreachable

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    let topmost = context.tree.nodes.indices.filter { index in
      guard let parent = context.tree[index].parent else { return false }
      return !context.reached.contains(index) && context.reached.contains(parent)
    }
    if topmost.isEmpty { return [] }
    return causes(among: topmost, in: context).map { index in
      Diagnostic(
        .state(.unreachable(context.tree.name(index))), at: context.tree.nameLocation(index))
    }
  }

  /// The states to which the other unreachable states do not lead: once these are reached, all are.
  /// Of a loop, the first in document order. `topmost` are the unreachable states whose parents are
  /// reached, in document order.
  private static func causes(
    among topmost: [StateIndex], in context: DefinitionContext
  ) -> [StateIndex] {
    let positions = Dictionary(uniqueKeysWithValues: zip(topmost, topmost.indices))
    func position(_ state: StateIndex) -> Int? {
      context.tree.pathToRoot(from: state).lazy.compactMap { positions[$0] }.first
    }
    var successors: [[Int]] = Array(repeating: [], count: topmost.count)
    for row in context.checked.rows {
      guard let source = position(row.state) else { continue }
      successors[source] += (row.targets ?? []).compactMap { position($0.state) }
    }
    var covered: Set<Int> = []
    var causes: [Int] = []
    // Backwards, what leads to a state comes before it; of a loop, the first member that was visited.
    for start in DependencyOrder(successors).order.reversed()
    where covered.insert(start).inserted {
      causes.append(start)
      var pending = [start]
      while let next = pending.popLast() {
        pending += successors[next].filter { covered.insert($0).inserted }
      }
    }
    return causes.sorted().map { topmost[$0] }
  }

  /// Reports a state to which rows lead whose guards never held in any explored step.
  package static func neverEntered(_ name: String, pointer: String) -> Diagnostic {
    Diagnostic(
      .state(.neverEntered(name)), at: .init(pointer + "/state", range: 0..<name.utf8.count))
  }
}
