import Graphs

/// Something in a chart that has a rectangle of its own.
enum Spot: Hashable, Sendable {
  /// A state's box or sign, or its frame.
  case node(Int)
  /// The dot in a frame where it starts.
  case dot(Int)
  /// A transition's pill.
  case pill(Int)
}

/// One way of telling Graphviz about a chart, and what its answer will mean.
struct ChartPlan {
  /// A line of the picture that is a skeleton's edge.
  struct Segment {
    var edge: Int
    var owner: ChartLayout.Owner
    var arrow: Skeleton.Arrow
    var tail: Spot
    var head: Spot
    /// Frames at whose border the line ends instead.
    var tailFrame: Int?
    var headFrame: Int?
    /// Moves the line along its border; two lines can be one edge.
    var shift = 0.0
  }

  let sheet: ChartSheet
  let variant: Variant
  private(set) var skeleton = Skeleton()
  private(set) var segments: [Segment] = []
  private(set) var rings: [ChartLayout.Stub] = []
  private(set) var inners: [ChartLayout.Stub] = []
  private(set) var spots: [Spot: Int] = [:]
  private(set) var frames: [Int?]
  /// The frame around everything, where Graphviz is not told of it: that saves a quick picture a
  /// fourth of its time.
  private(set) var outerFrame: Skeleton.Cluster?
  /// The edge of a leaf's loop by its transition.
  private(set) var loops: [(transition: Int, edge: Int)] = []

  private struct Pair: Hashable {
    var tail, head: Int
  }

  /// Transitions that are laid out the other way round.
  private let back: Set<Int>
  private var pairs: [Pair: Int] = [:]
  /// Edges into frames: what they leave, and the frame.
  private var entering: [(from: Int, frame: Int)] = []
  /// Pills that a line leads to out of a frame.
  private var leaving: [(frame: Int, to: Int)] = []
  /// Transitions by the frame that their pill stands in.
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
    place(0, in: nil)
    for index in sheet.tree.chart.transitions.indices {
      connect(index, isBack: back.contains(index))
    }
    if !variant.isSimple { pushDown() }
  }

  /// The frame of a transition's pill; nil for a leaf's loop, whose pill is a label.
  static func container(_ tree: ChartTree, _ index: Int) -> Int? {
    let transition = tree.chart.transitions[index]
    let source = transition.source
    if transition.targets == [source] {
      guard tree.isFrame(source) else { return nil }
      return transition.reenters ? tree.chart.nodes[source].parent ?? source : source
    }
    return tree.leastCommonAncestor([source] + transition.targets)
  }

  // Nodes and frames, each frame with its dot first and its pills last.
  private mutating func place(_ node: Int, in parent: Int?) {
    let tree = sheet.tree
    guard tree.isFrame(node) else {
      spots[.node(node)] = skeleton.nodes.count
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
      spots[.dot(node)] = skeleton.nodes.count
      skeleton.nodes.append(dot(node, in: frame))
    }
    let children = tree.children[node]
    for child in variant.reversesChildren ? children.reversed() : children {
      place(child, in: frame)
    }
    for pill in pillsIn[node] {
      spots[.pill(pill)] = skeleton.nodes.count
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

  /// Room along the page before and after a pill that is beside a frame: else there would be none
  /// for the head of an arrow.
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

  /// Whether a transition leads from one region into another, and its pill is to be below both.
  private func isLevel(_ index: Int) -> Bool {
    variant.regions != .ranked && ChartPlan.crossesRegions(sheet.tree, index)
  }

  /// A dot; where its line goes into a frame, it is longer, so that the line can be seen.
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

  /// The line from a dot, or from a history sign, to what is entered by default.
  private mutating func start(_ from: Spot, _ target: Int, owner: Int) {
    // A sign that by default enters what it stands in has no way to show.
    guard !sheet.tree.contains(target, owner) else { return }
    add(
      Segment(
        edge: 0, owner: .initial(owner), arrow: .atEnd, tail: from, head: top(target),
        headFrame: sheet.tree.isFrame(target) ? target : nil),
      weight: from == .dot(owner) ? 3 : 1)
  }

  /// What stands for a node where a line comes from above.
  private func top(_ node: Int) -> Spot {
    let tree = sheet.tree
    guard tree.isFrame(node), let first = tree.children[node].first else { return .node(node) }
    guard tree.chart.nodes[node].initial.isEmpty else { return .dot(node) }
    // A dot stands highest in its region, where a region without one has no beginning.
    return top(tree.children[node].first { !tree.chart.nodes[$0].initial.isEmpty } ?? first)
  }

  /// What stands for a node where a line leaves downwards.
  private func bottom(_ node: Int) -> Spot {
    let tree = sheet.tree
    guard tree.isFrame(node), let last = tree.children[node].last else { return .node(node) }
    return bottom(tree.children[node].last { !tree.isHistory($0) } ?? last)
  }

  private mutating func add(
    _ segment: Segment, weight: Int = 1, tailPort: Bool = false, headPort: Bool = false
  ) {
    guard let tail = spots[segment.tail], let head = spots[segment.head], tail != head else {
      return
    }
    var segment = segment
    // Graphviz is never given two edges between the same nodes: it dies of them now and then.
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
    let pill = Spot.pill(index)
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

  /// Out of the bottom of a frame and back into it: one edge, drawn twice beside itself.
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
    guard let node = spots[.node(leaf)] else { return }
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

  /// Invisible edges from what enters a frame to all that stands highest in it; and to what leaves
  /// it from the pills that only lead to its border.
  private mutating func pushDown() {
    for (from, frame) in entering {
      for spot in tops(frame) { push(from, spots[spot], weight: variant.regions.pull) }
    }
    for (frame, to) in leaving {
      for inner in inners where inner.frame == frame {
        if let from = spots[.pill(inner.transition)] { push(from, to, weight: 1) }
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

  private func tops(_ node: Int) -> [Spot] {
    let tree = sheet.tree
    guard tree.isFrame(node) else { return [.node(node)] }
    let children = tree.children[node]
    if tree.chart.nodes[node].form == .parallel { return children.flatMap(tops) }
    let ringed = rings.filter { $0.frame == node }.map { Spot.pill($0.transition) }
    if tree.chart.nodes[node].initial.isEmpty { return children.flatMap(tops) + ringed }
    return [.dot(node)] + children.filter(tree.isHistory).map { .node($0) } + ringed
  }
}
