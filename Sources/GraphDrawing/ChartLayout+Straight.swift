import Graphs

extension ChartLayout {
  /// Straightens the lines between a frame and a box right before or after it, if nothing lies
  /// between.
  ///
  /// Graphviz leads such a line to a state inside the frame, so it can arrive at a slant.
  mutating func straighten(_ sheet: ChartSheet) {
    for index in lines.indices where !isLoop(lines[index], sheet) {
      if let curve = straight(lines[index], sheet) { lines[index].curve = curve }
    }
  }

  /// Whether a line is one of the two parallel lines of a loop.
  func isLoop(_ line: Line, _ sheet: ChartSheet) -> Bool {
    guard case .transition(let index) = line.owner else { return false }
    let transition = sheet.tree.chart.transitions[index]
    return transition.targets == [transition.source]
  }

  private func straight(_ line: Line, _ sheet: ChartSheet) -> Curve? {
    func frame(_ element: ChartElement) -> Int? {
      if case .node(let node) = element, sheet.tree.isFrame(node) { return node }
      return nil
    }
    let tailFrame = frame(line.tail)
    guard let frame = tailFrame ?? frame(line.head), tailFrame == nil || self.frame(line) == nil,
      let outer = nodes[frame]
    else { return nil }
    let other = tailFrame == nil ? line.tail : line.head
    guard let box = rect(other) else { return nil }
    switch other {
    case .node: return nil
    case .dot, .pill: break
    }
    guard let (at, from) = meeting(outer, box, sheet.isDown) else { return nil }
    let corridor = Rect(
      x0: min(at.x, from.x) - (sheet.isDown ? 5 : 0),
      y0: min(at.y, from.y) - (sheet.isDown ? 0 : 5),
      x1: max(at.x, from.x) + (sheet.isDown ? 5 : 0), y1: max(at.y, from.y) + (sheet.isDown ? 0 : 5)
    )
    guard isFree(corridor, but: other, frame, sheet) else { return nil }
    let (start, end) = tailFrame == nil ? (from, at) : (at, from)
    return Curve(
      from: start, to: end, startArrow: line.arrow == .atStart, endArrow: line.arrow == .atEnd)
  }

  private func frame(_ line: Line) -> Int? {
    if case .node(let node) = line.head { return node }
    return nil
  }

  /// The ends of a straight line along the page between a frame and a box before or after it.
  private func meeting(_ frame: Rect, _ box: Rect, _ isDown: Bool) -> (Point, Point)? {
    let isDot = box.width <= ChartSheet.Measure.dot || box.height <= ChartSheet.Measure.dot
    let room = isDot ? 0.0 : 12
    if isDown {
      let low = max(frame.x0 + 16, box.x0 + room)
      let high = min(frame.x1 - 16, box.x1 - room)
      let center = box.center.x
      guard low <= high, !isDot || (low...high).contains(center) else { return nil }
      let x = min(max(center, low), high)
      if box.y1 <= frame.y0 { return (Point(x: x, y: frame.y0), Point(x: x, y: box.y1)) }
      if box.y0 >= frame.y1 { return (Point(x: x, y: frame.y1), Point(x: x, y: box.y0)) }
      return nil
    }
    let low = max(frame.y0 + 16, box.y0 + min(room, 6))
    let high = min(frame.y1 - 16, box.y1 - min(room, 6))
    let center = box.center.y
    guard low <= high, !isDot || (low...high).contains(center) else { return nil }
    let y = min(max(center, low), high)
    if box.x1 <= frame.x0 { return (Point(x: frame.x0, y: y), Point(x: box.x1, y: y)) }
    if box.x0 >= frame.x1 { return (Point(x: frame.x1, y: y), Point(x: box.x0, y: y)) }
    return nil
  }

  /// Whether nothing lies in a corridor; shapes inside the frame do not count.
  private func isFree(
    _ corridor: Rect, but element: ChartElement, _ frame: Int, _ sheet: ChartSheet
  ) -> Bool {
    func isClear(_ rect: Rect?) -> Bool { rect.map { !$0.overlaps(corridor) } ?? true }
    let tree = sheet.tree
    return nodes.indices.allSatisfy { node in
      tree.contains(node, frame) || tree.contains(frame, node) || isClear(nodes[node])
    }
      && dots.indices.allSatisfy { element == .dot($0) || isClear(dots[$0]) }
      && pills.indices.allSatisfy { element == .pill($0) || isClear(pills[$0]) }
  }
}
