import Graphs

// A region needs no frame if a line separates it from the other regions.
extension ChartLayout {
  /// The start of a region's name, on its baseline.
  ///
  /// The name is at the top of the parent, beside the names of the other regions. If something lies
  /// above the region, the name is at the region's own top.
  func regionTitle(_ region: Int, _ sheet: ChartSheet) -> Point {
    guard let rect = nodes[region], let parent = sheet.tree.chart.nodes[region].parent,
      let outer = nodes[parent]
    else { return Point(x: 0, y: 0) }
    let rule = outer.y0 + sheet.headers[parent].size.height
    let above = Rect(x0: rect.x0, y0: rule, x1: rect.x1, y1: max(rule, rect.y0 - 1))
    let others = sheet.tree.children[parent].filter { $0 != region }.compactMap { nodes[$0] }
    let isFree = sheet.isDown && !others.contains { $0.overlaps(above) }
    let hasOutline = needsOutline(region) || dividers(parent, sheet.tree) == nil
    let isCut = hasOutline && rect.y0 - rule > 4 && rect.y0 - rule < 24
    return Point(x: rect.x0 + 10, y: (isFree && !isCut ? rule : rect.y0) + 18)
  }

  /// Lines between the regions of a parallel state.
  struct Dividers {
    /// The x coordinates of upright lines, or the y coordinates of level ones.
    var positions: [Double]
    var isUpright: Bool
  }

  /// The lines that separate the regions of a parallel state.
  ///
  /// Nil if the regions are neither side by side nor stacked, or if a pill leaves no room between
  /// two of them. Each region then needs an outline.
  func dividers(_ parallel: Int, _ tree: GraphTree) -> Dividers? {
    guard let frame = nodes[parallel] else { return nil }
    let children = tree.children[parallel]
    let regions = children.filter { !tree.isHistory($0) }.compactMap { nodes[$0] }
    let signs = children.filter(tree.isHistory).compactMap { nodes[$0] }
    let taken = pills.compactMap { $0 }.filter(frame.contains) + signs
    for isUpright in [true, false] {
      func extent(_ rect: Rect) -> (low: Double, high: Double) {
        isUpright ? (rect.x0, rect.x1) : (rect.y0, rect.y1)
      }
      let extents = regions.map(extent).sorted { $0.low < $1.low }
      let gaps = zip(extents, extents.dropFirst()).map { (low: $0.high, high: $1.low) }
      guard gaps.allSatisfy({ $0.low <= $0.high }) else { continue }
      let positions = gaps.compactMap { ChartLayout.free($0, taken.map(extent)) }
      return positions.count == gaps.count
        ? Dividers(positions: positions, isUpright: isUpright) : nil
    }
    return nil
  }

  /// The free position in a gap that is nearest to its middle.
  private static func free(
    _ gap: (low: Double, high: Double), _ taken: [(low: Double, high: Double)]
  ) -> Double? {
    let middle = (gap.low + gap.high) / 2
    var positions: [Double] = []
    var start = gap.low
    for next in taken.sorted(by: { $0.low < $1.low }) + [(gap.high, gap.high)] {
      let end = min(next.low, gap.high)
      let room = min(12, (end - start) / 2)
      if room >= 3 { positions.append(min(max(middle, start + room), end - room)) }
      start = max(start, next.high)
    }
    return positions.min { abs($0 - middle) < abs($1 - middle) }
  }

  /// Whether a line ends at the border of a region, which must then be visible.
  func needsOutline(_ region: Int) -> Bool {
    lines.contains { $0.tail == .node(region) || $0.head == .node(region) }
      || inners.contains { $0.frame == region } || rings.contains { $0.frame == region }
  }
}
