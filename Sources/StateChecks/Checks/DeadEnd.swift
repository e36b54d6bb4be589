import CEL
import StateLinking
import StateModel

/// Reports states that cannot be left and are not `final`.
enum DeadEnd: DefinitionCheck {
  static let rule = RuleID.stateDeadEnd

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    let tree = context.tree
    let exits = context.checked.rows.compactMap { Exit($0, in: tree) }
    let exitsOf = Dictionary(grouping: exits, by: \.source)
    let outward = exits.filter { $0.isOutward(in: tree) }
    return tree.nodes.indices.compactMap { index in
      guard index != tree.root, tree[index].kind == .leaf, context.reached.contains(index) else {
        return nil
      }
      let path = tree.pathToRoot(from: index)
      func canLeave(by exits: some Sequence<Exit>) -> Bool {
        exits.contains { $0.canLeave(path, in: context) }
      }
      // Most states are left by their own rows or those around them; others are in other regions.
      if canLeave(by: path.lazy.flatMap { exitsOf[$0] ?? [] })
        || path.contains(where: { tree.isParallel($0) }) && canLeave(by: outward)
      {
        return nil
      }
      return Diagnostic(.state(.deadEnd(tree.name(index))), at: tree.nameLocation(index))
    }
  }

  /// What a row with targets may leave.
  private struct Exit {
    let source: StateIndex
    /// Whether it counts as leaving every leaf that is active with its source, because it enters
    /// states again, or those that a history holds.
    let leavesAll: Bool
    /// Its targets in document order.
    let targets: [StateIndex]

    /// - Returns: `nil` for a row without targets.
    init?(_ row: CheckedRow, in tree: StateTree) {
      guard let targets = row.targets?.map(\.state), !targets.isEmpty else { return nil }
      source = row.state
      leavesAll = row.reentry != .no || targets.contains { tree.isHistory($0) }
      self.targets = targets.sorted()
    }

    /// Whether it may leave a leaf of another region.
    func isOutward(in tree: StateTree) -> Bool {
      if leavesAll { return true }
      let region = tree.pathToRoot(from: source).first {
        tree.parent(of: $0).map(tree.isParallel) ?? false
      }
      return region.map { region in
        targets.contains { !tree.isAncestor(region, orSelf: $0) }
      } ?? false
    }

    /// Whether it may leave a leaf: it can run while the leaf is active, and goes elsewhere.
    ///
    /// - Parameters:
    ///   - path: The leaf, and the states around it up to the root.
    ///   - context: The definition.
    /// - Returns: Whether the leaf is left then.
    func canLeave(_ path: [StateIndex], in context: DefinitionContext) -> Bool {
      let (tree, leaf) = (context.tree, path[0])
      guard tree.canBeActiveTogether(source, leaf) else { return false }
      if leavesAll { return true }
      return zip(path.dropFirst(), path).contains { outer, inner in
        if isTarget(outer), !DeadEnd.isEntered(path, byDefaultOf: outer, context) { return true }
        if tree.isParallel(outer) { return false }
        // A target beside the inner state: that one and the leaf are not active together.
        return targetCount(before: tree.end(of: outer)) - targetCount(before: outer + 1)
          > targetCount(before: tree.end(of: inner)) - targetCount(before: inner)
      }
    }

    private func isTarget(_ state: StateIndex) -> Bool {
      targetCount(before: state + 1) > targetCount(before: state)
    }

    /// The number of targets before a state in document order.
    private func targetCount(before state: StateIndex) -> Int {
      targets.partitioningIndex { $0 >= state }
    }
  }

  /// Whether a leaf, the first of a path to the root, is active after a state of the path is entered
  /// by itself.
  private static func isEntered(
    _ path: [StateIndex], byDefaultOf outer: StateIndex, _ context: DefinitionContext
  ) -> Bool {
    let (tree, leaf) = (context.tree, path[0])
    var state = outer
    while state != leaf {
      var next = path.first { tree.parent(of: $0) == state } ?? leaf
      if !tree.isParallel(state) {
        let initial = context.checked.states[state].initial.map(\.state)
        guard initial.allSatisfy({ tree.canBeActiveTogether($0, leaf) }) else { return false }
        // Of these, the deepest that holds the leaf too; its other regions are entered by default.
        guard let deepest = initial.map({ tree.commonAncestor($0, leaf) }).max() else {
          return false
        }
        next = deepest
      }
      if next <= state { return false }
      state = next
    }
    return true
  }
}
