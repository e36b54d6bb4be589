import Graphs

/// Draws a flow with its layout as a display list.
struct FlowPainter {
  private let flow: Flow
  private let sheet: FlowSheet
  private let layout: FlowLayout
  private var ids: Identifiers
  private(set) var cardIDs: [String] = []
  private(set) var edgeIDs: [String] = []
  private(set) var body = DisplayList()

  init(_ graph: Graph, _ flow: Flow, _ layout: FlowLayout) {
    self.flow = flow
    self.layout = layout
    sheet = layout.sheet
    ids = Identifiers(Document.idName(graph))
    for index in flow.groups.indices { group(index) }
    for index in flow.edges.indices { edge(index) }
    for index in flow.cards.indices { card(index) }
  }

  private mutating func group(_ index: Int) {
    let rect = layout.groups[index]
    let title = flow.groups[index].title
    body.group(["group", "d0"]) { body in
      body.title(title)
      body.rect(["box"], rect, radius: 12)
      body.text(sheet.groupTitles[index], x: rect.x0 + 12, y: rect.y0 + 20)
    }
  }

  private mutating func edge(_ index: Int) {
    let edge = flow.edges[index]
    let (from, to) = (flow.cards[edge.source], flow.cards[edge.target])
    let verb = edge.kind == .write ? "writes" : edge.kind == .use ? "decides" : "feeds"
    let line = layout.edges[index]
    let id = ids.id([from.key, verb, to.key])
    edgeIDs.append(id)
    body.group(id: id, ["flow", edge.kind.styleClass]) { body in
      body.title("\(from.name) \(verb) \(to.name)")
      body.line(line, .atEnd)
    }
  }

  private mutating func card(_ index: Int) {
    let (card, rect) = (flow.cards[index], layout.cards[index])
    let (title, lines, links) = (sheet.titles[index], sheet.lines[index], sheet.links[index])
    let left = rect.x0 + FlowSheet.Measure.inset
    let titleAnchor: (x: Double, y: Double, anchor: DisplayList.Anchor)
    let shape: (classes: DisplayList.Classes, rowStart: Double)
    switch card.form {
    case .event:
      titleAnchor = (left, rect.y0 + 16, .start)
      shape = (["pill"], rect.y0 + FlowSheet.Measure.title + 10)
    case .value:
      let top = rect.center.y - (Double(lines.count) * FlowSheet.Measure.row + 14) / 2
      titleAnchor = (rect.center.x, top + 11, .middle)
      shape = (["box"], top + 11 + FlowSheet.Measure.row)
    case .output(let kind):
      titleAnchor = (left, rect.y0 + 16, .start)
      shape = (["out", "b-\(kind.rawValue)"], rect.y0 + FlowSheet.Measure.title + 10)
    }
    let id = ids.id([card.form.word, card.key])
    cardIDs.append(id)
    body.group(id: id, ["card", card.form.word]) { body in
      body.title(card.name)
      body.linked(card.link) { body in
        body.rect(shape.classes, rect, radius: 8)
        body.text(title, x: titleAnchor.x, y: titleAnchor.y, titleAnchor.anchor)
      }
      body.runs(of: links) { number, body in
        body.text(
          lines[number], x: titleAnchor.x,
          y: shape.rowStart + Double(number) * FlowSheet.Measure.row,
          titleAnchor.anchor)
      }
    }
  }
}
