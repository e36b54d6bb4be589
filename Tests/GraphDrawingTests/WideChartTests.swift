import Graphs
import Testing

@testable import GraphDrawing

@Suite struct `A wide chart` {
  /// A menu with pages, some of which lead back.
  private func menu(
    _ direction: Chart.Direction, mayTurn: Bool, pages count: Int = 30
  ) throws -> Graph {
    let pages = (0..<count).map { "page\($0)" }
    let graph = states(
      "", "", Tree("Menu", .machine, initial: "home", [Tree("home")] + pages.map { Tree($0) }),
      pages.map { Link("home", $0, Label("chose \($0)")) }
        + pages.prefix(10).map { Link($0, "home", Label("left \($0)")) })
    var chart = try graph.chart
    (chart.direction, chart.mayTurn) = (direction, mayTurn)
    var result = graph
    result.content = .chart(chart)
    return result
  }

  @Test func `turns if it then fits a page`() throws {
    let drawing = try draw(menu(.down, mayTurn: true))
    #expect(drawing.size.width < 1000)
    #expect(faults(drawing.svg) == [])
  }

  @Test func `that may not turn is broken into rows`() throws {
    let drawing = try draw(menu(.down, mayTurn: false))
    #expect(drawing.size.width < 2000)
    #expect(faults(drawing.svg) == [])
  }

  @Test func `turns even if it has so many states that the search is short`() throws {
    let drawing = try draw(menu(.down, mayTurn: true, pages: 150))
    #expect(drawing.size.width < 1000)
    #expect(faults(drawing.svg) == [])
  }

  @Test func `is laid out once if the user wants that`() throws {
    let drawing = try draw(
      menu(.down, mayTurn: true), options: DrawingOptions(isQuick: true))
    #expect(drawing.size.width > 2000)
  }
}

@Suite struct `A dense chart` {
  /// States that each have a transition to all others within a distance.
  private func states(_ count: Int, within distance: Int) -> Graph {
    let links = (0..<count).flatMap { from in
      (0..<count).filter { $0 != from && abs($0 - from) <= distance }.map { to in
        Link("s\(from)", "s\(to)", Label("went \(to)"))
      }
    }
    return GraphDrawingTests.states(
      "", "", Tree("Many", .machine, initial: "s0", (0..<count).map { Tree("s\($0)") }), links)
  }

  private func linePairs(_ graph: Graph) throws -> Int {
    try #require(GraphTree(graph.chart)).linePairs
  }

  @Test func `has many pairs of lines between two rows, and a long one has few`() throws {
    // All lines are between the first row and the second, or within the second.
    #expect(try linePairs(states(4, within: 3)) == 15 + 15)
    #expect(try linePairs(states(5, within: 1)) == 4)
    #expect(try linePairs(states(14, within: 13)) > 4_000)
    #expect(try linePairs(states(60, within: 2)) < 4_000)
  }

  @Test func `has one layout, which takes seconds less than the best of several`() throws {
    let graph = states(14, within: 13)
    let quick = try draw(graph, options: DrawingOptions(isQuick: true))
    #expect(try draw(graph).size == quick.size)
  }
}
