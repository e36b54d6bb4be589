import CEL
import StateLinking
import StateModel

/// The tree of states as chart algorithms need it: kinds and links, without names and cells.
///
/// Invariants: states are in document order; the descendants of `s` are `s + 1 ..< ends[s]`; state
/// 0 is the root.
final class ChartTree: Sendable {
  enum Kind: UInt8, Sendable {
    case leaf, composite, parallel, final, shallowHistory, deepHistory
  }

  let kinds: [Kind]
  /// The parent of each state; -1 for the root.
  let parents: [Int]
  let ends: [Int]
  let children: [[Int]]
  /// The targets of a state's `initial`, or of a history's default. Empty for a composite that can
  /// be active without an active child (it rests).
  let initials: [[Int]]
  /// The histories in document order.
  let histories: [Int]
  /// Whether more than one leaf can be active.
  let hasParallel: Bool

  convenience init(_ states: [CheckedState]) {
    self.init(
      kinds: states.map { Kind($0.kind) }, parents: states.map { $0.parent ?? -1 },
      ends: states.map(\.end), children: states.map(\.children),
      initials: states.map { $0.initial.map(\.state) })
  }

  init(
    kinds: [Kind], parents: [Int], ends: [Int], children: [[Int]], initials: [[Int]]
  ) {
    self.kinds = kinds
    self.parents = parents
    self.ends = ends
    self.children = children
    self.initials = initials
    histories = kinds.indices.filter { kinds[$0] == .shallowHistory || kinds[$0] == .deepHistory }
    hasParallel = kinds.contains(.parallel)
  }

  var count: Int { kinds.count }

  func isHistory(_ state: Int) -> Bool {
    kinds[state] == .shallowHistory || kinds[state] == .deepHistory
  }

  /// Whether `ancestor` is `state` or above it.
  func contains(_ ancestor: Int, _ state: Int) -> Bool {
    ancestor <= state && state < ends[ancestor]
  }

  /// Whether `ancestor` is above `state`.
  func isAncestor(_ ancestor: Int, of state: Int) -> Bool {
    ancestor < state && state < ends[ancestor]
  }

  /// The number of states below a state.
  func size(of state: Int) -> Int { ends[state] - state - 1 }

  /// The number of states below the parallel states that may end when a final state is entered.
  func size(ofParallelsAround final: Int) -> Int {
    var size = 0
    var around = parents[max(parents[final], 0)]
    while around > 0, kinds[around] == .parallel {
      size += self.size(of: around)
      around = parents[around]
    }
    return size
  }

  /// Adds the ancestors of a state, up to the first one that is in the set already.
  func add(above state: Int, to set: inout StateSet) {
    var ancestor = parents[state]
    while ancestor >= 0, !set.contains(ancestor) {
      set.insert(ancestor)
      ancestor = parents[ancestor]
    }
  }

  /// The position, among the children of `state`, of the one that is `target` or above it.
  func position(in state: Int, of target: Int) -> Int? {
    let children = children[state]
    let index = children.partitioningIndex { $0 > target } - 1
    return index >= 0 && contains(children[index], target) ? index : nil
  }

  /// The active states without an active child, in document order.
  func leaves(of active: StateSet) -> [Int] {
    active.filter { isLeaf($0, in: active) }
  }

  /// Whether an active state has no active child.
  func isLeaf(_ state: Int, in active: StateSet) -> Bool {
    activeChild(of: state, in: active) == nil
  }

  /// The members of a set that are below a state, in document order.
  func members(of set: StateSet, below state: Int) -> [Int] {
    set.members(in: state + 1..<ends[state])
  }

  /// The active child of a state that is not parallel, or `nil` if it has none.
  func activeChild(of state: Int, in active: StateSet) -> Int? {
    guard let next = active.first(from: state + 1), next < ends[state] else { return nil }
    return next
  }

  /// Whether `active` is a valid configuration. It contains the root, one child of each active
  /// composite (or none if its `initial` is `null`), all regions of each active parallel state, and
  /// nothing else.
  func isConfiguration(_ active: StateSet, below top: Int = 0) -> Bool {
    guard active.contains(top) else { return false }
    for state in active {
      guard state < count, !isHistory(state) else { return false }
      if state > top, !active.contains(parents[state]) { return false }
      let regions = children[state].filter { !isHistory($0) }
      let activeCount = regions.count { active.contains($0) }
      switch kinds[state] {
      case .parallel: if activeCount != regions.count { return false }
      case .composite:
        if activeCount > 1 || activeCount == 0 && !initials[state].isEmpty { return false }
      case .leaf, .final, .shallowHistory, .deepHistory: break
      }
    }
    return true
  }

  /// Whether a state is complete: a composite with an active final child, or a parallel state whose
  /// regions are all complete.
  func isDone(_ state: Int, in active: StateSet) -> Bool {
    guard active.contains(state) else { return false }
    switch kinds[state] {
    case .composite:
      return activeChild(of: state, in: active).map { kinds[$0] == .final } ?? false
    case .parallel:
      return children[state].allSatisfy { isHistory($0) || isDone($0, in: active) }
    case .leaf, .final, .shallowHistory, .deepHistory: return false
    }
  }
}

extension ChartTree.Kind {
  init(_ kind: CheckedState.Kind) {
    switch kind {
    case .leaf: self = .leaf
    case .composite: self = .composite
    case .parallel: self = .parallel
    case .final: self = .final
    case .history(.shallow): self = .shallowHistory
    case .history(.deep): self = .deepHistory
    }
  }
}
