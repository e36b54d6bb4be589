import StateLinking
import StateModel

/// The states that some sequence of rows can reach, if every guard can be true.
struct Reachability {
  let tree: StateTree
  let checked: CheckedDefinition
  private(set) var reached: Set<StateIndex> = []
  private var entered: Set<StateIndex> = []
  /// Reached states whose rows are not followed yet.
  private var pending: [StateIndex] = []

  init(tree: StateTree, checked: CheckedDefinition) {
    self.tree = tree
    self.checked = checked
    var targets: [[StateIndex]] = Array(repeating: [], count: tree.nodes.count)
    for row in checked.rows { targets[row.state] += (row.targets ?? []).map(\.state) }
    enter(tree.root)
    while let state = pending.popLast() {
      for target in targets[state] { enter(target) }
    }
  }

  /// Enters a state as a target, with its initial states, its ancestors and their regions.
  private mutating func enter(_ start: StateIndex) {
    var states = [start]
    while let state = states.popLast() {
      guard entered.insert(state).inserted else { continue }
      for above in tree.pathToRoot(from: state) where reached.insert(above).inserted {
        pending.append(above)
        if tree[above].kind == .parallel { states += tree.childrenWithoutHistories(above) }
      }
      switch tree[state].kind {
      case .composite, .history:
        if checked.states.indices.contains(state) {
          states += checked.states[state].initial.map(\.state)
        }
      case .parallel: states += tree.childrenWithoutHistories(state)
      case .leaf, .final: break
      }
    }
  }
}
