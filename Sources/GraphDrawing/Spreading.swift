import Graphs

extension ChartLayout {
  /// An end of a line at a box.
  private struct End {
    var line: Int
    var isTail: Bool
    var point: Point
    var other: Point
    /// 0 left, 1 right, 2 above, 3 below.
    var side: Int
  }

  /// Moves ends that share a side of a state at least 13 px apart.
  func spread(_ sheet: ChartSheet) -> ChartLayout {
    var result = self
    for node in nodes.indices
    where sheet.tree.isFrame(node) || sheet.tree.chart.nodes[node].form == .atomic {
      guard let rect = nodes[node] else { continue }
      let ends = ends(at: node, rect)
      for side in 0..<4 {
        let here = ends.filter { $0.side == side }
        if here.count > 1 { result.spread(here, along: rect, isLevel: side >= 2) }
      }
    }
    return result
  }

  private func ends(at node: Int, _ rect: Rect) -> [End] {
    var result: [End] = []
    for (index, line) in lines.enumerated() where line.tail != line.head {
      for isTail in [true, false] where (isTail ? line.tail : line.head) == .node(node) {
        guard let first = line.curve.points.first, let last = line.curve.points.last else {
          continue
        }
        let point = isTail ? line.curve.startTip ?? first : line.curve.endTip ?? last
        let distances = [
          abs(point.x - rect.x0), abs(point.x - rect.x1), abs(point.y - rect.y0),
          abs(point.y - rect.y1),
        ]
        let side = distances.indices.min { distances[$0] < distances[$1] } ?? 0
        result.append(
          End(
            line: index, isTail: isTail, point: point, other: isTail ? last : first, side: side))
      }
    }
    return result
  }

  private mutating func spread(_ ends: [End], along rect: Rect, isLevel: Bool) {
    func along(_ point: Point) -> Double { isLevel ? point.x : point.y }
    let sorted = ends.sorted { a, b in
      if isLevel || abs(a.point.y - b.point.y) > 8 {
        return (along(a.point), a.line) < (along(b.point), b.line)
      }
      // At the same height of a side, the end with the farther opposite end is nearer to that end.
      let (da, db) = (abs(a.other.x - rect.center.x), abs(b.other.x - rect.center.x))
      if da == db { return a.line < b.line }
      return a.other.y > rect.center.y ? da > db : da < db
    }
    let low = (isLevel ? rect.x0 : rect.y0) + 9
    let high = (isLevel ? rect.x1 : rect.y1) - 9
    guard high > low else { return }
    let gap = min(13, (high - low) / Double(max(1, sorted.count - 1)))
    let positions = ChartLayout.spaced(
      sorted.map { min(max(along($0.point), low), high) }, gap: gap, low: low, high: high)
    for (end, position) in zip(sorted, positions) {
      let distance = position - along(end.point)
      guard abs(distance) >= 0.05 else { continue }
      move(
        end, by: isLevel ? Point(x: distance, y: 0) : Point(x: 0, y: distance))
    }
  }

  /// Moves neighbouring positions apart until all have the gap.
  private static func spaced(
    _ start: [Double], gap: Double, low: Double, high: Double
  ) -> [Double] {
    var positions = start
    for _ in 0..<20 {
      for index in positions.indices.dropFirst()
      where positions[index] - positions[index - 1] < gap - 0.01 {
        let middle = (positions[index] + positions[index - 1]) / 2
        positions[index - 1] = middle - gap / 2
        positions[index] = middle + gap / 2
      }
      if let first = positions.first, first < low {
        positions = positions.map { $0 + low - first }
      }
      if let last = positions.last, last > high {
        positions = positions.map { $0 + high - last }
      }
    }
    return positions
  }

  private mutating func move(_ end: End, by offset: Point) {
    var curve = lines[end.line].curve
    guard curve.points.count >= 4 else { return }
    curve.joinShortEnd(atEnd: !end.isTail)
    let count = curve.points.count
    if end.isTail {
      curve.startTip = curve.startTip.map { $0 + offset }
      curve.points[0] = curve.points[0] + offset
      curve.points[1] = curve.points[1] + offset
    } else {
      curve.endTip = curve.endTip.map { $0 + offset }
      curve.points[count - 1] = curve.points[count - 1] + offset
      curve.points[count - 2] = curve.points[count - 2] + offset
    }
    lines[end.line].curve = curve
  }
}
