import Graphs

extension ChartPlan {
  /// Choices that lead to different layouts of one chart; the best layout is kept.
  struct Variant: Sendable {
    /// How transitions from one region into another are passed to Graphviz.
    enum Regions: Sendable {
      /// Like all other transitions: the target region is then below the source region.
      case ranked
      /// The pill is below both regions, which stay side by side.
      case beside
      /// Like `beside`, and all regions begin as high as they can.
      case level

      /// The weight of the invisible edges that keep the content of a frame below the nodes above
      /// it.
      var pull: Int {
        switch self {
        case .ranked, .beside: 0
        case .level: 12
        }
      }
    }

    /// Passes the children in reverse order.
    var reversesChildren = false
    /// Lines leave and enter pills in the middle of the sides that face up and down the page.
    var usesPorts = false
    var titlesBelow = false
    var regions = Regions.ranked
    var isSimple = false

    /// The number of rows into which the leaves of each frame are broken; 1 for as they come.
    var rows = 1
    /// A short search for few crossings.
    var isQuick = false
    /// A factor for all distances.
    var spread = 1.0
    /// Extra room before and after each pill, so that a line fits between it and a frame.
    var room = 0.0

    /// The variants to try for a chart; a quick picture uses only the first.
    static func all(_ sheet: ChartSheet, isQuick: Bool) -> [Variant] {
      if isQuick { return [Variant(isQuick: true)] }
      let tree = sheet.tree
      // Without inner frames, the order of the children and the position of the title change
      // nothing.
      let isFlat = !tree.children.indices.dropFirst().contains(where: tree.isFrame)
      let crosses = tree.chart.transitions.indices.contains { crossesRegions(tree, $0) }
      var result: [Variant] = []
      for regions in crosses ? [Regions.beside, .level, .ranked] : [.ranked] {
        for usesPorts in [false, true] {
          for reverses in isFlat ? [false] : [false, true] {
            var variant = Variant(
              reversesChildren: reverses, usesPorts: usesPorts, regions: regions)
            result.append(variant)
            // A mirrored layout is free in a downward chart; in one to the right, the titles would
            // be below.
            guard !sheet.isDown, !isFlat else { continue }
            variant.titlesBelow = true
            result.append(variant)
          }
        }
      }
      return result
    }
  }

  /// Whether a transition leads from one region of a parallel state into others.
  static func crossesRegions(_ tree: GraphTree, _ index: Int) -> Bool {
    guard let container = container(tree, index), tree.chart.nodes[container].form == .parallel
    else { return false }
    let transition = tree.chart.transitions[index]
    return transition.targets != [transition.source]
      && ([transition.source] + transition.targets).allSatisfy {
        $0 != container && tree.isRegion(tree.child(of: container, toward: $0))
      }
  }
}
