import Graphs

/// A flow with measured texts.
struct FlowSheet: Sendable {
  enum Measure {
    static let row = 14.0
    static let title = 22.0
    static let inset = 12.0
    /// The distance between a bundle of edges and the middle of its side, where two bundles meet.
    static let bundle = 6.0
    /// The distances between cards, groups and columns.
    static let cardGap = 12.0
    static let groupGap = 20.0
    static let columnGap = 90.0
    /// The room around the cards of a group, and above them for its title.
    static let margin = 16.0
    static let heading = 44.0
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
      let height = max(text, card.form == .value ? 40 : 0)
      sizes.append(Size(width: max(60, width), height: height))
    }
    self.sizes = sizes
  }
}

/// The positions of all parts of a flow: three columns, in declared order.
///
/// Lines run between neighbouring columns only, so no line is behind a card.
struct FlowLayout: Sendable {
  /// The name of this layout in `data-layout`.
  static let engine = "columns"

  private(set) var size = Size(width: 0, height: 0)
  private(set) var groups: [Rect]
  private(set) var cards: [Rect]
  private(set) var edges: [Curve] = []
  let sheet: FlowSheet

  init(_ sheet: FlowSheet) {
    self.sheet = sheet
    let empty = Rect(x0: 0, y0: 0, x1: 0, y1: 0)
    groups = Array(repeating: empty, count: sheet.flow.groups.count)
    cards = Array(repeating: empty, count: sheet.flow.cards.count)
    var heights: [Flow.Column: Double] = [:]
    for column in Flow.Column.allCases {
      let left = size.width + (size.width > 0 ? FlowSheet.Measure.columnGap : 0)
      heights[column] = stack(column, left)
    }
    size.height = heights.values.max() ?? 0
    // Columns share a middle, so that lines are short.
    for (column, height) in heights {
      let offset = Point(x: 0, y: ((size.height - height) / 2).rounded())
      for group in sheet.flow.groups.indices where sheet.flow.groups[group].column == column {
        groups[group] = groups[group].moved(by: offset)
      }
      for card in sheet.flow.cards.indices
      where sheet.flow.groups[sheet.flow.cards[card].group].column == column {
        cards[card] = cards[card].moved(by: offset)
      }
    }
    edges = sheet.flow.edges.map(curve)
  }

  /// Stacks the groups of a column from the top and returns its height.
  private mutating func stack(_ column: Flow.Column, _ left: Double) -> Double {
    let flow = sheet.flow
    let margin = FlowSheet.Measure.margin
    var y = 0.0
    for group in flow.groups.indices where flow.groups[group].column == column {
      let members = flow.cards.indices.filter { flow.cards[$0].group == group }
      let width = members.map { sheet.sizes[$0].width }.max() ?? 0
      let top = y
      y += FlowSheet.Measure.heading
      for card in members {
        cards[card] = Rect(origin: Point(x: left + margin, y: y), size: sheet.sizes[card])
        y += sheet.sizes[card].height + FlowSheet.Measure.cardGap
      }
      y += margin - FlowSheet.Measure.cardGap
      groups[group] = Rect(x0: left, y0: top, x1: left + width + 2 * margin, y1: y)
      size.width = max(size.width, left + width + 2 * margin)
      y += FlowSheet.Measure.groupGap
    }
    return max(0, y - FlowSheet.Measure.groupGap)
  }

  /// The line of an edge. All edges of a kind that leave a card begin at one point, and all that
  /// enter it end at one point.
  private func curve(_ edge: Flow.Edge) -> Curve {
    let start = end(edge, isSource: true)
    let end = end(edge, isSource: false)
    let head = end.x < start.x ? -6.0 : 6
    let reach = (end.x - head - start.x) * 0.5
    return Curve(
      points: [
        start, Point(x: start.x + reach, y: start.y), Point(x: end.x - head - reach, y: end.y),
        Point(x: end.x - head, y: end.y),
      ], endTip: end)
  }

  /// The end of an edge at a card: the middle of the side, or beside it if writing and reading
  /// edges meet there.
  private func end(_ edge: Flow.Edge, isSource: Bool) -> Point {
    let card = isSource ? edge.source : edge.target
    let isLeft = edge.left == card
    let others = sheet.flow.edges.filter { (isLeft ? $0.left : $0.right) == card }
    let isMixed = others.contains { ($0.kind == .use) != (edge.kind == .use) }
    let offset = isMixed ? (edge.kind == .use ? 1 : -1) * FlowSheet.Measure.bundle : 0
    let rect = cards[card]
    return Point(x: isLeft ? rect.x1 : rect.x0, y: rect.center.y + offset)
  }
}
