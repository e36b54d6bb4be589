import Graphs

/// A flow with its layout as the body of an SVG.
struct FlowSVG {
  private let flow: Flow
  private let sheet: FlowSheet
  private let layout: FlowLayout
  private let pen = Pen()
  private var ids: Identifiers
  /// Ids of cards and edges: the finished picture must have each once.
  private(set) var expected: [String] = []
  private(set) var body = ""

  init(_ graph: Graph, _ flow: Flow, _ layout: FlowLayout) {
    self.flow = flow
    self.layout = layout
    sheet = FlowSheet(flow)
    ids = Identifiers(Document.idName(graph))
    for index in flow.groups.indices { group(index) }
    for index in flow.edges.indices { edge(index) }
    for index in flow.cards.indices { card(index) }
  }

  private mutating func id(_ parts: [String]) -> String {
    let id = ids.id(parts)
    expected.append(id)
    return id
  }

  private mutating func add(_ id: String?, _ styleClass: String, _ content: String) {
    let attributes = (id.map { [("id", $0)] } ?? []) + [("class", styleClass)]
    body += Markup.element("g", attributes, content) + "\n"
  }

  private mutating func group(_ index: Int) {
    guard let rect = layout.groups[index] else { return }
    let title = flow.groups[index].title
    add(
      nil, "group d0",
      Markup.title(title) + pen.rect("box", rect, radius: 12)
        + pen.text([Span(title, .name)], x: rect.x0 + 12, y: rect.y0 + 20))
  }

  private mutating func edge(_ index: Int) {
    let edge = flow.edges[index]
    let (from, to) = (flow.cards[edge.source], flow.cards[edge.target])
    let verb = edge.kind == .write ? "writes" : edge.kind == .use ? "decides" : "feeds"
    add(
      id([from.key, verb, to.key]), "flow \(edge.kind.styleClass)",
      Markup.title("\(from.name) \(verb) \(to.name)") + pen.line(layout.edges[index], .atEnd))
  }

  private mutating func card(_ index: Int) {
    let card = flow.cards[index]
    let rect = layout.cards[index]
    let title: String
    let shape: String
    var rowStart = FlowSheet.Measure.title + 10
    switch card.form {
    case .event:
      shape = pen.rect("pill", rect, radius: 8)
      title = pen.text(
        sheet.titles[index], x: rect.x0 + FlowSheet.Measure.inset, y: rect.y0 + 16)
    case .value:
      shape = pen.rect("box", rect, radius: 8)
      let count = Double(sheet.lines[index].count)
      let top = rect.center.y - (count * FlowSheet.Measure.row + 14) / 2
      title = pen.text(sheet.titles[index], x: rect.center.x, y: top + 11, .middle)
      rowStart = top + 11 + FlowSheet.Measure.row - rect.y0
    case .output(let kind):
      shape = pen.rect("out b-\(kind.rawValue)", rect, radius: 8)
      title = pen.text(
        sheet.titles[index], x: rect.x0 + FlowSheet.Measure.inset, y: rect.y0 + 16)
    }
    add(
      id([card.form.word, card.key]), "card \(card.form.word)",
      Markup.title(card.name) + Markup.linked(card.link, shape + title)
        + rows(index, rect, from: rect.y0 + rowStart, isCentered: card.form == .value))
  }

  private func rows(_ index: Int, _ rect: Rect, from y: Double, isCentered: Bool) -> String {
    let (lines, links) = (sheet.lines[index], sheet.links[index])
    var result = ""
    var run = ""
    for (number, line) in lines.enumerated() {
      run += pen.text(
        line, x: isCentered ? rect.center.x : rect.x0 + FlowSheet.Measure.inset,
        y: y + Double(number) * FlowSheet.Measure.row, isCentered ? .middle : .start)
      if number + 1 == lines.count || links[number + 1] != links[number] {
        result += Markup.linked(links[number], run)
        run = ""
      }
    }
    return result
  }
}
