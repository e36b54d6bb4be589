import Graphs

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Rates how readable a layout is; less is better.
///
/// The score adds up length, bends, crossings, lines behind boxes, siblings out of order, regions
/// without dividers, start dots beside their target, size, and width beyond a page. The weights were
/// tuned by eye on the gallery.
struct Score {
  private struct Path {
    var trace: DrawnTrace
    var tail: ChartElement
    var head: ChartElement
  }

  let value: Double
  /// The number of pairs of a box and a foreign line behind it: more room may help.
  let hidden: Int

  init(_ layout: ChartLayout, _ sheet: ChartSheet) {
    var paths = layout.lines.map { line in
      Path(trace: DrawnTrace(line), tail: line.tail, head: line.head)
    }
    paths += Score.stubs(layout, sheet)
    let length = paths.reduce(0) { $0 + Score.length($1.trace.points) }
    let bend = paths.reduce(0) { $0 + Score.bend($1.trace.points) }
    hidden = Score.linesBehindBoxes(paths, layout, sheet.tree)
    let against = Score.siblingsOutOfOrder(layout, sheet)
    value =
      length + 40 * bend + 250 * Double(Score.crossings(paths)) + 120 * Double(against)
      + 1200 * Double(hidden) + 200 * Double(Score.linesBehindTitles(paths, layout, sheet))
      + 400 * Double(Score.crossedFrames(paths, layout, sheet.tree))
      + 2500 * Double(Score.undividedParallels(layout, sheet.tree))
      + 1200 * Double(Score.misplacedDots(layout, sheet)) + 0.5
      * (layout.size.width + layout.size.height)
      + 50 * max(0, layout.size.width - PageFit.widest)
  }

  /// Counts parallel states whose regions no lines separate.
  private static func undividedParallels(_ layout: ChartLayout, _ tree: GraphTree) -> Int {
    tree.children.indices.filter {
      tree.chart.nodes[$0].form == .parallel && layout.dividers($0, tree) == nil
    }.count
  }

  /// Counts pairs of a frame and a line that passes through it between two other elements.
  private static func crossedFrames(_ paths: [Path], _ layout: ChartLayout, _ tree: GraphTree)
    -> Int
  {
    let frames = layout.nodes.indices.filter(tree.isFrame).compactMap { layout.nodes[$0] }
    return paths.reduce(0) { count, path in
      let points = path.trace.points
      guard let first = points.first, let last = points.last else { return count }
      return count
        + frames.filter { frame in
          let reach = frame.grown(by: 1)
          return frame.overlaps(path.trace.bounds) && !reach.contains(first)
            && !reach.contains(last) && points.contains(where: frame.grown(by: -3).contains)
        }.count
    }
  }

  /// Counts dots that are not before the state that they lead to.
  private static func misplacedDots(_ layout: ChartLayout, _ sheet: ChartSheet) -> Int {
    layout.dots.indices.reduce(0) { count, node in
      guard let dot = layout.dots[node] else { return count }
      return count
        + sheet.tree.chart.nodes[node].initial.filter { target in
          guard let rect = layout.nodes[target] else { return false }
          return sheet.isDown ? dot.y1 > rect.y0 : dot.x1 > rect.x0
        }.count
    }
  }

  /// The straight lines between pills and the frames around them.
  private static func stubs(_ layout: ChartLayout, _ sheet: ChartSheet) -> [Path] {
    var result: [Path] = []
    func add(_ from: Point, _ to: Point, _ stub: ChartLayout.Stub) {
      let trace = DrawnTrace([from, from.moved(toward: to, by: 0.5), to])
      result.append(
        Path(trace: trace, tail: .pill(stub.transition), head: .node(stub.frame)))
    }
    for ring in layout.rings {
      guard let pill = layout.pills[ring.transition] else { continue }
      let from = layout.ringPoint(ring.frame, pill, sheet)
      add(sheet.isDown ? Point(x: from.x, y: pill.y0) : Point(x: pill.x0, y: from.y), from, ring)
    }
    for inner in layout.inners {
      guard let pill = layout.pills[inner.transition],
        let curve = layout.innerCurve(inner, pill, sheet), let from = curve.points.first,
        let to = curve.endTip
      else { continue }
      add(from, to, inner)
    }
    return result
  }

  private static func length(_ points: [Point]) -> Double {
    zip(points, points.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
  }

  private static func bend(_ points: [Point]) -> Double {
    guard points.count > 2 else { return 0 }
    var sum = 0.0
    for index in 1..<(points.count - 1) {
      let a = points[index] - points[index - 1]
      let b = points[index + 1] - points[index]
      sum += abs(atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y))
    }
    return sum
  }

  /// Counts pairs of lines that cross.
  private static func crossings(_ paths: [Path]) -> Int {
    var count = 0
    for (index, a) in paths.enumerated() {
      for b in paths[(index + 1)...] where a.trace.bounds.grown(by: 1).overlaps(b.trace.bounds) {
        if cross(a.trace.points, b.trace.points) { count += 1 }
      }
    }
    return count
  }

  private static func cross(_ a: [Point], _ b: [Point]) -> Bool {
    func side(_ p: Point, _ q: Point, _ r: Point) -> Double {
      (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
    }
    for i in 0..<max(0, a.count - 1) {
      let (p, q) = (a[i], a[i + 1])
      for j in 0..<max(0, b.count - 1) {
        let (r, s) = (b[j], b[j + 1])
        if side(p, q, r) * side(p, q, s) < -1e-6, side(r, s, p) * side(r, s, q) < -1e-6 {
          return true
        }
      }
    }
    return false
  }

  /// Counts pairs of a box and a foreign line behind it.
  private static func linesBehindBoxes(_ paths: [Path], _ layout: ChartLayout, _ tree: GraphTree)
    -> Int
  {
    var boxes: [(element: ChartElement, rect: Rect)] = []
    for index in layout.nodes.indices {
      if !tree.isFrame(index), let rect = layout.nodes[index] { boxes.append((.node(index), rect)) }
      if let rect = layout.dots[index] { boxes.append((.dot(index), rect)) }
    }
    for (index, rect) in layout.pills.enumerated() {
      if let rect { boxes.append((.pill(index), rect)) }
    }
    var count = 0
    for path in paths {
      for box in boxes
      where box.element != path.tail && box.element != path.head
        && path.trace.cuts(box.rect.grown(by: -0.5))
      {
        count += 1
      }
    }
    return count
  }

  /// Counts pairs of a text in a title bar and a line behind it.
  private static func linesBehindTitles(
    _ paths: [Path], _ layout: ChartLayout, _ sheet: ChartSheet
  ) -> Int {
    let texts = layout.nodes.indices.filter(sheet.tree.isFrame).flatMap {
      layout.headerTexts($0, sheet)
    }
    return paths.reduce(0) { count, path in
      count
        + texts.filter(path.trace.cuts).count
    }
  }

  /// Counts pairs of neighbouring siblings that are not in their declared order.
  private static func siblingsOutOfOrder(_ layout: ChartLayout, _ sheet: ChartSheet) -> Int {
    var count = 0
    for children in sheet.tree.children {
      let rects = children.compactMap { layout.nodes[$0] }
      for (index, a) in rects.enumerated() {
        for b in rects[(index + 1)...] {
          let isAgainst =
            sheet.isDown
            ? a.y0 < b.y1 && b.y0 < a.y1 && b.x1 < a.x0
            : a.x0 < b.x1 && b.x0 < a.x1 && b.y1 < a.y0
          if isAgainst { count += 1 }
        }
      }
    }
    return count
  }
}
