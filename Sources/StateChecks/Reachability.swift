import StateLinking
import StateModel

/// The states that some sequence of rows can reach, if every guard can be true.
struct Reachability {
  let tree: StateTree
  let checked: CheckedDefinition
  private(set) var reached: Set<StateIndex> = []
  private var entered: Set<StateIndex> = []

  init(tree: StateTree, checked: CheckedDefinition) {
    self.tree = tree
    self.checked = checked
    enter(tree.root)
    var isDone = false
    while !isDone {
      isDone = true
      for row in checked.rows where reached.contains(row.state) {
        for target in row.targets ?? [] where !entered.contains(target.state) {
          enter(target.state)
          isDone = false
        }
      }
    }
  }

  /// Enters a state as a target, with its initial states, its ancestors and their regions.
  private mutating func enter(_ start: StateIndex) {
    var pending = [start]
    while let state = pending.popLast() {
      guard entered.insert(state).inserted else { continue }
      for above in tree.pathToRoot(from: state) where reached.insert(above).inserted {
        if tree[above].kind == .parallel { pending += tree.childrenWithoutHistories(above) }
      }
      switch tree[state].kind {
      case .composite, .history:
        if checked.states.indices.contains(state) {
          pending += checked.states[state].initial.map(\.state)
        }
      case .parallel: pending += tree.childrenWithoutHistories(state)
      case .leaf, .final: break
      }
    }
  }
}
