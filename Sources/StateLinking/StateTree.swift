package import StateModel

/// The states of a definition as a flat list in document order, with parents by index.
///
/// Invariants: node 0 is the root; a parent comes before its children; the descendants of a node
/// are the nodes after it and before its `end`.
package struct StateTree {
  package struct Node {
    package let state: Definition.State
    package let pointer: Pointer
    package let parent: StateIndex?
    package let kind: CheckedState.Kind
    package var children: [StateIndex] = []
    package var end: StateIndex

    fileprivate init(
      state: Definition.State, pointer: Pointer, parent: StateIndex?, end: StateIndex
    ) {
      (self.state, self.pointer, self.parent, self.end) = (state, pointer, parent, end)
      if let history = state.history {
        kind = .history(history)
      } else if state.isFinal {
        kind = .final
      } else if (state.children ?? []).isEmpty {
        kind = .leaf
      } else {
        kind = state.isParallel ? .parallel : .composite
      }
    }
  }

  package private(set) var nodes: [Node] = []
  /// The first node of each name.
  package private(set) var byName: [String: StateIndex] = [:]
  /// Whether a state needs children that it does not have.
  private(set) var lacksStates = false

  package init(root: Definition.State) {
    var pending: [(Definition.State, Pointer, StateIndex?)] = []
    let minimumCount = (root.children?.count ?? 0) + 1
    nodes.reserveCapacity(minimumCount)
    pending.reserveCapacity(minimumCount)
    pending.append((root, .root, nil))
    while let (state, pointer, parent) = pending.popLast() {
      let index = nodes.count
      nodes.append(Node(state: state, pointer: pointer, parent: parent, end: index + 1))
      if let parent { nodes[parent].children.append(index) }
      if byName[state.name] == nil { byName[state.name] = index }
      // Pushed in reverse, so that they are popped in document order.
      for (position, child) in (state.children ?? []).enumerated().reversed() {
        pending.append((child, pointer["states"][position], index))
      }
    }
    // Children come before their parent here, so each `end` is complete when its parent reads it.
    for index in nodes.indices.reversed() {
      if let parent = nodes[index].parent {
        nodes[parent].end = max(nodes[parent].end, nodes[index].end)
      }
    }
    lacksStates = nodes.contains { node in
      guard node.state.isParallel || node.state.initial != nil else { return false }
      let count = node.children.count { nodes[$0].state.history == nil }
      if node.state.isParallel { return count < 2 }
      return count == 0 && node.state.initial != .rest
    }
  }

  package var root: StateIndex { 0 }

  /// Yields the node in place, without a copy.
  package subscript(index: StateIndex) -> Node { _read { yield nodes[index] } }

  package func name(_ index: StateIndex) -> String { nodes[index].state.name }

  /// Where the name of a state is.
  package func nameLocation(_ index: StateIndex) -> Diagnostic.Location {
    Diagnostic.Location(
      nodes[index].pointer["state"], range: 0..<nodes[index].state.name.utf8.count)
  }

  /// The state, then its ancestors, the root last.
  package func pathToRoot(from index: StateIndex) -> [StateIndex] {
    var path = [index]
    var next = index
    while let parent = nodes[next].parent {
      path.append(parent)
      next = parent
    }
    return path
  }

  /// Children that can be active: all but histories.
  package func childrenWithoutHistories(_ index: StateIndex) -> [StateIndex] {
    nodes[index].children.filter { !isHistory($0) }
  }

  package func isHistory(_ index: StateIndex) -> Bool {
    if case .history = nodes[index].kind { true } else { false }
  }

  /// The final children, which end the state.
  package func finals(of index: StateIndex) -> [StateIndex] {
    nodes[index].children.filter { nodes[$0].kind == .final }
  }

  /// Whether `done.x` can be raised for this state.
  package func canBeDone(_ index: StateIndex) -> Bool {
    if index == root { return false }
    return switch nodes[index].kind {
    case .composite: !finals(of: index).isEmpty
    case .parallel:
      childrenWithoutHistories(index).allSatisfy {
        nodes[$0].kind == .composite && !finals(of: $0).isEmpty
      }
    case .leaf, .final, .history: false
    }
  }

  /// Why `done.x` is never raised: the first region without a final child; of a state that is not
  /// parallel, the state itself.
  package func firstWithoutFinal(in index: StateIndex) -> StateIndex {
    guard nodes[index].kind == .parallel else { return index }
    return childrenWithoutHistories(index).first { finals(of: $0).isEmpty } ?? index
  }

  /// The names of all states, in document order.
  package var names: [String] { nodes.map(\.state.name) }
}

extension StateTree: NestedStates {
  package func parent(of state: StateIndex) -> StateIndex? { nodes[state].parent }
  package func end(of state: StateIndex) -> StateIndex { nodes[state].end }
  package func isParallel(_ state: StateIndex) -> Bool { nodes[state].kind == .parallel }
}
