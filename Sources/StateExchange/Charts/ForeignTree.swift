import StateModel

/// The states of a chart in another format as an array, the root first, then in document order.
struct ForeignTree {
  enum Kind: Hashable {
    case atomic, compound, parallel, final, history
  }

  struct Node {
    /// The name in the other format.
    var id: String
    /// The name in the definition.
    var name: String
    var kind: Kind
    var parent: Int?
    var children: [Int] = []
    /// The default targets; set after all states are known.
    var initial: [Int] = []
    /// Whether exiting and entering the state has no effect: it has no actions, timers or
    /// histories.
    var isSilent = true
  }

  /// The semantics of a transition in the other format.
  enum Manner {
    /// SCXML: up to the least common ancestor that is not parallel.
    case external
    /// SCXML's `type="internal"`.
    case `internal`
    /// XState with `reenter`: exits up to the least common ancestor, parallel or not.
    case anyExternal
    /// XState without `reenter`: for targets inside the source, the source stays active.
    case anyInternal
  }

  /// The equivalent of a transition in a row.
  enum Move {
    case row(targets: [Int], Definition.Row.Reentry)
    case refused(String)
  }

  /// The largest number of states: some queries about a state visit all others.
  static let limit = 5_000

  var nodes: [Node] = []

  subscript(_ index: Int) -> Node { nodes[index] }

  /// The first node with each id.
  private var byID: [String: Int] = [:]

  func index(ofID id: String) -> Int? { byID[id] }

  /// Adds a node after all others; its id does not change any more.
  mutating func append(_ node: Node) {
    if byID[node.id] == nil { byID[node.id] = nodes.count }
    nodes.append(node)
  }

  /// Whether one node is strictly below another.
  func isBelow(_ index: Int, _ other: Int) -> Bool { ancestors(index).contains(other) }

  /// The ancestors from the parent to the root.
  func ancestors(_ index: Int) -> [Int] {
    var result: [Int] = []
    var next = nodes[index].parent
    while let parent = next {
      result.append(parent)
      next = nodes[parent].parent
    }
    return result
  }

  /// The children that are states.
  func regions(_ index: Int) -> [Int] {
    nodes[index].children.filter { nodes[$0].kind != .history }
  }

  /// The targets and the `reenter` of a row with the same effect as a transition.
  func move(from source: Int, to targets: [Int], _ manner: Manner) -> Move {
    if source == 0 { return .row(targets: targets, .external) }
    let areInside = targets.allSatisfy { isBelow($0, source) }
    switch manner {
    case .external: return .row(targets: targets, reentry(source, targets))
    case .internal:
      guard areInside, nodes[source].kind == .compound else {
        return .row(targets: targets, reentry(source, targets))
      }
      return inside(source, targets)
    case .anyInternal:
      if areInside || targets == [source] { return inside(source, targets) }
      return anyExternal(source, targets)
    case .anyExternal: return anyExternal(source, targets)
    }
  }

  private func anyExternal(_ source: Int, _ targets: [Int]) -> Move {
    let common = ancestors(source).first { above in targets.allSatisfy { isBelow($0, above) } }
    guard let common, nodes[common].kind == .parallel else {
      return .row(targets: targets, reentry(source, targets))
    }
    let hasPlainParent = nodes[common].parent.map { nodes[$0].kind != .parallel } ?? false
    guard nodes[common].isSilent, hasPlainParent else {
      return .refused(
        "it leaves and enters the regions of `\(nodes[common].id)`, but not that state itself")
    }
    return .row(targets: targets, .external)
  }

  /// Returns `"external"` only if it makes a difference.
  private func reentry(_ source: Int, _ targets: [Int]) -> Definition.Row.Reentry {
    let reached = targets.map { nodes[$0].kind == .history ? nodes[$0].parent ?? 0 : $0 }
    if reached.contains(where: { $0 == source || isBelow($0, source) || isBelow(source, $0) }) {
      return .external
    }
    let common = ancestors(source).first { above in reached.allSatisfy { isBelow($0, above) } }
    return common.map { nodes[$0].kind == .parallel } ?? false ? .external : .no
  }

  /// Exits everything below the source and enters the targets, while the source stays active. This
  /// equals reentering the targets, unless a state between the source and the targets has an
  /// observable effect.
  private func inside(_ source: Int, _ targets: [Int]) -> Move {
    var targets = targets
    if targets == [source] {
      switch nodes[source].kind {
      case .atomic, .final, .history: return .row(targets: targets, .no)
      case .compound: targets = nodes[source].initial
      case .parallel: targets = regions(source)
      }
    }
    if nodes[source].kind == .parallel {
      let missing = regions(source).filter { region in
        !targets.contains { $0 == region || isBelow($0, region) }
      }
      targets = (targets + missing).sorted()
    }
    for target in targets {
      if nodes[target].kind == .history {
        return .refused("a history is its target, and all below `\(nodes[source].id)` is left")
      }
      let between = ancestors(target).prefix { $0 != source }
      if let seen = between.first(where: { !nodes[$0].isSilent || nodes[$0].kind == .parallel }) {
        return .refused(
          "it leaves `\(nodes[seen].id)` and enters it again, where a row would let it stay")
      }
    }
    return .row(targets: targets, .yes)
  }
}
