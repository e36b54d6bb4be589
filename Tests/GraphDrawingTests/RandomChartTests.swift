import Graphs
import Testing

@testable import GraphDrawing

@Suite struct RandomChartTests {
  @Test(arguments: 0..<60, [Chart.Direction.down, .right])
  func `a random chart is drawn whole`(_ seed: Int, _ direction: Chart.Direction) throws {
    let graph = randomChart(seed, direction)
    let drawing = try draw(graph)
    #expect(faults(drawing.svg) == [])
    #expect(drawing.notes == [])
    let ids = parse(drawing.svg)?.all.compactMap { $0.attributes["id"] } ?? []
    guard case .chart(let chart) = graph.content else { return }
    // The picture itself, its title and its description have ids too.
    let labels = chart.transitions.reduce(0) { $0 + $1.labels.count }
    #expect(ids.count == 3 + chart.nodes.count + labels)
  }

  @Test(arguments: 0..<60)
  func `the plain layout of a random chart can be shown`(_ seed: Int) throws {
    guard case .chart(let chart) = randomChart(seed, .down).content else { return }
    let tree = try #require(ChartTree(chart.merged()))
    let sheet = ChartSheet(tree, tag: "random")
    #expect(PlainLayout(sheet).layout.fault(sheet) == nil)
  }
}
