/// A chart with validated indices, and queries about its tree that every drawing needs.
///
/// Node 0 is the root and the only node without a parent; a parent's index is less than those of
/// its children. Every index in the chart is valid, and each transition has a target.
package struct GraphTree: Sendable {
  package let chart: Chart
  /// The children of each node, in declared order.
  package let children: [[Int]]
  /// The number of ancestors of each node.
  package let depth: [Int]

  /// Returns nil if an index is invalid, or a node comes before its parent.
  package init?(_ chart: Chart) {
    var children: [[Int]] = Array(repeating: [], count: chart.nodes.count)
    var depth: [Int] = []
    for (index, node) in chart.nodes.enumerated() {
      guard node.initial.allSatisfy(chart.nodes.indices.contains) else { return nil }
      if let parent = node.parent {
        guard index > 0, parent >= 0, parent < index else { return nil }
        children[parent].append(index)
        depth.append(depth[parent] + 1)
      } else {
        guard index == 0 else { return nil }
        depth.append(0)
      }
    }
    guard !chart.nodes.isEmpty else { return nil }
    for transition in chart.transitions {
      guard chart.nodes.indices.contains(transition.source), !transition.targets.isEmpty,
        transition.targets.allSatisfy(chart.nodes.indices.contains)
      else { return nil }
    }
    self.chart = chart
    self.children = children
    self.depth = depth
  }

  /// Whether a node is a frame with children inside; every other node is drawn as one box or
  /// symbol.
  package func isFrame(_ node: Int) -> Bool { !children[node].isEmpty }

  package func isHistory(_ node: Int) -> Bool {
    let form = chart.nodes[node].form
    return form == .history || form == .deepHistory
  }

  /// Whether a node is a region: a frame directly below a parallel state, drawn without its own
  /// border.
  package func isRegion(_ node: Int) -> Bool {
    guard isFrame(node), let parent = chart.nodes[node].parent else { return false }
    return chart.nodes[parent].form == .parallel
  }

  /// Whether a node is an ancestor of another node, or the same node.
  package func contains(_ ancestor: Int, _ node: Int) -> Bool {
    var current: Int? = node
    while let here = current {
      if here == ancestor { return true }
      current = chart.nodes[here].parent
    }
    return false
  }

  /// The innermost node that contains all given nodes; for a single node, the node itself.
  package func leastCommonAncestor(_ nodes: [Int]) -> Int {
    guard var result = nodes.first else { return 0 }
    for node in nodes.dropFirst() {
      while !contains(result, node), let parent = chart.nodes[result].parent { result = parent }
    }
    return result
  }

  /// The child of an ancestor on the path to a node.
  package func child(of ancestor: Int, toward node: Int) -> Int {
    var current = node
    while let parent = chart.nodes[current].parent, parent != ancestor { current = parent }
    return current
  }

  /// All nodes below a node, parents first.
  package func descendants(of node: Int) -> [Int] {
    children[node].flatMap { [$0] + descendants(of: $0) }
  }
}
