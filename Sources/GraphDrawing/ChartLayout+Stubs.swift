import Graphs

extension ChartLayout {
  /// Where the ring of a transition from a frame to its inside stands.
  ///
  /// On the title bar's rule where nothing is between, else 11 px before the pill: the ring alone
  /// says "from anywhere in here".
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

  /// Where a line straight up from a pill meets a frame: at the rule below its title, or at the
  /// outline of a region, which has no rule, where its texts leave a way.
  private func top(of frame: Int, _ rect: Rect, at x: Double, _ sheet: ChartSheet) -> Double {
    let rule = rect.y0 + sheet.headers[frame].size.height
    guard sheet.tree.isRegion(frame) else { return rule }
    let isFree = headerTexts(frame, sheet).allSatisfy { x + 8 < $0.x0 || $0.x1 < x - 8 }
    return isFree ? rect.y0 : rule
  }

  /// From a pill straight to the border of the frame around it: the nearest that nothing hides.
  func innerCurve(_ stub: Stub, _ pill: Rect, _ sheet: ChartSheet) -> Curve? {
    guard let frame = nodes[stub.frame] else { return nil }
    let inside = sheet.tree.descendants(of: stub.frame)
    let others =
      inside.compactMap { nodes[$0] } + ([stub.frame] + inside).compactMap { dots[$0] }
      + pills.compactMap { $0 }.filter { $0 != pill }
    let c = pill.center
    let rule = top(of: stub.frame, frame, at: c.x + (sheet.isDown ? 16 : 0), sheet)
    // To the right, a ring stands at the left border.
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
    let ways: [(from: Point, to: Point, corridor: Rect)] = [
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
    let lengths = ways.map { way in
      let hidden = others.filter { $0.overlaps(way.corridor) }.count
      return (way.to - way.from).length + 2000 * Double(hidden)
        + (way.to.y < way.from.y ? 40 : 0)
    }
    guard let best = ways.indices.min(by: { lengths[$0] < lengths[$1] }) else { return nil }
    return Curve(from: ways[best].from, to: ways[best].to, endArrow: true)
  }

  /// Beside the ring, up to the title bar; to the right, back to the left border.
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

  /// The texts in a frame's title bar, as rectangles with a little room.
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
