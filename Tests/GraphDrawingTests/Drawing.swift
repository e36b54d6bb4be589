import Graphs

@testable import GraphDrawing
@testable import states_layout

/// Runs `states-layout` from the build folder, for all tests. A busy machine does not decide what they
/// see: an hour is enough for every layout.
let layoutProgram = Result { () throws(DrawingError) in try LayoutWorker(deadline: 3_600_000) }

/// Draws a graph with `states-layout`.
func draw(_ graph: Graph, options: DrawingOptions = DrawingOptions()) throws -> Drawing {
  try draw(graph, options: options, layout: layoutProgram.get())
}

/// The layout of a state graph in one direction.
func layouts(_ graph: Graph) throws -> [(ChartSheet, ChartLayout)] {
  guard case .chart(let chart) = graph.content, let tree = GraphTree(chart.merged()) else {
    return []
  }
  let sheet = ChartSheet(tree, tag: graph.tag)
  return try ChartPlan.Variant.all(sheet, isQuick: false).map { variant in
    let plan = ChartPlan(sheet, variant)
    let layout = ChartLayout(plan, try Graphviz.layout(plan.skeleton))
    return (sheet, variant.titlesBelow ? layout.mirrored(isHorizontal: false) : layout)
  }
}
