import Graphs

extension ChartLayout {
  /// Describes the first fault of the layout; nil if it can be shown.
  ///
  /// Every state must have a box inside its parent and below its title, and no two siblings may
  /// overlap. Every transition must have its lines, and its pill inside its container.
  func fault(_ sheet: ChartSheet) -> String? {
    let tree = sheet.tree
    guard size.width.isFinite, size.height.isFinite else { return "no size" }
    for index in tree.chart.nodes.indices {
      guard let rect = nodes[index], rect.isFinite else { return "no box" }
      if tree.isFrame(index), let fault = faultInside(index, rect, sheet) { return fault }
    }
    for index in tree.chart.transitions.indices {
      if let fault = fault(ofTransition: index, sheet) { return fault }
    }
    return nil
  }

  private func faultInside(_ frame: Int, _ rect: Rect, _ sheet: ChartSheet) -> String? {
    let tree = sheet.tree
    let children = tree.children[frame]
    let isPlain = !tree.isRegion(frame) && tree.chart.nodes[frame].form != .parallel
    var top = rect.y0
    if isPlain { top += sheet.headers[frame].size.height }
    var seen: [Rect] = []
    for child in children {
      guard let inner = nodes[child] else { return "no box" }
      guard rect.grown(by: 0.6).contains(inner), inner.y0 >= top - 0.6 else {
        return "a box outside its frame"
      }
      if seen.contains(where: { $0.overlaps(inner.grown(by: -0.6)) }) { return "boxes overlap" }
      seen.append(inner)
    }
    if !tree.chart.nodes[frame].initial.isEmpty {
      guard let dot = dots[frame], rect.contains(dot) else { return "no dot" }
      if seen.contains(where: { $0.overlaps(dot.grown(by: -0.6)) }) { return "a dot on a box" }
    }
    return nil
  }

  private func fault(ofTransition index: Int, _ sheet: ChartSheet) -> String? {
    let tree = sheet.tree
    guard let pill = pills[index], pill.isFinite else { return "no pill" }
    let inner = pill.grown(by: -0.6)
    for node in tree.chart.nodes.indices where !tree.isFrame(node) {
      if let rect = nodes[node], rect.overlaps(inner) { return "a pill on a state" }
    }
    for other in pills[..<index] {
      if let other, other.overlaps(inner) { return "pills overlap" }
    }
    if let container = ChartPlan.container(tree, index), let frame = nodes[container] {
      guard frame.grown(by: 0.6).contains(pill) else { return "a pill outside its frame" }
    }
    let own = lines.filter { $0.owner == .transition(index) }
    guard own.allSatisfy(\.curve.isSound) else { return "a line without points" }
    let transition = tree.chart.transitions[index]
    let stubs =
      rings.filter { $0.transition == index }.count
      + inners.filter { $0.transition == index }.count
    let isLoop = transition.targets == [transition.source] && !tree.isFrame(transition.source)
    guard own.count + stubs >= (isLoop ? 1 : 1 + transition.targets.count) else {
      return "a line is missing"
    }
    return nil
  }
}
