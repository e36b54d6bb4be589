import Graphs

/// Something in a chart that has its own rectangle.
enum ChartElement: Hashable, Sendable {
  /// A state's box, symbol or frame.
  case node(Int)
  /// The dot that marks the start of a frame.
  case dot(Int)
  /// The pill of a transition.
  case pill(Int)
}

/// One translation of a chart into a skeleton for Graphviz, with the meaning of each node and edge.
struct ChartPlan {
  /// A line of the picture that is an edge of the skeleton.
  struct Segment {
    var edge: Int
    var owner: ChartLayout.Owner
    var arrow: Skeleton.Arrow
    var tail: ChartElement
    var head: ChartElement
    /// Frames at whose border the line ends, instead of at a node inside.
    var tailFrame: Int?
    var headFrame: Int?
    /// Moves the line along its border; two lines can share one edge.
    var shift = 0.0
  }

  let sheet: ChartSheet
  let variant: Variant
  private(set) var skeleton = Skeleton()
  private(set) var segments: [Segment] = []
  private(set) var rings: [ChartLayout.Stub] = []
  private(set) var inners: [ChartLayout.Stub] = []
  private(set) var elements: [ChartElement: Int] = [:]
  private(set) var frames: [Int?]
  /// The frame around everything if the skeleton omits it, which makes a quick picture a quarter
  /// faster.
  private(set) var outerFrame: Skeleton.Cluster?
  /// The edge of each loop at a leaf state, with its transition.
  private(set) var loops: [(transition: Int, edge: Int)] = []

  private struct Pair: Hashable {
    var tail, head: Int
  }

  /// Transitions that are laid out in the opposite direction.
  private let back: Set<Int>
  private var pairs: [Pair: Int] = [:]
  /// Edges into frames: the node that each leaves, and the frame.
  private var entering: [(from: Int, frame: Int)] = []
  /// Pills that are the target of a line out of a frame.
  private var leaving: [(frame: Int, to: Int)] = []
  /// Transitions by the frame that contains their pill.
  private var pillsIn: [[Int]]

  init(_ sheet: ChartSheet, _ variant: Variant) {
    self.sheet = sheet
    self.variant = variant
    let nodes = sheet.tree.chart.nodes.count
    frames = Array(repeating: nil, count: nodes)
    pillsIn = Array(repeating: [], count: nodes)
    skeleton.settings.isDown = sheet.isDown
    skeleton.settings.titlesBelow = variant.titlesBelow
    skeleton.settings.isSimple = variant.isSimple
    skeleton.settings.isQuick = variant.isQuick
    skeleton.settings.nodeSeparation *= variant.spread
    skeleton.settings.rankSeparation *= variant.spread
    for index in sheet.tree.chart.transitions.indices {
      if let container = ChartPlan.container(sheet.tree, index) { pillsIn[container].append(index) }
    }
    back = BackEdges(sheet.tree).transitions
    addNode(0, in: nil)
    for index in sheet.tree.chart.transitions.indices {
      connect(index, isBack: back.contains(index))
    }
    if !variant.isSimple { pushDown() }
    if variant.rows > 1 { for node in sheet.tree.children.indices { breakRanks(node) } }
  }

  /// The frame around a transition's pill; nil for a leaf's loop, whose pill is an edge label.
  static func container(_ tree: GraphTree, _ index: Int) -> Int? {
    let transition = tree.chart.transitions[index]
    let source = transition.source
    if transition.targets == [source] {
      guard tree.isFrame(source) else { return nil }
      return transition.reenters ? tree.chart.nodes[source].parent ?? source : source
    }
    return tree.leastCommonAncestor([source] + transition.targets)
  }

  // Adds nodes and frames; each frame has its dot first and its pills last.
  private mutating func addNode(_ node: Int, in parent: Int?) {
    let tree = sheet.tree
    guard tree.isFrame(node) else {
      elements[.node(node)] = skeleton.nodes.count
      skeleton.nodes.append(
        Skeleton.Node(
          cluster: parent, size: sheet.boxes[node], isRound: tree.isHistory(node)))
      return
    }
    let cluster = cluster(node, in: parent)
    var frame: Int?
    if node == 0, variant.isQuick {
      outerFrame = cluster
    } else {
      frame = skeleton.clusters.count
      skeleton.clusters.append(cluster)
    }
    frames[node] = frame
    if !tree.chart.nodes[node].initial.isEmpty {
      elements[.dot(node)] = skeleton.nodes.count
      skeleton.nodes.append(dot(node, in: frame))
    }
    let children = tree.children[node]
    for child in variant.reversesChildren ? children.reversed() : children {
      addNode(child, in: frame)
    }
    for pill in pillsIn[node] {
      elements[.pill(pill)] = skeleton.nodes.count
      var size = sheet.pills[pill].size
      let room = room(pill)
      if sheet.isDown {
        size.height += room.before + room.after
      } else {
        size.width += room.before + room.after
      }
      skeleton.nodes.append(Skeleton.Node(cluster: frame, size: size))
    }
    for target in tree.chart.nodes[node].initial { start(.dot(node), target, owner: node) }
    for child in children where tree.isHistory(child) {
      for target in tree.chart.nodes[child].initial { start(.node(child), target, owner: child) }
    }
  }

  private func cluster(_ node: Int, in parent: Int?) -> Skeleton.Cluster {
    let isParallel = sheet.tree.chart.nodes[node].form == .parallel
    let header = sheet.headers[node].size
    return Skeleton.Cluster(
      parent: parent,
      title: Size(
        width: header.width - 16, height: max(0, header.height - 8 + (isParallel ? -6 : 2))),
      margin: isParallel ? 10 : sheet.tree.isRegion(node) ? 14 : 18)
  }

  /// Extra room along the page before and after a pill beside a frame. Without it there is no room
  /// for an arrow head.
  func room(_ index: Int) -> (before: Double, after: Double) {
    let transition = sheet.tree.chart.transitions[index]
    let container = ChartPlan.container(sheet.tree, index)
    func room(_ nodes: [Int]) -> Double {
      let isBeside = nodes.contains { $0 != container && sheet.tree.isFrame($0) }
      return variant.room + (isBeside ? ChartSheet.Measure.pillRoom : 0)
    }
    if transition.targets == [transition.source] { return (room([transition.source]), 0) }
    let (source, targets) = (room([transition.source]), room(transition.targets))
    if isLevel(index) { return (max(source, targets), 0) }
    return back.contains(index) ? (targets, source) : (source, targets)
  }

  /// Whether a transition leads from one region into another and its pill must be below both.
  private func isLevel(_ index: Int) -> Bool {
    variant.regions != .ranked && ChartPlan.crossesRegions(sheet.tree, index)
  }

  /// The node of a dot. It is longer if its line enters a frame, so that the line is visible.
  private func dot(_ node: Int, in frame: Int?) -> Skeleton.Node {
    let size = ChartSheet.Measure.dot
    let initial = sheet.tree.chart.nodes[node].initial
    guard initial.contains(where: sheet.tree.isFrame) else {
      return Skeleton.Node(
        cluster: frame, size: Size(width: size, height: size), isRound: true)
    }
    let length = size + ChartSheet.Measure.dotLine
    return Skeleton.Node(
      cluster: frame,
      size: sheet.isDown
        ? Size(width: size, height: length) : Size(width: length, height: size))
  }

  /// Adds the line from a dot or a history symbol to the default target.
  private mutating func start(_ from: ChartElement, _ target: Int, owner: Int) {
    // A history symbol cannot show a default target that contains it.
    guard !sheet.tree.contains(target, owner) else { return }
    add(
      Segment(
        edge: 0, owner: .initial(owner), arrow: .atEnd, tail: from, head: top(target),
        headFrame: sheet.tree.isFrame(target) ? target : nil),
      weight: from == .dot(owner) ? 3 : 1)
  }

  /// The element that represents a node where a line arrives from above.
  private func top(_ node: Int) -> ChartElement {
    let tree = sheet.tree
    guard tree.isFrame(node), let first = tree.children[node].first else { return .node(node) }
    guard tree.chart.nodes[node].initial.isEmpty else { return .dot(node) }
    // In a region the dot is highest; a region without a dot has no start.
    return top(tree.children[node].first { !tree.chart.nodes[$0].initial.isEmpty } ?? first)
  }

  /// The element that represents a node where a line leaves downwards.
  private func bottom(_ node: Int) -> ChartElement {
    let tree = sheet.tree
    guard tree.isFrame(node), let last = tree.children[node].last else { return .node(node) }
    return bottom(tree.children[node].last { !tree.isHistory($0) } ?? last)
  }

  private mutating func add(
    _ segment: Segment, weight: Int = 1, tailPort: Bool = false, headPort: Bool = false
  ) {
    guard let tail = elements[segment.tail], let head = elements[segment.head], tail != head else {
      return
    }
    var segment = segment
    // Never adds two edges between the same nodes, because Graphviz sometimes crashes on them.
    if let edge = pairs[Pair(tail: tail, head: head)] {
      segment.edge = edge
    } else {
      segment.edge = skeleton.edges.count
      pairs[Pair(tail: tail, head: head)] = segment.edge
      skeleton.edges.append(
        Skeleton.Edge(
          tail: tail, head: head, arrow: segment.arrow, weight: weight,
          tailPort: tailPort && variant.usesPorts, headPort: headPort && variant.usesPorts))
    }
    if let frame = segment.headFrame { entering.append((tail, frame)) }
    if let frame = segment.tailFrame { leaving.append((frame, head)) }
    segments.append(segment)
  }

  private mutating func connect(_ index: Int, isBack: Bool) {
    let tree = sheet.tree
    let transition = tree.chart.transitions[index]
    let source = transition.source
    guard let container = ChartPlan.container(tree, index) else { return loop(index, source) }
    let pill = ChartElement.pill(index)
    if transition.targets == [source], container != source {
      return loopOfFrame(index, source)
    }
    let sourceFrame = tree.isFrame(source) ? source : nil
    let isLevel = isLevel(index)
    if source == container {
      rings.append(ChartLayout.Stub(transition: index, frame: source))
    } else if isBack, !isLevel {
      add(
        Segment(
          edge: 0, owner: .transition(index), arrow: .none, tail: pill, head: top(source),
          headFrame: sourceFrame), tailPort: true)
    } else {
      add(
        Segment(
          edge: 0, owner: .transition(index), arrow: .none, tail: bottom(source), head: pill,
          tailFrame: sourceFrame), weight: 2, headPort: true)
    }
    for target in transition.targets {
      let targetFrame = tree.isFrame(target) ? target : nil
      if target == container {
        inners.append(ChartLayout.Stub(transition: index, frame: target))
      } else if isBack || isLevel {
        add(
          Segment(
            edge: 0, owner: .transition(index), arrow: .atStart, tail: bottom(target), head: pill,
            tailFrame: targetFrame), headPort: true)
      } else {
        add(
          Segment(
            edge: 0, owner: .transition(index), arrow: .atEnd, tail: pill, head: top(target),
            headFrame: targetFrame), weight: source == container ? 1 : 2, tailPort: true)
      }
    }
  }

  /// A loop of a frame: one edge out of its bottom and back, drawn as two parallel lines.
  private mutating func loopOfFrame(_ index: Int, _ frame: Int) {
    let out = Segment(
      edge: 0, owner: .transition(index), arrow: .none, tail: bottom(frame), head: .pill(index),
      tailFrame: frame, shift: -8)
    var back = out
    back.arrow = .atStart
    back.shift = 8
    add(back, headPort: true)
    add(out)
  }

  private mutating func loop(_ index: Int, _ leaf: Int) {
    guard let node = elements[.node(leaf)] else { return }
    let size = sheet.pills[index].size
    loops.append((index, skeleton.edges.count))
    segments.append(
      Segment(
        edge: skeleton.edges.count, owner: .transition(index), arrow: .atEnd, tail: .node(leaf),
        head: .node(leaf)))
    skeleton.edges.append(
      Skeleton.Edge(
        tail: node, head: node, arrow: .atEnd,
        label: Size(width: size.width + 8, height: size.height)))
  }

  /// Adds invisible edges that keep the content of a frame below the nodes with lines into it, and
  /// its pills above the nodes with lines out of it.
  private mutating func pushDown() {
    for (from, frame) in entering {
      for element in tops(frame) { push(from, elements[element], weight: variant.regions.pull) }
    }
    for (frame, to) in leaving {
      for inner in inners where inner.frame == frame {
        if let from = elements[.pill(inner.transition)] { push(from, to, weight: 1) }
      }
    }
  }

  /// Breaks the leaves of a frame into rows: the leaves of a row, with the pills beside them, are
  /// below those of the row before it.
  private mutating func breakRanks(_ frame: Int) {
    let tree = sheet.tree
    let chart = tree.chart
    let leaves = tree.children[frame].filter {
      chart.nodes[$0].form == .atomic && !tree.isFrame($0)
        && !chart.nodes[frame].initial.contains($0)
    }
    guard leaves.count >= 2 * variant.rows else { return }
    let count = (leaves.count + variant.rows - 1) / variant.rows
    for (upper, lower) in zip(leaves, leaves.dropFirst(count)) {
      guard let above = elements[.node(upper)] else { continue }
      push(above, elements[.node(lower)], weight: 0)
      for pill in pillsIn[frame] {
        let transition = chart.transitions[pill]
        let ends = [transition.source] + transition.targets
        guard ends.contains(lower), !ends.contains(upper) else { continue }
        push(above, elements[.pill(pill)], weight: 0)
      }
    }
  }

  private mutating func push(_ tail: Int, _ head: Int?, weight: Int) {
    guard let head, head != tail, pairs[Pair(tail: tail, head: head)] == nil,
      pairs[Pair(tail: head, head: tail)] == nil
    else { return }
    pairs[Pair(tail: tail, head: head)] = skeleton.edges.count
    skeleton.edges.append(
      Skeleton.Edge(tail: tail, head: head, arrow: .none, weight: weight, isInvisible: true))
  }

  private func tops(_ node: Int) -> [ChartElement] {
    let tree = sheet.tree
    guard tree.isFrame(node) else { return [.node(node)] }
    let children = tree.children[node]
    if tree.chart.nodes[node].form == .parallel { return children.flatMap(tops) }
    let ringed = rings.filter { $0.frame == node }.map { ChartElement.pill($0.transition) }
    if tree.chart.nodes[node].initial.isEmpty { return children.flatMap(tops) + ringed }
    return [.dot(node)] + children.filter(tree.isHistory).map { .node($0) } + ringed
  }
}
