import Graphs
import Testing

@testable import GraphDrawing

@Suite struct `The layout of a flow` {
  /// Three events that write two values, which an output reads; the third event also reads one.
  private let layout = FlowLayout(
    FlowSheet(
      Flow(
        groups: Flow.Column.allCases.map { Flow.Group("group \($0.rawValue)", column: $0) },
        cards: [
          Flow.Card("a", form: .event, group: 0), Flow.Card("b", form: .event, group: 0),
          Flow.Card("c", form: .event, group: 0), Flow.Card("x", form: .value, group: 1),
          Flow.Card("y", form: .value, group: 1), Flow.Card("o", form: .output(.ui), group: 2),
        ],
        edges: [
          Flow.Edge(from: 0, to: 4, kind: .write), Flow.Edge(from: 1, to: 3, kind: .write),
          Flow.Edge(from: 2, to: 3, kind: .write), Flow.Edge(from: 3, to: 2, kind: .use),
          Flow.Edge(from: 3, to: 5, kind: .read(.ui)), Flow.Edge(from: 4, to: 5, kind: .read(.ui)),
        ])))

  @Test func `has the cards of a column in declared order`() {
    let cards = layout.cards
    #expect(cards[0].y1 < cards[1].y0 && cards[1].y1 < cards[2].y0)
    #expect(cards[3].y1 < cards[4].y0)
    #expect(cards[2].x1 < cards[3].x0 && cards[3].x1 < cards[5].x0)
  }

  @Test func `has cards inside their groups, and columns around one middle`() {
    for (index, card) in layout.cards.enumerated() {
      #expect(layout.groups[[0, 0, 0, 1, 1, 2][index]].contains(card))
    }
    #expect(layout.groups.allSatisfy { abs($0.center.y - layout.size.height / 2) <= 0.5 })
  }

  @Test func `bundles the lines that enter a card, apart from those that leave it there`() {
    let tips = layout.edges.map(\.endTip)
    #expect(tips[1] == tips[2])
    #expect(tips[4] == tips[5])
    #expect(layout.edges[3].points[0] != tips[1])
  }
}
