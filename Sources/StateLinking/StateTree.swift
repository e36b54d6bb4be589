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
    package var children: [StateIndex] = []
    package var end: StateIndex

    package var kind: CheckedState.Kind {
      if let history = state.history { return .history(history) }
      if state.isFinal { return .final }
      guard let children = state.children, !children.isEmpty else { return .leaf }
      return state.isParallel ? .parallel : .composite
    }
  }

  package private(set) var nodes: [Node] = []
  /// The first node of each name.
  package private(set) var byName: [String: StateIndex] = [:]

  package init(root: Definition.State) {
    var pending: [(Definition.State, Pointer, StateIndex?)] = []
    let few = (root.children?.count ?? 0) + 1
    nodes.reserveCapacity(few)
    pending.reserveCapacity(few)
    pending.append((root, .root, nil))
    while let (state, pointer, parent) = pending.popLast() {
      let index = nodes.count
      nodes.append(Node(state: state, pointer: pointer, parent: parent, end: index + 1))
      if let parent { nodes[parent].children.append(index) }
      if byName[state.name] == nil { byName[state.name] = index }
      for (position, child) in (state.children ?? []).enumerated().reversed() {
        pending.append((child, pointer["states"][position], index))
      }
    }
    for index in nodes.indices.reversed() {
      if let parent = nodes[index].parent {
        nodes[parent].end = max(nodes[parent].end, nodes[index].end)
      }
    }
  }

  package var root: StateIndex { 0 }

  package subscript(index: StateIndex) -> Node { _read { yield nodes[index] } }

  package func name(_ index: StateIndex) -> String { nodes[index].state.name }

  /// Where the name of a state is.
  package func nameLocation(_ index: StateIndex) -> Diagnostic.Location {
    Diagnostic.Location(
      nodes[index].pointer["state"].text, range: 0..<nodes[index].state.name.utf8.count)
  }

  /// The state and its ancestors, up to the root.
  package func path(to index: StateIndex) -> [StateIndex] {
    var path = [index]
    var next = index
    while let parent = nodes[next].parent {
      path.append(parent)
      next = parent
    }
    return path
  }

  /// Children that can be active: all but histories.
  package func activeChildren(_ index: StateIndex) -> [StateIndex] {
    nodes[index].children.filter { nodes[$0].state.history == nil }
  }

  package func isHistory(_ index: StateIndex) -> Bool { nodes[index].state.history != nil }

  /// The final children, which end the state.
  package func finals(of index: StateIndex) -> [StateIndex] {
    nodes[index].children.filter { nodes[$0].kind == .final }
  }

  /// Whether `done.x` can be raised for this state.
  package func canBeDone(_ index: StateIndex) -> Bool {
    switch nodes[index].kind {
    case _ where index == root: false
    case .composite: !finals(of: index).isEmpty
    case .parallel:
      activeChildren(index).allSatisfy { nodes[$0].kind == .composite && !finals(of: $0).isEmpty }
    case .leaf, .final, .history: false
    }
  }

  /// The state without a final child because of which `done.x` is never raised: the first such
  /// region, or the state itself.
  package func firstOpen(in index: StateIndex) -> StateIndex {
    guard nodes[index].kind == .parallel else { return index }
    return activeChildren(index).first { finals(of: $0).isEmpty } ?? index
  }

  /// The states whose names `goTo` may use.
  package var names: [String] { nodes.map(\.state.name) }
}

extension StateTree: NestedStates {
  package func parent(of state: StateIndex) -> StateIndex? { nodes[state].parent }
  package func end(of state: StateIndex) -> StateIndex { nodes[state].end }
  package func isParallel(_ state: StateIndex) -> Bool { nodes[state].kind == .parallel }
}
