import Graphs

/// The positions of all parts of a chart, computed by Graphviz or by `PlainLayout`.
struct ChartLayout: Sendable {
  /// The element that a line belongs to.
  enum Owner: Hashable, Sendable {
    /// The line from the dot of a frame, or from a history symbol.
    case initial(Int)
    case transition(Int)
  }

  /// A line from one element to another.
  struct Line: Sendable {
    var owner: Owner
    var curve: Curve
    var arrow: Skeleton.Arrow
    var tail: ChartElement
    var head: ChartElement
  }

  /// A straight line between a pill and the frame around it.
  struct Stub: Sendable {
    var transition: Int
    var frame: Int
  }

  /// The engine that computed the layout, such as `graphviz 2.43.0` or `plain`.
  let engine: String
  var size: Size
  /// A box, symbol or frame for each node.
  var nodes: [Rect?]
  /// The dot of each frame that has one.
  var dots: [Rect?]
  /// The pill of each transition.
  var pills: [Rect?]
  var lines: [Line]
  /// Lines from a frame's title bar to a pill inside: transitions from any state in the frame.
  var rings: [Stub]
  /// Lines from a pill to the border of the frame around it.
  var inners: [Stub]

  /// The room between the outermost frame and a line that would leave it.
  private static let lineMargin = 8.0

  /// Converts a placement by Graphviz to the elements of the chart.
  init(_ plan: ChartPlan, _ placement: Placement) {
    let chart = plan.sheet.tree.chart
    let elements = plan.elements
    func rect(_ element: ChartElement) -> Rect? { elements[element].map { placement.nodes[$0] } }
    engine = placement.engine
    size = placement.size
    let frames = plan.frames
    nodes = chart.nodes.indices.map { index in
      frames[index].map { placement.clusters[$0] } ?? rect(.node(index))
    }
    if let outer = plan.outerFrame { nodes[0] = outer.around(placement.size) }
    // The node reserved for a dot can be longer; the dot is at its beginning.
    dots = chart.nodes.indices.map { index in
      rect(.dot(index)).map {
        let size = ChartSheet.Measure.dot
        return Rect(origin: Point(x: $0.x0, y: $0.y0), size: Size(width: size, height: size))
      }
    }
    pills = chart.transitions.indices.map { index in
      rect(.pill(index)).map {
        let room = plan.room(index)
        return plan.sheet.isDown
          ? Rect(x0: $0.x0, y0: $0.y0 + room.before, x1: $0.x1, y1: $0.y1 - room.after)
          : Rect(x0: $0.x0 + room.before, y0: $0.y0, x1: $0.x1 - room.after, y1: $0.y1)
      }
    }
    rings = plan.rings
    inners = plan.inners
    lines = []
    for loop in plan.loops {
      guard let center = placement.labels[loop.edge] else { continue }
      pills[loop.transition] = Rect(center: center, size: plan.sheet.pills[loop.transition].size)
    }
    for segment in plan.segments {
      let finished = line(segment, placement.edges[segment.edge])
      lines.append(landed(finished, plan.sheet))
    }
    straighten(plan.sheet)
    if !plan.variant.isQuick { rerouteHiddenLines(plan.sheet) }
    crop()
  }

  /// Moves everything so that the outermost frame begins at the origin. Graphviz's own bounds
  /// include room for parts that are not drawn, and lines can leave them.
  private mutating func crop() {
    guard var root = nodes.first ?? nil else { return }
    for line in lines {
      let bounds = DrawnTrace(line).bounds
      if !root.contains(bounds) { root.include(bounds.grown(by: ChartLayout.lineMargin)) }
    }
    nodes[0] = root
    let move = Point(x: -root.x0, y: -root.y0)
    nodes = nodes.map { $0?.moved(by: move) }
    dots = dots.map { $0?.moved(by: move) }
    pills = pills.map { $0?.moved(by: move) }
    for index in lines.indices { lines[index].curve = lines[index].curve.moved(by: move) }
    size = Size(width: root.width, height: root.height)
  }

  init(engine: String, size: Size, nodes: [Rect?], dots: [Rect?], pills: [Rect?]) {
    self.engine = engine
    self.size = size
    self.nodes = nodes
    self.dots = dots
    self.pills = pills
    lines = []
    rings = []
    inners = []
  }

  /// Ends a line at the drawn dot and pill, which can be smaller than the nodes reserved for them.
  /// At a final state, the line ends at its ring instead of its name.
  private func landed(_ line: Line, _ sheet: ChartSheet) -> Line {
    let isDown = sheet.isDown
    var line = line
    if case .dot(let index) = line.tail, let dot = dots[index],
      let first = line.curve.points.first
    {
      line.curve.prepend(from: dot.border(toward: first))
    }
    if case .pill(let index) = line.tail, let pill = pills[index], line.curve.startTip == nil,
      let first = line.curve.points.first
    {
      line.curve.restart(at: pill.nearest(to: first, inset: isDown))
    }
    if case .pill(let index) = line.head, let pill = pills[index], line.curve.endTip == nil,
      let last = line.curve.points.last
    {
      line.curve = line.curve.reversed
      line.curve.restart(at: pill.nearest(to: last, inset: isDown))
      line.curve = line.curve.reversed
    }
    guard case .node(let index) = line.head, sheet.tree.chart.nodes[index].form == .final,
      !sheet.isFinalBox(index), line.arrow == .atEnd, line.curve.points.count >= 4,
      let rect = nodes[index]
    else { return line }
    let center = Point(x: rect.center.x, y: rect.y0 + 12)
    let count = line.curve.points.count
    let from = line.curve.points[count - 2] - center
    guard from.length > 20 else { return line }
    let direction = Point(x: from.x / from.length, y: from.y / from.length)
    line.curve.endTip = Point(x: center.x + direction.x * 12, y: center.y + direction.y * 12)
    line.curve.points[count - 1] = Point(
      x: center.x + direction.x * 18.5, y: center.y + direction.y * 18.5)
    return line
  }

  /// One of the two straight lines between a frame and the pill of its loop.
  private func beside(_ frame: Rect, _ pill: Rect, _ segment: ChartPlan.Segment) -> Curve {
    func within(_ value: Double, _ low: Double, _ high: Double) -> Double {
      min(max(value, low + 20), max(low + 20, high - 20))
    }
    let start: Point
    let end: Point
    if pill.y0 >= frame.y1 || pill.y1 <= frame.y0 {
      let isBelow = pill.y0 >= frame.y1
      let x = within(pill.center.x, frame.x0, frame.x1) + segment.shift
      start = Point(x: x, y: isBelow ? frame.y1 : frame.y0)
      end = Point(x: pill.center.x + segment.shift, y: isBelow ? pill.y0 : pill.y1)
    } else {
      let isRight = pill.center.x > frame.center.x
      let shift = segment.shift * 0.6
      let y = within(pill.center.y, frame.y0, frame.y1) + shift
      start = Point(x: isRight ? frame.x1 : frame.x0, y: y)
      end = Point(x: isRight ? pill.x0 : pill.x1, y: pill.center.y + shift)
    }
    return Curve(from: start, to: end, startArrow: segment.arrow == .atStart)
  }

  private func line(_ segment: ChartPlan.Segment, _ edge: Curve) -> Line {
    var curve = edge
    if segment.shift != 0, let frame = segment.tailFrame, let outer = nodes[frame],
      let pill = rect(segment.head)
    {
      curve = beside(outer, pill, segment)
      return Line(
        owner: segment.owner, curve: curve, arrow: segment.arrow, tail: .node(frame),
        head: segment.head)
    }
    // If two lines share an edge, it has the arrow of the first.
    if segment.arrow != .atStart, let tip = curve.startTip, let first = curve.points.first {
      curve.startTip = nil
      curve.points = Curve(from: tip, to: first).points.dropLast() + curve.points
    }
    if let frame = segment.tailFrame, let rect = nodes[frame] {
      curve = curve.clipped(by: rect, atEnd: false)
    }
    if let frame = segment.headFrame, let rect = nodes[frame] {
      curve = curve.clipped(by: rect, atEnd: true)
    }
    return Line(
      owner: segment.owner, curve: curve, arrow: segment.arrow,
      tail: segment.tailFrame.map { .node($0) } ?? segment.tail,
      head: segment.headFrame.map { .node($0) } ?? segment.head)
  }

  func rect(_ element: ChartElement) -> Rect? {
    switch element {
    case .node(let index): nodes[index]
    case .dot(let index): dots[index]
    case .pill(let index): pills[index]
    }
  }

  func mirrored(isHorizontal: Bool) -> ChartLayout {
    let mirror = Mirror(isHorizontal: isHorizontal, size: size)
    var result = self
    result.nodes = nodes.map { $0.map { mirror($0) } }
    result.dots = dots.map { $0.map { mirror($0) } }
    result.pills = pills.map { $0.map { mirror($0) } }
    for index in lines.indices { result.lines[index].curve = mirror(lines[index].curve) }
    return result
  }
}
