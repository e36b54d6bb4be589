import Graphs

/// A picture as drawing operations of Graphviz's xdot language, for PNG and PDF.
struct PaintedPage {
  private(set) var operations: [String] = []
  private let size: Size
  private let palette: Palette
  /// The classes of the open groups, innermost last.
  private var groups: [DisplayList.Classes] = []

  /// Paints a display list on a page of a size, which includes the margins.
  init(_ content: DisplayList, _ size: Size, _ palette: Palette) {
    self.size = size
    self.palette = palette
    let page = Rect(origin: Point(x: 0, y: 0), size: size)
    draw([PaintedPath(page, radius: Document.radius)], Paint(["bg"], in: [], palette))
    for item in content.items { add(item) }
  }

  private mutating func add(_ item: DisplayList.Item) {
    switch item {
    case .beginGroup(_, let classes): groups.append(classes)
    case .endGroup: _ = groups.popLast()
    case .rect(let rect, let radius, let classes):
      draw([PaintedPath(rect.moved(by: PaintedPage.origin), radius: radius ?? 0)], paint(classes))
    case .circle(let center, let radius, _, let classes):
      let rect = Rect(
        center: center + PaintedPage.origin, size: Size(width: 2 * radius, height: 2 * radius))
      draw([PaintedPath(rect, radius: radius)], paint(classes))
    case .path(let steps, let classes): draw(PaintedPath.paths(steps), paint(classes))
    case .text(let line, let point, let anchor):
      let point = point + PaintedPage.origin
      write(line, point.x, point.y, anchor)
    case .title, .beginLink, .endLink, .lineEnd: break
    }
  }

  /// The origin of the layout on the page.
  fileprivate static let origin = Point(x: DisplayList.margin, y: DisplayList.margin)

  private func paint(_ classes: DisplayList.Classes) -> Paint {
    Paint(classes, in: groups.reversed(), palette)
  }

  private mutating func draw(_ paths: [PaintedPath], _ paint: Paint) {
    guard let colour = paint.stroke ?? paint.fill else { return }
    operations.append(PaintedPage.text("c", colour))
    let width = paint.stroke == nil ? 0 : paint.width
    operations.append(PaintedPage.text("S", "setlinewidth(\(width))"))
    operations.append(PaintedPage.text("S", paint.isDashed ? "dashed" : "solid"))
    if let fill = paint.fill { operations.append(PaintedPage.text("C", fill)) }
    for path in paths where path.points.count > 1 {
      let points = path.points.map { "\(Markup.number($0.x)) \(Markup.number(size.height - $0.y))" }
      operations.append(
        "\(paint.fill == nil ? "B" : "b") \(points.count) " + points.joined(separator: " "))
    }
  }

  private mutating func write(
    _ spans: TextLine, _ x: Double, _ y: Double, _ anchor: DisplayList.Anchor
  ) {
    // Only pango knows how wide its font is, so it centres a text of one style.
    if let span = spans.first, spans.count == 1 { return write(span, x, y, anchor) }
    let width = Metrics.width(spans)
    var left = anchor == .middle ? x - width / 2 : anchor == .end ? x - width : x
    for span in spans {
      let leading = String(span.text.prefix { $0 == " " })
      let rest = String(span.text.dropFirst(leading.count))
      let start = left + Metrics.width([Span(leading, span.style)])
      left += Metrics.width([span])
      if !rest.isEmpty { write(Span(rest, span.style), start, y, .start) }
    }
  }

  private mutating func write(
    _ span: Span, _ x: Double, _ y: Double, _ anchor: DisplayList.Anchor
  ) {
    operations.append(PaintedPage.text("c", palette.colour(span.style)))
    let size = span.style == .history ? 12 : span.style.size
    operations.append(PaintedPage.text("F \(size)", PaintedPage.font(span.style)))
    // Graphviz lowers the baseline by a fifth of the size, to centre its own texts.
    let baseline = self.size.height - y - size / 5
    let position = "\(Markup.number(x)) \(Markup.number(baseline))"
    let alignment =
      switch anchor {
      case .start: -1
      case .middle: 0
      case .end: 1
      }
    let advance = Markup.number(Metrics.width([span]))
    operations.append(PaintedPage.text("T \(position) \(alignment) \(advance)", span.text))
  }

  /// Families as wide as our widths, so that the parts of a line are not apart; Arial is the last
  /// resort. With pango, "Helvetica" would select another family on most systems.
  private static func font(_ style: Span.Style) -> String {
    switch style.face {
    case .sans: "DejaVu Sans,Verdana,Arial"
    case .bold: "DejaVu Sans,Verdana,Arial Bold"
    case .mono: "DejaVu Sans Mono,Menlo,Courier New"
    }
  }

  /// An operation with a text; its length in bytes delimits the text.
  private static func text(_ operation: String, _ text: String) -> String {
    "\(operation) \(text.utf8.count) -\(text)"
  }
}

/// A chain of Béziers, the form of all shapes in xdot.
struct PaintedPath {
  /// 3n + 1 control points.
  private(set) var points: [Point] = []

  init() {}

  /// A rectangle with round corners, or a circle.
  init(_ rect: Rect, radius: Double) {
    let r = min(radius, rect.width / 2, rect.height / 2)
    points = [Point(x: rect.x0 + r, y: rect.y0)]
    line(to: Point(x: rect.x1 - r, y: rect.y0))
    corner(to: Point(x: rect.x1, y: rect.y0 + r), over: Point(x: rect.x1, y: rect.y0))
    line(to: Point(x: rect.x1, y: rect.y1 - r))
    corner(to: Point(x: rect.x1 - r, y: rect.y1), over: Point(x: rect.x1, y: rect.y1))
    line(to: Point(x: rect.x0 + r, y: rect.y1))
    corner(to: Point(x: rect.x0, y: rect.y1 - r), over: Point(x: rect.x0, y: rect.y1))
    line(to: Point(x: rect.x0, y: rect.y0 + r))
    corner(to: Point(x: rect.x0 + r, y: rect.y0), over: Point(x: rect.x0, y: rect.y0))
  }

  private mutating func line(to end: Point) {
    guard let start = points.last else { return points.append(end) }
    points += [start.moved(toward: end, by: 1 / 3), start.moved(toward: end, by: 2 / 3), end]
  }

  /// A quarter of an ellipse, accurate to a thousandth of its radius.
  private mutating func corner(to end: Point, over corner: Point) {
    guard let start = points.last else { return }
    points += [start.moved(toward: corner, by: 0.5523), end.moved(toward: corner, by: 0.5523), end]
  }

  /// The paths of a pen, on the page.
  static func paths(_ steps: [DisplayList.Step]) -> [PaintedPath] {
    var result: [PaintedPath] = []
    var path = PaintedPath()
    func onPage(_ point: Point) -> Point { point + PaintedPage.origin }
    for step in steps {
      let last = path.points.last ?? PaintedPage.origin
      switch step {
      case .move(let point):
        if path.points.count > 1 { result.append(path) }
        path = PaintedPath()
        path.points = [onPage(point)]
      case .line(let point): path.line(to: onPage(point))
      case .horizontal(let x): path.line(to: Point(x: x + DisplayList.margin, y: last.y))
      case .vertical(let y): path.line(to: Point(x: last.x, y: y + DisplayList.margin))
      case .curve(let a, let b, let end): path.points += [a, b, end].map(onPage)
      case .corner(_, let step):
        let end = last + step
        // A turn to the right: from up to right, or from right to down.
        path.corner(
          to: end,
          over: step.y < 0 ? Point(x: last.x, y: end.y) : Point(x: end.x, y: last.y))
      case .close:
        if let first = path.points.first { path.line(to: first) }
      }
    }
    if path.points.count > 1 { result.append(path) }
    return result
  }
}
