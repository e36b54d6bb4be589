import Graphs

/// Draws a chart with its layout as a display list.
struct ChartPainter {
  let sheet: ChartSheet
  let layout: ChartLayout
  /// The points and the bounds of each line of the layout.
  let traces: [DrawnTrace]
  /// The lines of the layout, by transition and by node.
  private(set) var transitionLines: [[ChartLayout.Line]]
  private var startLines: [[ChartLayout.Line]]
  /// The largest count of a transition, in a chart with traffic.
  let largestCount: Double
  /// The id of each node.
  private(set) var stateIDs: [String] = []
  /// The ids of each transition's labels.
  private(set) var labelIDs: [[String]] = []
  private(set) var body = DisplayList()

  init(_ graph: Graph, _ sheet: ChartSheet, _ layout: ChartLayout) {
    self.sheet = sheet
    self.layout = layout
    traces = layout.lines.map(DrawnTrace.init)
    let chart = sheet.tree.chart
    largestCount = chart.largestCount
    transitionLines = Array(repeating: [], count: chart.transitions.count)
    startLines = Array(repeating: [], count: chart.nodes.count)
    for line in layout.lines {
      switch line.owner {
      case .transition(let index): transitionLines[index].append(line)
      case .initial(let index): startLines[index].append(line)
      }
    }
    var ids = Identifiers(graph.name)
    stateIDs = chart.nodes.map { ids.id([$0.path]) }
    labelIDs = chart.transitions.indices.map { index in
      // If the layout has no label for a loop, the loop has no pill.
      guard layout.pills[index] != nil else { return [] }
      let (source, targets) = names(index)
      return chart.transitions[index].labels.map {
        ids.id([source, $0.trigger.isEmpty ? "always" : $0.trigger, targets.joined(separator: ".")])
      }
    }
    body = drawn()
  }

  /// Draws lines before all boxes, and headers after the lines.
  private func drawn() -> DisplayList {
    let nodes = sheet.tree.chart.nodes.indices
    let transitions = sheet.tree.chart.transitions.indices
    let behind = behindOthers()
    var body = DisplayList()
    var headers = DisplayList()
    for index in nodes where sheet.tree.isFrame(index) { frame(index, &body, &headers) }
    for index in nodes { start(index, &body) }
    for index in transitions where behind[index] { linesBehindOthers(index, &body) }
    for index in transitions { transition(index, withLines: !behind[index], &body) }
    body.add(headers)
    for index in nodes { box(index, &body) }
    return body
  }

  /// The names at the ends of a transition.
  func names(_ index: Int) -> (source: String, targets: [String]) {
    let chart = sheet.tree.chart
    let transition = chart.transitions[index]
    return (chart.nodes[transition.source].name, transition.targets.map { chart.nodes[$0].name })
  }

  private func markClasses(_ node: Chart.Node) -> DisplayList.Classes {
    (node.mark.map { [$0.styleClass] } ?? []) + (node.isUnreached ? ["un"] : [])
  }

  private func badge(_ node: Chart.Node, _ rect: Rect, _ body: inout DisplayList) {
    guard let mark = node.mark else { return }
    let line = [Span(mark.text, .badge)]
    let size = Size(width: Metrics.width(line) + 12, height: 16)
    let box = Rect(
      origin: Point(x: rect.x1 - size.width + 5, y: rect.y0 - 8), size: size)
    body.rect(["badge"], box, radius: 8)
    body.text(line, x: box.center.x, y: box.y0 + 11.6, .middle)
  }

  /// Draws the lines of rows; neighbours with the same link share one link element.
  private func rows(
    _ header: ChartSheet.Header, x: Double, y: Double, _ body: inout DisplayList,
    _ draw: (TextLine, Double, Double, inout DisplayList) -> Void
  ) {
    body.runs(of: header.links) { index, body in
      draw(header.lines[index], x, y + Double(index) * ChartSheet.Measure.row + 11, &body)
    }
  }
}

// Frames, title bars and regions.
extension ChartPainter {
  private func frame(_ index: Int, _ body: inout DisplayList, _ headers: inout DisplayList) {
    guard let rect = layout.nodes[index] else { return }
    let node = sheet.tree.chart.nodes[index]
    if sheet.tree.isRegion(index) { return region(index, rect, &body, &headers) }
    let header = sheet.headers[index]
    let rule = rect.y0 + header.size.height
    let depth = sheet.tree.depth[index] % 2
    body.group(id: stateIDs[index], ["state", node.form.rawValue, "d\(depth)"] + markClasses(node))
    {
      $0.linked(node.link) { body in
        body.title(node.name)
        let radius = 12.0
        body.rect(["box"], rect, radius: radius)
        body.path(
          ["bar"],
          [
            .move(to: Point(x: rect.x0, y: rule)), .vertical(toY: rect.y0 + radius),
            .corner(radius: radius, step: Point(x: radius, y: -radius)),
            .horizontal(toX: rect.x1 - radius),
            .corner(radius: radius, step: Point(x: radius, y: radius)), .vertical(toY: rule),
            .close,
          ])
        self.rule(rect, at: rule, &body)
        body.rect(["box", "fr"], rect, radius: radius)
      }
    }
    if node.form == .parallel { dividers(index, rect, below: rule, &body) }
    heading(node, header, rect, &headers)
  }

  /// Draws the line below a title.
  private func rule(_ rect: Rect, at y: Double, _ body: inout DisplayList) {
    body.path(["rule"], [.move(to: Point(x: rect.x0, y: y)), .horizontal(toX: rect.x1)])
  }

  private func heading(
    _ node: Chart.Node, _ header: ChartSheet.Header, _ rect: Rect, _ headers: inout DisplayList
  ) {
    headers.group(["header"] + markClasses(node)) { body in
      body.title(node.name)
      body.linked(node.link) { body in
        knockedOut(header.name, rect.x0 + 12, rect.y0 + 19, on: "bar", &body)
        if !header.tag.isEmpty {
          let width = Metrics.width(header.tag)
          knockOut(header.tag, rect.x1 - 12 - width, rect.y0 + 18, on: "bar", &body)
          body.text(header.tag, x: rect.x1 - 12, y: rect.y0 + 18, .end)
        }
      }
      rows(header, x: rect.x0 + 12, y: rect.y0 + ChartSheet.Measure.bar, &body) {
        knockedOut($0, $1, $2, on: "bar", &$3)
      }
      badge(node, rect, &body)
    }
  }

  /// Paints the background behind a text that a line crosses.
  private func knockOut(
    _ line: TextLine, _ x: Double, _ y: Double, on ground: String, _ body: inout DisplayList
  ) {
    let rect = Rect(x0: x - 3, y0: y - 11, x1: x + Metrics.width(line) + 3, y1: y + 4)
    let reach = rect.grown(by: 2)
    if traces.contains(where: { $0.cuts(reach) }) { body.rect([ground], rect) }
  }

  private func knockedOut(
    _ line: TextLine, _ x: Double, _ y: Double, on ground: String, _ body: inout DisplayList
  ) {
    knockOut(line, x, y, on: ground, &body)
    body.text(line, x: x, y: y)
  }

  private func region(
    _ index: Int, _ rect: Rect, _ body: inout DisplayList, _ headers: inout DisplayList
  ) {
    let node = sheet.tree.chart.nodes[index]
    let header = sheet.headers[index]
    let origin = layout.regionTitle(index, sheet)
    let ground = "k\((sheet.tree.depth[index] + 1) % 2)"
    if layout.needsOutline(index) { area(rect, &body) }
    headers.group(id: stateIDs[index], ["state", "region"] + markClasses(node)) { body in
      body.title(node.name)
      body.linked(node.link) {
        knockedOut(header.name, origin.x, origin.y, on: ground, &$0)
      }
      rows(header, x: origin.x, y: origin.y + 6, &body) {
        knockedOut($0, $1, $2, on: ground, &$3)
      }
      badge(node, rect, &body)
    }
  }

  /// Draws the outline of a region that no line separates from the others.
  private func area(_ rect: Rect, _ body: inout DisplayList) {
    body.rect(["area"], rect, radius: 8)
    body.endLine()
  }

  /// Draws dashed lines between regions, or outlines if the regions are neither side by side nor
  /// stacked.
  private func dividers(
    _ index: Int, _ rect: Rect, below rule: Double, _ body: inout DisplayList
  ) {
    guard let dividers = layout.dividers(index, sheet.tree) else {
      for child in sheet.tree.children[index]
      where sheet.tree.isFrame(child) && !layout.needsOutline(child) {
        if let region = layout.nodes[child] { area(region, &body) }
      }
      return
    }
    guard !dividers.positions.isEmpty else { return }
    body.path(
      ["divider"],
      dividers.positions.flatMap { position -> [DisplayList.Step] in
        dividers.isUpright
          ? [.move(to: Point(x: position, y: rule)), .vertical(toY: rect.y1)]
          : [.move(to: Point(x: rect.x0, y: position)), .horizontal(toX: rect.x1)]
      })
    body.endLine()
  }
}

// Dots, symbols and boxes.
extension ChartPainter {
  /// Draws the line and the dot of a default entry.
  private func start(_ index: Int, _ body: inout DisplayList) {
    let node = sheet.tree.chart.nodes[index]
    if !startLines[index].isEmpty {
      let names = node.initial.map { sheet.tree.chart.nodes[$0].name }.joined(separator: " and ")
      body.group(["transition", "start"]) { body in
        body.title("\(node.name) starts in \(names)")
        for line in startLines[index] { body.line(line.curve, line.arrow) }
      }
    }
    guard let rect = layout.dots[index] else { return }
    body.circle(
      ["initial"], rect.center, radius: rect.width / 2, title: "initial state of \(node.name)")
    body.endLine()
  }

  private func box(_ index: Int, _ body: inout DisplayList) {
    guard !sheet.tree.isFrame(index), let rect = layout.nodes[index] else { return }
    let node = sheet.tree.chart.nodes[index]
    body.group(id: stateIDs[index], ["state", node.form.rawValue] + markClasses(node)) { body in
      body.title(node.name)
      switch node.form {
      case .history, .deepHistory:
        body.linked(node.link) { body in
          body.circle(["hist"], rect.center, radius: ChartSheet.Measure.historyRadius)
          let sign = [Span(node.form == .history ? "H" : "H*", .history)]
          body.text(sign, x: rect.center.x, y: rect.center.y + 4.6, .middle)
        }
      case .final where !sheet.isFinalBox(index):
        body.linked(node.link) { body in
          final(Point(x: rect.center.x, y: rect.y0 + 12), radii: (11.4, 7), &body)
          let name = [Span(LineBreaking.short(node.name), .finalName)]
          body.text(name, x: rect.center.x, y: rect.y0 + 36, .middle)
        }
      case .machine, .composite, .parallel, .atomic, .final: leaf(index, rect, &body)
      }
      badge(node, rect, &body)
    }
  }

  /// Draws a box with a name, and a compartment if there are rows.
  private func leaf(_ index: Int, _ rect: Rect, _ body: inout DisplayList) {
    let node = sheet.tree.chart.nodes[index]
    let header = sheet.headers[index]
    let below = rect.y0 + ChartSheet.Measure.titleRule
    body.linked(node.link) { body in
      body.rect(["box"], rect, radius: 8)
      let title = [Span(LineBreaking.short(node.name), .name)]
      // The final symbol is before the name; both are centred together.
      let sign = node.form == .final ? ChartSheet.Measure.finalSign : 0
      if sign > 0 {
        let left = rect.center.x - (Metrics.width(title) + sign) / 2
        final(Point(x: left + 8, y: rect.y0 + 13.6), radii: (7.5, 4.5), &body)
      }
      if header.lines.isEmpty {
        body.text(title, x: rect.center.x, y: rect.center.y + 4.6, .middle)
      } else {
        rule(rect, at: below, &body)
        body.text(title, x: rect.center.x + sign / 2, y: rect.y0 + 18.2, .middle)
      }
    }
    rows(header, x: rect.x0 + ChartSheet.Measure.padding, y: below + 4, &body) {
      $3.text($0, x: $1, y: $2)
    }
  }

  /// Draws the symbol of a final state: a dot in a ring.
  private func final(_ center: Point, radii: (ring: Double, dot: Double), _ body: inout DisplayList)
  {
    body.circle(["ring"], center, radius: radii.ring)
    body.circle(["dot"], center, radius: radii.dot)
  }
}
