import Graphs

extension ChartLayout {
  /// Replaces each line that runs behind another box by the shortest straight line that nothing
  /// hides.
  ///
  /// Graphviz may squeeze a line between a pill and the frame below it.
  mutating func rerouteHiddenLines(_ sheet: ChartSheet) {
    for index in lines.indices where !isLoop(lines[index], sheet) && !isRound(lines[index], sheet) {
      let obstacles = obstacles(of: lines[index], sheet)
      let trace = DrawnTrace(lines[index])
      guard obstacles.contains(where: trace.cuts) else { continue }
      if let curve = visibleLine(lines[index], obstacles) { lines[index].curve = curve }
    }
  }

  /// Whether a line ends at a round symbol instead of a box.
  private func isRound(_ line: Line, _ sheet: ChartSheet) -> Bool {
    [line.tail, line.head].contains { element in
      guard case .node(let node) = element else { return false }
      switch sheet.tree.chart.nodes[node].form {
      case .history, .deepHistory: return true
      case .final: return !sheet.isFinalBox(node)
      case .machine, .composite, .parallel, .atomic: return false
      }
    }
  }

  /// The shapes that a line must not cross: boxes, dots, pills, titles, and all frames that contain
  /// neither of its ends.
  private func obstacles(of line: Line, _ sheet: ChartSheet) -> [Rect] {
    let tree = sheet.tree
    let ends = [line.tail, line.head]
    func isAround(_ frame: Int) -> Bool {
      ends.contains { end in
        switch end {
        case .node(let node), .dot(let node): tree.contains(frame, node)
        case .pill(let pill):
          ChartPlan.container(tree, pill).map { tree.contains(frame, $0) } ?? false
        }
      }
    }
    var result: [Rect] = []
    for node in nodes.indices where !ends.contains(.node(node)) {
      guard let rect = nodes[node] else { continue }
      if tree.isFrame(node), isAround(node) {
        result += headerTexts(node, sheet)
      } else {
        result.append(rect)
      }
    }
    for (index, dot) in dots.enumerated() where !ends.contains(.dot(index)) {
      if let dot { result.append(dot) }
    }
    for (index, pill) in pills.enumerated() where !ends.contains(.pill(index)) {
      if let pill { result.append(pill) }
    }
    return result
  }

  /// The shortest straight line between the borders of both ends that crosses no obstacle.
  private func visibleLine(_ line: Line, _ obstacles: [Rect]) -> Curve? {
    guard var tail = rect(line.tail), let head = rect(line.head), !tail.overlaps(head) else {
      return nil
    }
    // A dot is painted over its line.
    if case .dot = line.tail { tail = Rect(center: tail.center, size: Size(width: 0, height: 0)) }
    var best: (length: Double, from: Point, to: Point)?
    for from in tail.borderPoints {
      for to in head.borderPoints {
        let length = (to - from).length
        guard length > 12, length < best?.length ?? .infinity,
          !tail.grown(by: -min(0.5, tail.width / 2)).isCut(from: from, to: to),
          !head.grown(by: -0.5).isCut(from: from, to: to),
          !obstacles.contains(where: { $0.grown(by: 3).isCut(from: from, to: to) })
        else { continue }
        best = (length, from, to)
      }
    }
    return best.map {
      Curve(
        from: $0.from, to: $0.to, startArrow: line.arrow == .atStart,
        endArrow: line.arrow == .atEnd)
    }
  }
}

extension Rect {
  /// The points of the border where a line can end: not at the corners, at most nine on a side.
  fileprivate var borderPoints: [Point] {
    func along(_ low: Double, _ high: Double) -> [Double] {
      let inset = min(16, (high - low) / 2)
      let count = min(8, Int((high - low - 2 * inset) / 12))
      guard count > 0 else { return [(low + high) / 2] }
      return (0...count).map {
        low + inset + (high - low - 2 * inset) * Double($0) / Double(count)
      }
    }
    return along(x0, x1).flatMap { [Point(x: $0, y: y0), Point(x: $0, y: y1)] }
      + along(y0, y1).flatMap { [Point(x: x0, y: $0), Point(x: x1, y: $0)] }
  }
}
