import Foundation
import Graphs
import Testing

@testable import GraphDrawing
@testable import states_layout

@Suite struct RandomChartTests {
  @Test(arguments: 0..<60, [Chart.Direction.down, .right])
  func `a random chart is drawn whole`(_ seed: Int, _ direction: Chart.Direction) throws {
    let graph = randomChart(seed, direction)
    let drawing = try draw(graph)
    #expect(faults(drawing.svg) == [])
    #expect(drawing.notes == [])
    let ids = parse(drawing.svg)?.all.compactMap { $0.attributes["id"] } ?? []
    let chart = try graph.chart
    // The picture itself, its title and its description also have ids.
    let labels = chart.transitions.reduce(0) { $0 + $1.labels.count }
    #expect(ids.count == 3 + chart.nodes.count + labels)
  }

  /// One layout of each chart; `STATES_CHARTS=10000` tries all variants of ten thousand charts.
  @Test(arguments: [Chart.Direction.down, .right])
  func `five hundred random charts have no overlap, and nothing is missing`(
    _ direction: Chart.Direction
  ) throws {
    let wanted = ProcessInfo.processInfo.environment["STATES_CHARTS"].flatMap(Int.init)
    for seed in 0..<(wanted ?? 500) {
      let chart = try randomChart(seed, direction).chart
      let tree = try #require(GraphTree(chart.merged()))
      let sheet = ChartSheet(tree, tag: "random")
      let variants = ChartPlan.Variant.all(sheet, isQuick: wanted == nil)
      for variant in variants {
        let plan = ChartPlan(sheet, variant)
        let layout = ChartLayout(plan, try Graphviz.layout(plan.skeleton))
        let shown = variant.titlesBelow ? layout.mirrored(isHorizontal: false) : layout
        #expect(shown.fault(sheet) == nil, "chart \(seed)")
      }
    }
  }

  @Test(arguments: 0..<60)
  func `the plain layout of a random chart can be shown`(_ seed: Int) throws {
    let chart = try randomChart(seed, .down).chart
    let tree = try #require(GraphTree(chart.merged()))
    let sheet = ChartSheet(tree, tag: "random")
    #expect(PlainLayout(sheet).layout.fault(sheet) == nil)
  }
}
