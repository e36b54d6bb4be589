import Graphs

/// A flow with measured texts.
struct FlowSheet: Sendable {
  enum Measure {
    static let row = 14.0
    static let title = 22.0
    static let inset = 12.0
    /// The distance between the ends of edges at one side of a card.
    static let gap = 9.0
  }

  let flow: Flow
  /// The title of each group.
  let groupTitles: [TextLine]
  /// The title line of each card, its lines and their links.
  let titles: [TextLine]
  let lines: [[TextLine]]
  let links: [[String?]]
  let sizes: [Size]

  init(_ flow: Flow) {
    self.flow = flow
    titles = flow.cards.map { card in
      let name = Span(LineBreaking.short(card.name), .event)
      if case .output(let kind) = card.form {
        return [Span(kind.glyph + " ", .output(kind)), name]
      }
      return [name]
    }
    lines = flow.cards.map { $0.rows.flatMap(\.lines) }
    links = flow.cards.map { card in
      card.rows.flatMap { row in row.lines.map { _ in row.link ?? card.link } }
    }
    // All cards of a column have the same width, at least that of the column's titles. Otherwise
    // lines that end at a narrow card in the middle of its panel would cross the title.
    var widths: [Flow.Column: Double] = [:]
    groupTitles = flow.groups.map { [Span(LineBreaking.short($0.title), .name)] }
    for (group, title) in zip(flow.groups, groupTitles) {
      let width = Metrics.width(title) + 4 - 2 * Measure.inset
      widths[group.column] = max(widths[group.column] ?? 0, width)
    }
    for (index, card) in flow.cards.enumerated() {
      let column = flow.groups[card.group].column
      let width = max(Metrics.width(titles[index]), Metrics.width(lines[index]))
      widths[column] = max(widths[column] ?? 0, width)
    }
    var sizes: [Size] = []
    for (index, card) in flow.cards.enumerated() {
      let width = (widths[flow.groups[card.group].column] ?? 0) + 2 * Measure.inset
      let text = Measure.title + Double(lines[index].count) * Measure.row + 6
      let ends = max(
        flow.edges.filter { $0.left == index }.count,
        flow.edges.filter { $0.right == index }.count)
      let height = max(
        text, Double(ends) * Measure.gap + 8, card.form == .value ? 40 : 0)
      sizes.append(Size(width: max(60, width), height: height))
    }
    self.sizes = sizes
  }
}

/// A translation of a flow into a skeleton for Graphviz.
struct FlowPlan {
  let sheet: FlowSheet
  private(set) var skeleton = Skeleton()

  init(_ sheet: FlowSheet, isSimple: Bool, isQuick: Bool = false) {
    self.sheet = sheet
    let flow = sheet.flow
    skeleton.settings.isDown = false
    skeleton.settings.isSimple = isSimple
    skeleton.settings.isQuick = isQuick
    skeleton.settings.nodeSeparation = 0.14
    skeleton.settings.rankSeparation = 0.95
    for title in sheet.groupTitles.map(Metrics.width) {
      skeleton.clusters.append(
        Skeleton.Cluster(
          parent: nil, title: Size(width: title + 20, height: FlowSheet.Measure.title), margin: 16))
    }
    for (card, size) in zip(flow.cards, sheet.sizes) {
      skeleton.nodes.append(Skeleton.Node(cluster: card.group, size: size))
    }
    for edge in flow.edges {
      skeleton.edges.append(
        Skeleton.Edge(
          tail: edge.left, head: edge.right, arrow: .atEnd, tailPort: true, headPort: true))
    }
    keepColumns()
  }

  /// Keeps a card in its column even if no edge enters or leaves it.
  private mutating func keepColumns() {
    let flow = sheet.flow
    func cards(_ column: Flow.Column) -> [Int] {
      flow.cards.indices.filter { flow.groups[flow.cards[$0].group].column == column }
    }
    func invisible(_ tail: Int?, _ head: Int?) {
      guard let tail, let head else { return }
      let exists = skeleton.edges.contains { $0.tail == tail && $0.head == head }
      guard !exists else { return }
      skeleton.edges.append(
        Skeleton.Edge(tail: tail, head: head, arrow: .none, weight: 0, isInvisible: true))
    }
    let (events, values, outputs) = (cards(.events), cards(.values), cards(.outputs))
    for value in values {
      if !flow.edges.contains(where: { $0.right == value }) { invisible(events.first, value) }
      if !flow.edges.contains(where: { $0.left == value }) { invisible(value, outputs.first) }
    }
    for output in outputs where !flow.edges.contains(where: { $0.right == output }) {
      invisible(values.first ?? events.first, output)
    }
    for event in events where !flow.edges.contains(where: { $0.left == event }) {
      invisible(event, values.first ?? outputs.first)
    }
  }
}

/// The positions of all parts of a flow.
struct FlowLayout: Sendable {
  var size: Size
  var groups: [Rect?]
  var cards: [Rect]
  var edges: [Curve]
  private let sheet: FlowSheet

  init(_ plan: FlowPlan, _ placement: Placement) {
    sheet = plan.sheet
    size = placement.size
    groups = placement.clusters.map { $0?.grown(by: -4) }
    cards = placement.nodes
    edges = []
    connect()
  }

  /// Lays the flow out in three columns, each card below the one before it.
  init(plain sheet: FlowSheet) {
    self.sheet = sheet
    let flow = sheet.flow
    groups = Array(repeating: nil, count: flow.groups.count)
    cards = Array(repeating: Rect(x0: 0, y0: 0, x1: 0, y1: 0), count: flow.cards.count)
    edges = []
    size = Size(width: 0, height: 0)
    var x = 0.0
    for column in Flow.Column.allCases {
      var y = 0.0
      var right = x
      for group in flow.groups.indices where flow.groups[group].column == column {
        let members = flow.cards.indices.filter { flow.cards[$0].group == group }
        let title = Metrics.width(sheet.groupTitles[group]) + 24
        let width = (members.map { sheet.sizes[$0].width } + [title - 32]).max() ?? 0
        let top = y
        y += 44
        for card in members {
          cards[card] = Rect(origin: Point(x: x + 16, y: y), size: sheet.sizes[card])
          y += sheet.sizes[card].height + 12
        }
        groups[group] = Rect(x0: x, y0: top, x1: x + width + 32, y1: y + 4)
        right = max(right, x + width + 32)
        y += 20
      }
      size = Size(width: right, height: max(size.height, y))
      x = right + 70
    }
    connect()
  }

  /// Spreads the ends along the facing sides, in the order of the other ends; one curve for each
  /// edge.
  private mutating func connect() {
    let flow = sheet.flow
    let lefts = ends {
      $0.left
    } other: {
      $0.right
    }
    let rights = ends {
      $0.right
    } other: {
      $0.left
    }
    edges = flow.edges.indices.map { index in
      let edge = flow.edges[index]
      let left = Point(x: cards[edge.left].x1, y: lefts[index])
      let right = Point(x: cards[edge.right].x0, y: rights[index])
      let (start, end) = edge.source == edge.left ? (left, right) : (right, left)
      let reach = (end.x - start.x) * 0.5
      let head = end.x < start.x ? -6.0 : 6
      return Curve(
        points: [
          start, Point(x: start.x + reach, y: start.y), Point(x: end.x - reach - head, y: end.y),
          Point(x: end.x - head, y: end.y),
        ], endTip: end)
    }
  }

  private func ends(
    _ card: (Flow.Edge) -> Int, other: (Flow.Edge) -> Int
  ) -> [Double] {
    let flow = sheet.flow
    var result = Array(repeating: 0.0, count: flow.edges.count)
    for index in flow.cards.indices {
      let rect = cards[index]
      let own = flow.edges.indices.filter { card(flow.edges[$0]) == index }.sorted { a, b in
        let (ya, yb) = (
          cards[other(flow.edges[a])].center.y, cards[other(flow.edges[b])].center.y
        )
        return (ya, a) < (yb, b)
      }
      let gap = min(
        FlowSheet.Measure.gap, (rect.height - 14) / Double(max(1, own.count - 1)))
      for (offset, edge) in own.enumerated() {
        result[edge] = rect.center.y + (Double(offset) - Double(own.count - 1) / 2) * gap
      }
    }
    return result
  }

  /// Describes the first fault of the layout; nil if it can be shown.
  var fault: String? {
    guard cards.allSatisfy(\.isFinite), edges.allSatisfy(\.isSound) else { return "no numbers" }
    for (index, rect) in cards.enumerated() {
      guard let group = groups[sheet.flow.cards[index].group], group.contains(rect) else {
        return "a card outside its group"
      }
      if cards[..<index].contains(where: { $0.overlaps(rect.grown(by: -0.6)) }) {
        return "cards overlap"
      }
    }
    return nil
  }
}
