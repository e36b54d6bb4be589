import StateTables

/// The states of a chart of another format, flat, the root first, then in document order.
struct ForeignTree {
  enum Kind: Hashable {
    case atomic, compound, parallel, final, history
  }

  struct Node {
    /// What the other format calls it.
    var id: String
    /// What the definition calls it.
    var name: String
    var kind: Kind
    var parent: Int?
    var children: [Int] = []
    /// Where it goes by default; filled in once all are known.
    var initial: [Int] = []
    /// Whether nobody can see it being left and entered: no actions, timers, histories.
    var isSilent = true
  }

  /// How the other format's transition moves.
  enum Manner {
    /// SCXML: up to the least common ancestor that is not parallel.
    case external
    /// SCXML's `type="internal"`.
    case `internal`
    /// XState with `reenter`: up to the least common ancestor, whatever it is.
    case anyExternal
    /// XState without `reenter`: to what is inside the source, the source stays.
    case anyInternal
  }

  /// What it comes to in a row.
  enum Move {
    case row(targets: [Int], Definition.Row.Reentry)
    case refused(String)
  }

  /// How many states are read: some of what is asked about them looks at all others.
  static let limit = 5_000

  var nodes: [Node] = []

  subscript(_ index: Int) -> Node { nodes[index] }

  func index(ofID id: String) -> Int? { nodes.firstIndex { $0.id == id } }

  /// Whether one node lies strictly below another.
  func isBelow(_ index: Int, _ other: Int) -> Bool { ancestors(index).contains(other) }

  /// From the parent to the root.
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

  /// A row's way of going where a transition goes.
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

  /// `"external"` only where it matters; see the table of the outside suite.
  private func reentry(_ source: Int, _ targets: [Int]) -> Definition.Row.Reentry {
    let reached = targets.map { nodes[$0].kind == .history ? nodes[$0].parent ?? 0 : $0 }
    if reached.contains(where: { $0 == source || isBelow($0, source) || isBelow(source, $0) }) {
      return .external
    }
    let common = ancestors(source).first { above in reached.allSatisfy { isBelow($0, above) } }
    return common.map { nodes[$0].kind == .parallel } ?? false ? .external : .no
  }

  /// Everything below the source is left and the targets are entered, the source stays: the same
  /// as leaving the targets anew, unless somebody between would notice.
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
