import Graphs

/// A layout without Graphviz that cannot fail: rows of boxes that start with the initial child,
/// pills between the rows, straight lines.
struct PlainLayout {
  /// The name of this layout in `data-layout`.
  static let version = "plain"

  private enum Item {
    case element(ChartElement)
    case frame(Int)
  }

  /// The content of a frame: its rows, and the size that it needs.
  private struct Block {
    var rows: [[Item]] = []
    var size = Size(width: 0, height: 0)
  }

  private enum Gap {
    static let side = 26.0
    static let row = 30.0
    static let frame = 20.0
    /// Rows that would be wider are broken.
    static let width = 1200.0
  }

  private let sheet: ChartSheet
  private var blocks: [Int: Block] = [:]
  private(set) var layout: ChartLayout

  init(_ sheet: ChartSheet) {
    self.sheet = sheet
    let chart = sheet.tree.chart
    layout = ChartLayout(
      engine: PlainLayout.version, size: Size(width: 0, height: 0),
      nodes: Array(repeating: nil, count: chart.nodes.count),
      dots: Array(repeating: nil, count: chart.nodes.count),
      pills: Array(repeating: nil, count: chart.transitions.count))
    // Children come after their parents, so in reverse order every inner block is ready first.
    for index in chart.nodes.indices.reversed() where sheet.tree.isFrame(index) {
      blocks[index] = block(index)
    }
    layout.size = size(0)
    layout.nodes[0] = Rect(origin: Point(x: 0, y: 0), size: layout.size)
    for index in chart.nodes.indices where sheet.tree.isFrame(index) { arrange(index) }
    for index in chart.nodes.indices { start(index) }
    for index in chart.transitions.indices { connect(index) }
  }

  private func size(_ node: Int) -> Size { blocks[node]?.size ?? sheet.boxes[node] }

  private func size(_ item: Item) -> Size {
    switch item {
    case .frame(let index), .element(.node(let index)): return size(index)
    case .element(.dot): return Size(width: 12, height: 12)
    case .element(.pill(let index)):
      var size = sheet.pills[index].size
      // A pill below a ring has room for the line between them.
      size.height += 12
      return size
    }
  }

  private func block(_ frame: Int) -> Block {
    let tree = sheet.tree
    var rows: [[Item]] = []
    if !tree.chart.nodes[frame].initial.isEmpty { rows.append([.element(.dot(frame))]) }
    let ranks = ranks(frame)
    for (rank, children) in ranks.enumerated() {
      let items = children.map { tree.isFrame($0) ? Item.frame($0) : .element(.node($0)) }
      rows += broken(items)
      let pills = tree.chart.transitions.indices.filter { index in
        let home = ChartPlan.container(tree, index) ?? tree.chart.nodes[source(index)].parent
        return home == frame && self.rank(index, frame, ranks) == rank
      }
      rows += broken(pills.map { .element(.pill($0)) })
    }
    var block = Block(rows: rows)
    let widths = rows.map { row in
      row.reduce(0) { $0 + size($1).width } + Gap.side * Double(max(0, row.count - 1))
    }
    let heights = rows.map { row in row.map { size($0).height }.max() ?? 0 }
    let header = sheet.headers[frame].size
    block.size = Size(
      width: max(header.width, widths.max() ?? 0) + 2 * Gap.frame,
      height: header.height + heights.reduce(0, +) + Gap.row * Double(max(0, rows.count - 1))
        + 2 * Gap.frame)
    return block
  }

  private func source(_ transition: Int) -> Int { sheet.tree.chart.transitions[transition].source }

  /// The row of children above a pill of the frame.
  private func rank(_ index: Int, _ frame: Int, _ ranks: [[Int]]) -> Int {
    let transition = sheet.tree.chart.transitions[index]
    let ends = ([transition.source] + transition.targets).filter {
      $0 != frame && sheet.tree.contains(frame, $0)
    }
    let children = ends.map { sheet.tree.child(of: frame, toward: $0) }
    return ranks.indices.first { rank in children.contains { ranks[rank].contains($0) } } ?? 0
  }

  /// The children by their distance from the initial child; all regions are in one row.
  private func ranks(_ frame: Int) -> [[Int]] {
    let tree = sheet.tree
    let children = tree.children[frame]
    if tree.chart.nodes[frame].form == .parallel { return [children] }
    var steps: [Int: [Int]] = [:]
    for transition in tree.chart.transitions {
      let container = tree.leastCommonAncestor([transition.source] + transition.targets)
      guard container == frame, transition.source != frame else { continue }
      let from = tree.child(of: frame, toward: transition.source)
      for target in transition.targets where target != frame {
        steps[from, default: []].append(tree.child(of: frame, toward: target))
      }
    }
    var ranks: [[Int]] = []
    var seen: Set<Int> = []
    let first = tree.chart.nodes[frame].initial.first.map { tree.child(of: frame, toward: $0) }
    for start in (first.map { [$0] } ?? []) + children where !seen.contains(start) {
      var row = [start]
      var rank = 0
      while !row.isEmpty {
        row = row.filter { seen.insert($0).inserted }
        guard !row.isEmpty else { break }
        if rank < ranks.count { ranks[rank] += row } else { ranks.append(row) }
        row = row.flatMap { steps[$0] ?? [] }
        rank += 1
      }
    }
    return ranks.isEmpty ? [[]] : ranks
  }

  private func broken(_ items: [Item]) -> [[Item]] {
    var rows: [[Item]] = []
    var width = 0.0
    for item in items {
      let next = size(item).width + Gap.side
      if rows.isEmpty || width + next > Gap.width {
        rows.append([])
        width = 0
      }
      rows[rows.count - 1].append(item)
      width += next
    }
    return rows
  }

  private mutating func arrange(_ frame: Int) {
    guard let rect = layout.nodes[frame], let block = blocks[frame] else { return }
    var y = rect.y0 + sheet.headers[frame].size.height + Gap.frame
    for row in block.rows {
      let sizes = row.map { size($0) }
      let width = sizes.reduce(0) { $0 + $1.width } + Gap.side * Double(max(0, row.count - 1))
      let height = sizes.map(\.height).max() ?? 0
      var x = rect.center.x - width / 2
      for (item, size) in zip(row, sizes) {
        let rect = Rect(origin: Point(x: x, y: y + (height - size.height) / 2), size: size)
        switch item {
        case .frame(let index), .element(.node(let index)): layout.nodes[index] = rect
        case .element(.dot(let index)): layout.dots[index] = rect
        case .element(.pill(let index)):
          layout.pills[index] = Rect(center: rect.center, size: sheet.pills[index].size)
        }
        x += size.width + Gap.side
      }
      y += height + Gap.row
    }
  }

  private mutating func start(_ node: Int) {
    let from: ChartElement = sheet.tree.isHistory(node) ? .node(node) : .dot(node)
    for target in sheet.tree.chart.nodes[node].initial where !sheet.tree.contains(target, node) {
      join(from, .node(target), .initial(node), .atEnd)
    }
  }

  private mutating func connect(_ index: Int) {
    let transition = sheet.tree.chart.transitions[index]
    let container = ChartPlan.container(sheet.tree, index)
    if transition.source == container {
      layout.rings.append(ChartLayout.Stub(transition: index, frame: transition.source))
    } else {
      join(.node(transition.source), .pill(index), .transition(index), .none)
    }
    for target in transition.targets {
      if target == container {
        layout.inners.append(ChartLayout.Stub(transition: index, frame: target))
      } else {
        join(.pill(index), .node(target), .transition(index), .atEnd)
      }
    }
  }

  private mutating func join(
    _ tail: ChartElement, _ head: ChartElement, _ owner: ChartLayout.Owner, _ arrow: Skeleton.Arrow
  ) {
    guard let from = layout.rect(tail), let to = layout.rect(head) else { return }
    let isNested = from.contains(to) || to.contains(from)
    // The lines of two opposite transitions would overlap, so each keeps to its right.
    let isStart = if case .initial = owner { true } else { false }
    let side = isNested || isStart ? 0 : arrow == .atEnd ? -4.0 : 4.0
    func moved(_ point: Point, on rect: Rect) -> Point {
      let isLevel = min(abs(point.y - rect.y0), abs(point.y - rect.y1)) < 0.01
      return point + (isLevel ? Point(x: side, y: 0) : Point(x: 0, y: side))
    }
    let start = moved(from.border(toward: to.center), on: from)
    let end = moved(to.border(toward: from.center), on: to)
    layout.lines.append(
      ChartLayout.Line(
        owner: owner, curve: Curve(from: start, to: end, endArrow: arrow == .atEnd), arrow: arrow,
        tail: tail, head: head))
  }
}
