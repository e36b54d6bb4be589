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
