import Graphs

extension ChartPlan {
  /// Choices that lead to different layouts of one chart; the best is kept.
  struct Variant: Sendable {
    /// How ways from one region into another are told.
    enum Regions: Sendable {
      /// As all others are: a region then stands below one that leads to it.
      case ranked
      /// The pill stands below both regions, which stay beside each other.
      case beside
      /// The same, and all regions begin as high as they can.
      case level

      /// The weight of the invisible edges that keep the inside of a frame below what enters it.
      var pull: Int {
        switch self {
        case .ranked, .beside: 0
        case .level: 12
        }
      }
    }

    /// Children are given from last to first.
    var reversesChildren = false
    /// Lines leave and enter pills in the middle of the sides that look up and down the page.
    var usesPorts = false
    var titlesBelow = false
    var regions = Regions.ranked
    var isSimple = false

    /// A short search for few crossings.
    var isQuick = false
    /// How much farther than usual everything stands apart.
    var spread = 1.0
    /// What each pill has before and after it besides, so that a line fits between it and a frame.
    var room = 0.0

    /// The ways to lay out one chart, the first for a quick picture.
    static func all(_ sheet: ChartSheet, isQuick: Bool) -> [Variant] {
      if isQuick { return [Variant(isQuick: true)] }
      let tree = sheet.tree
      // Without frames inside, the order of the children changes nothing, nor does the title.
      let isFlat = !tree.children.indices.dropFirst().contains(where: tree.isFrame)
      let crosses = tree.chart.transitions.indices.contains { crossesRegions(tree, $0) }
      var result: [Variant] = []
      for regions in crosses ? [Regions.beside, .level, .ranked] : [.ranked] {
        for usesPorts in [false, true] {
          for reverses in isFlat ? [false] : [false, true] {
            var variant = Variant(
              reversesChildren: reverses, usesPorts: usesPorts, regions: regions)
            result.append(variant)
            // Downwards a mirrored layout costs nothing; to the right the titles would be below.
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
  static func crossesRegions(_ tree: ChartTree, _ index: Int) -> Bool {
    guard let container = container(tree, index), tree.chart.nodes[container].form == .parallel
    else { return false }
    let transition = tree.chart.transitions[index]
    return transition.targets != [transition.source]
      && ([transition.source] + transition.targets).allSatisfy {
        $0 != container && tree.isRegion(tree.child(of: container, toward: $0))
      }
  }
}
