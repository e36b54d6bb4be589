import Graphs

extension ChartLayout {
  /// The position of the ring of a transition from a frame to a state inside it.
  ///
  /// The ring is on the line below the title if nothing is in between, else 11 px before the pill.
  /// It means "from any state in here".
  func ringPoint(_ frame: Int, _ pill: Rect, _ sheet: ChartSheet) -> Point {
    guard let outer = nodes[frame] else { return Point(x: pill.center.x, y: pill.y0 - 11) }
    let tree = sheet.tree
    let inside = tree.descendants(of: frame)
    let others =
      inside.compactMap { nodes[$0] } + ([frame] + inside).compactMap { dots[$0] }
      + pills.compactMap { $0 }.filter { $0 != pill }
    if sheet.isDown {
      let rule = top(of: frame, outer, at: pill.center.x, sheet)
      let corridor = Rect(
        x0: pill.center.x - 4, y0: rule, x1: pill.center.x + 4, y1: pill.y0)
      let isBlocked = others.contains { $0.overlaps(corridor) }
      return Point(x: pill.center.x, y: isBlocked ? pill.y0 - 11 : rule)
    }
    let corridor = Rect(
      x0: outer.x0, y0: pill.center.y - 4, x1: pill.x0, y1: pill.center.y + 4)
    let isBlocked = others.contains { $0.overlaps(corridor) }
    return Point(x: isBlocked ? pill.x0 - 11 : outer.x0, y: pill.center.y)
  }

  /// The y coordinate where a line straight up from a pill meets a frame: the line below its title.
  /// A region has no such line; the result is then its outline, if its texts leave room.
  private func top(of frame: Int, _ rect: Rect, at x: Double, _ sheet: ChartSheet) -> Double {
    let rule = rect.y0 + sheet.headers[frame].size.height
    guard sheet.tree.isRegion(frame) else { return rule }
    let isFree = headerTexts(frame, sheet).allSatisfy { x + 8 < $0.x0 || $0.x1 < x - 8 }
    return isFree ? rect.y0 : rule
  }

  /// The shortest line from a pill to the border of the frame around it that crosses nothing.
  func innerCurve(_ stub: Stub, _ pill: Rect, _ sheet: ChartSheet) -> Curve? {
    guard let frame = nodes[stub.frame] else { return nil }
    let inside = sheet.tree.descendants(of: stub.frame)
    let others =
      inside.compactMap { nodes[$0] } + ([stub.frame] + inside).compactMap { dots[$0] }
      + pills.compactMap { $0 }.filter { $0 != pill }
    let c = pill.center
    let rule = top(of: stub.frame, frame, at: c.x + (sheet.isDown ? 16 : 0), sheet)
    // In a chart that runs to the right, the ring is at the left border.
    let across: (from: Point, to: Point, corridor: Rect) =
      sheet.isDown
      ? (
        Point(x: pill.x0, y: c.y), Point(x: frame.x0, y: c.y),
        Rect(x0: frame.x0, y0: c.y - 4, x1: pill.x0, y1: c.y + 4)
      )
      : (
        Point(x: c.x, y: pill.y0), Point(x: c.x, y: rule),
        Rect(x0: c.x - 4, y0: rule, x1: c.x + 4, y1: pill.y0)
      )
    let routes: [(from: Point, to: Point, corridor: Rect)] = [
      (
        Point(x: c.x, y: pill.y1), Point(x: c.x, y: frame.y1),
        Rect(x0: c.x - 4, y0: pill.y1, x1: c.x + 4, y1: frame.y1)
      ),
      across,
      (
        Point(x: pill.x1, y: c.y), Point(x: frame.x1, y: c.y),
        Rect(x0: pill.x1, y0: c.y - 4, x1: frame.x1, y1: c.y + 4)
      ),
      besideRing(pill, frame, rule, sheet),
    ]
    let lengths = routes.map { route in
      let hidden = others.filter { $0.overlaps(route.corridor) }.count
      return (route.to - route.from).length + 2000 * Double(hidden)
        + (route.to.y < route.from.y ? 40 : 0)
    }
    guard let best = routes.indices.min(by: { lengths[$0] < lengths[$1] }) else { return nil }
    return Curve(from: routes[best].from, to: routes[best].to, endArrow: true)
  }

  /// A line beside the ring, up to the title bar; in a chart that runs to the right, to the left
  /// border.
  private func besideRing(
    _ pill: Rect, _ frame: Rect, _ rule: Double, _ sheet: ChartSheet
  ) -> (from: Point, to: Point, corridor: Rect) {
    let c = pill.center
    guard sheet.isDown else {
      let y = c.y + 7
      return (
        Point(x: pill.x0 + 2, y: y), Point(x: frame.x0, y: y),
        Rect(x0: frame.x0, y0: y - 3, x1: pill.x0, y1: y + 3)
      )
    }
    return (
      Point(x: c.x + 16, y: pill.y0), Point(x: c.x + 16, y: rule),
      Rect(x0: c.x + 12, y0: rule, x1: c.x + 20, y1: pill.y0)
    )
  }

  /// The texts in a frame's title bar as rectangles with a small margin.
  func headerTexts(_ frame: Int, _ sheet: ChartSheet) -> [Rect] {
    guard let rect = nodes[frame] else { return [] }
    let header = sheet.headers[frame]
    func box(_ line: TextLine, _ x: Double, _ y: Double) -> Rect {
      Rect(x0: x - 3, y0: y - 11, x1: x + Metrics.width(line) + 3, y1: y + 4)
    }
    if sheet.tree.isRegion(frame) {
      let origin = regionTitle(frame, sheet)
      return [box(header.name, origin.x, origin.y)]
        + header.lines.enumerated().map { index, line in
          box(line, origin.x, origin.y + 17 + Double(index) * ChartSheet.Measure.row)
        }
    }
    var result = [box(header.name, rect.x0 + 12, rect.y0 + 19)]
    if !header.tag.isEmpty {
      result.append(box(header.tag, rect.x1 - 12 - Metrics.width(header.tag), rect.y0 + 18))
    }
    for (index, line) in header.lines.enumerated() {
      let y = rect.y0 + ChartSheet.Measure.bar + Double(index) * ChartSheet.Measure.row + 11
      result.append(box(line, rect.x0 + 12, y))
    }
    return result
  }
}
