import StateModel

/// States in document order: the descendants of one are those after it, before its end.
package protocol NestedStates {
  func parent(of state: StateIndex) -> StateIndex?
  func end(of state: StateIndex) -> StateIndex
  func isParallel(_ state: StateIndex) -> Bool
}

extension NestedStates {
  package func isAncestor(_ ancestor: StateIndex, orSelf state: StateIndex) -> Bool {
    ancestor <= state && state < end(of: ancestor)
  }

  /// The deepest state that holds both.
  package func commonAncestor(_ left: StateIndex, _ right: StateIndex) -> StateIndex {
    var candidate = left
    while !isAncestor(candidate, orSelf: right), let parent = parent(of: candidate) {
      candidate = parent
    }
    return candidate
  }

  /// Whether both can be active in one configuration.
  package func canBeActiveTogether(_ left: StateIndex, _ right: StateIndex) -> Bool {
    if isAncestor(left, orSelf: right) || isAncestor(right, orSelf: left) { return true }
    return isParallel(commonAncestor(left, right))
  }
}

extension CheckedDefinition: NestedStates {
  package func parent(of state: StateIndex) -> StateIndex? { states[state].parent }
  package func end(of state: StateIndex) -> StateIndex { states[state].end }
  package func isParallel(_ state: StateIndex) -> Bool { states[state].kind == .parallel }
}
