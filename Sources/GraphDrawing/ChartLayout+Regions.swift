import Graphs

// Regions have no frame of their own, where a line between them can tell them apart.
extension ChartLayout {
  /// Where the name of a region begins, on its baseline.
  ///
  /// At the top of its parent, beside the names of the other regions; or at its own top where
  /// something stands above it.
  func regionTitle(_ region: Int, _ sheet: ChartSheet) -> Point {
    guard let rect = nodes[region], let parent = sheet.tree.chart.nodes[region].parent,
      let outer = nodes[parent]
    else { return Point(x: 0, y: 0) }
    let rule = outer.y0 + sheet.headers[parent].size.height
    let above = Rect(x0: rect.x0, y0: rule, x1: rect.x1, y1: max(rule, rect.y0 - 1))
    let others = sheet.tree.children[parent].filter { $0 != region }.compactMap { nodes[$0] }
    let isFree = sheet.isDown && !others.contains { $0.overlaps(above) }
    let hasOutline = needsOutline(region) || regionLine(parent, sheet.tree) == nil
    let isCut = hasOutline && rect.y0 - rule > 4 && rect.y0 - rule < 24
    return Point(x: rect.x0 + 10, y: (isFree && !isCut ? rule : rect.y0) + 18)
  }

  /// The regions of a parallel state from left to right or from top to bottom; nil where they stand
  /// neither beside nor below each other, and each needs an outline.
  func regionLine(_ parallel: Int, _ tree: ChartTree) -> (regions: [Rect], isLevel: Bool)? {
    let children = tree.children[parallel].filter { !tree.isHistory($0) }
    let regions = children.compactMap { nodes[$0] }
    let byX = regions.sorted { $0.x0 < $1.x0 }
    if zip(byX, byX.dropFirst()).allSatisfy({ $0.x1 <= $1.x0 }) { return (byX, true) }
    let byY = regions.sorted { $0.y0 < $1.y0 }
    return zip(byY, byY.dropFirst()).allSatisfy { $0.y1 <= $1.y0 } ? (byY, false) : nil
  }

  /// Whether a line ends at the border of a region, which then has to be seen.
  func needsOutline(_ region: Int) -> Bool {
    lines.contains { $0.tail == .node(region) || $0.head == .node(region) }
      || inners.contains { $0.frame == region } || rings.contains { $0.frame == region }
  }

  /// Where the lines between regions stand, across the page or down: in the middle between two, or
  /// as near to it as there is no pill.
  func dividers(_ line: (regions: [Rect], isLevel: Bool), in frame: Rect) -> [Double] {
    let inside = pills.compactMap { $0 }.filter(frame.contains)
    let taken = inside.map { line.isLevel ? ($0.x0, $0.x1) : ($0.y0, $0.y1) }
      .sorted { $0.0 < $1.0 }
    return zip(line.regions, line.regions.dropFirst()).map { before, after in
      let (low, high) = line.isLevel ? (before.x1, after.x0) : (before.y1, after.y0)
      let middle = (low + high) / 2
      // The gaps between pills, and in each the place that is nearest to the middle.
      var places: [Double] = []
      var start = low
      for (first, last) in taken + [(high, high)] {
        let end = min(first, high)
        let room = min(12, (end - start) / 2)
        if room >= 3 { places.append(min(max(middle, start + room), end - room)) }
        start = max(start, last)
      }
      return places.min { abs($0 - middle) < abs($1 - middle) } ?? middle
    }
  }

  /// Pills with a line between regions behind them.
  func pillsOnDividers(_ tree: ChartTree) -> Int {
    tree.children.indices.reduce(0) { count, node in
      guard tree.chart.nodes[node].form == .parallel, let rect = nodes[node],
        let line = regionLine(node, tree)
      else { return count }
      let inside = pills.compactMap { $0 }.filter(rect.contains)
      return count
        + dividers(line, in: rect).reduce(0) { count, place in
          count
            + inside.count {
              line.isLevel ? $0.x0 < place && place < $0.x1 : $0.y0 < place && place < $0.y1
            }
        }
    }
  }
}
