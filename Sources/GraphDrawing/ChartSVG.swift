import Graphs

/// A chart with its layout as the body of an SVG.
struct ChartSVG {
  let graph: Graph
  let sheet: ChartSheet
  let layout: ChartLayout
  private let pen = Pen()
  private(set) var ids: Identifiers
  /// Ids of states and transitions: the finished picture must have each once.
  private(set) var expected: [String] = []
  private(set) var body = ""
  /// Transitions with a line behind the pill of another one.
  private let behind: [Bool]
  /// Points of each line of the layout, with what encloses them.
  private let traces: [Trace]
  /// Headers are drawn after the lines, and lines before all boxes.
  private var headers = ""

  init(_ graph: Graph, _ sheet: ChartSheet, _ layout: ChartLayout) {
    self.graph = graph
    self.sheet = sheet
    self.layout = layout
    ids = Identifiers(graph.name)
    let traces = layout.lines.map(Trace.init)
    self.traces = traces
    behind = ChartSVG.behindOthers(layout, sheet, traces)
    let count = sheet.tree.chart.nodes.count
    let stateIDs = (0..<count).map { stateID($0) }
    expected = stateIDs
    for index in 0..<count where sheet.tree.isFrame(index) { frame(index, stateIDs[index]) }
    for index in 0..<count { start(index) }
    for index in sheet.tree.chart.transitions.indices { linesBehindOthers(index) }
    for index in sheet.tree.chart.transitions.indices { transition(index) }
    body += headers
    for index in 0..<count { box(index, stateIDs[index]) }
  }

  private mutating func stateID(_ index: Int) -> String {
    ids.id([sheet.tree.chart.nodes[index].path])
  }

  private mutating func group(_ id: String?, _ styleClass: String, _ content: String) {
    let attributes = (id.map { [("id", $0)] } ?? []) + [("class", styleClass)]
    body += Markup.element("g", attributes, content) + "\n"
  }

  private func markClass(_ node: Chart.Node) -> String {
    (node.mark.map { " " + $0.styleClass } ?? "") + (node.isUnreached ? " un" : "")
  }

  private func badge(_ node: Chart.Node, _ rect: Rect) -> String {
    guard let mark = node.mark else { return "" }
    let line = [Span(mark.text, .badge)]
    let size = Size(width: Metrics.width(line) + 12, height: 16)
    let place = Rect(
      origin: Point(x: rect.x1 - size.width + 5, y: rect.y0 - 8), size: size)
    return pen.rect("badge", place, radius: 8)
      + pen.text(line, x: place.center.x, y: place.y0 + 11.6, .middle)
  }

  /// Lines of rows, neighbours with the same link inside one.
  private func rows(
    _ lines: [TextLine], _ links: [String?], x: Double, y: Double,
    _ draw: (TextLine, Double, Double) -> String
  ) -> String {
    var result = ""
    var run = ""
    for (index, line) in lines.enumerated() {
      run += draw(line, x, y + Double(index) * ChartSheet.Measure.row + 11)
      if index + 1 == lines.count || links[index + 1] != links[index] {
        result += Markup.linked(links[index], run)
        run = ""
      }
    }
    return result
  }
}

// Frames, title bars and regions.
extension ChartSVG {
  private mutating func frame(_ index: Int, _ id: String) {
    guard let rect = layout.nodes[index] else { return }
    let node = sheet.tree.chart.nodes[index]
    if sheet.tree.isRegion(index) { return region(index, id, rect) }
    let header = sheet.headers[index]
    let rule = rect.y0 + header.size.height
    let radius = 12.0
    let corner = "a\(Markup.number(radius)) \(Markup.number(radius)) 0 0 1"
    let bar =
      "M\(pen.at(rect.x0)) \(pen.at(rule))V\(pen.at(rect.y0 + radius))"
      + "\(corner) \(Markup.number(radius)) -\(Markup.number(radius))H\(pen.at(rect.x1 - radius))"
      + "\(corner) \(Markup.number(radius)) \(Markup.number(radius))V\(pen.at(rule))Z"
    let shapes =
      Markup.title(node.name) + pen.rect("box", rect, radius: radius) + pen.path("bar", bar)
      + pen.path("rule", "M\(pen.at(rect.x0)) \(pen.at(rule))H\(pen.at(rect.x1))")
      + pen.rect("box fr", rect, radius: radius)
    let depth = sheet.tree.depth[index] % 2
    group(
      id, "state \(node.form.rawValue) d\(depth)\(markClass(node))",
      Markup.linked(node.link, shapes))
    if node.form == .parallel { dividers(index, rect, below: rule) }
    headers += heading(node, header, rect)
  }

  private func heading(_ node: Chart.Node, _ header: ChartSheet.Header, _ rect: Rect) -> String {
    var title = knockedOut(header.name, rect.x0 + 12, rect.y0 + 19)
    if !header.tag.isEmpty {
      let width = Metrics.width(header.tag)
      title += knockOut(header.tag, rect.x1 - 12 - width, rect.y0 + 18)
      title += pen.text(header.tag, x: rect.x1 - 12, y: rect.y0 + 18, .end)
    }
    let lines = rows(
      header.lines, header.links, x: rect.x0 + 12, y: rect.y0 + ChartSheet.Measure.bar
    ) {
      knockedOut($0, $1, $2)
    }
    let content = Markup.linked(node.link, title) + lines + badge(node, rect)
    return Markup.element(
      "g", [("class", "header\(markClass(node))")], Markup.title(node.name) + content) + "\n"
  }

  /// A piece of the ground under a text, where a line runs behind it.
  private func knockOut(
    _ line: TextLine, _ x: Double, _ y: Double, on ground: String = "bar"
  ) -> String {
    let rect = Rect(x0: x - 3, y0: y - 11, x1: x + Metrics.width(line) + 3, y1: y + 4)
    let reach = rect.grown(by: 2)
    let isCrossed = traces.contains { $0.cuts(reach) }
    return isCrossed ? pen.rect(ground, rect) : ""
  }

  private func knockedOut(
    _ line: TextLine, _ x: Double, _ y: Double, on ground: String = "bar"
  ) -> String {
    knockOut(line, x, y, on: ground) + pen.text(line, x: x, y: y)
  }

  private mutating func region(_ index: Int, _ id: String, _ rect: Rect) {
    let node = sheet.tree.chart.nodes[index]
    let header = sheet.headers[index]
    let origin = layout.regionTitle(index, sheet)
    let ground = "k\((sheet.tree.depth[index] + 1) % 2)"
    if layout.needsOutline(index) { body += pen.rect("area", rect, radius: 8) + "\n" }
    let content =
      Markup.title(node.name)
      + Markup.linked(node.link, knockedOut(header.name, origin.x, origin.y, on: ground))
      + rows(header.lines, header.links, x: origin.x, y: origin.y + 6) {
        knockedOut($0, $1, $2, on: ground)
      }
      + (node.mark == nil ? "" : badge(node, rect))
    headers +=
      Markup.element("g", [("id", id), ("class", "state region\(markClass(node))")], content) + "\n"
  }

  /// Dashed lines between regions; around those that stand neither beside nor below each other.
  private mutating func dividers(_ index: Int, _ rect: Rect, below rule: Double) {
    let children = sheet.tree.children[index].filter { !sheet.tree.isHistory($0) }
    let pills = layout.pills.compactMap { $0 }.filter(rect.contains)
    var data: [String] = []
    if let line = layout.regionLine(index, sheet.tree) {
      data = zip(line.regions, line.regions.dropFirst()).map { a, b in
        guard line.isLevel else {
          let y = ChartSVG.free(a.y1, b.y0, pills.map { ($0.y0, $0.y1) })
          return "M\(pen.at(rect.x0)) \(pen.at(y))H\(pen.at(rect.x1))"
        }
        let x = ChartSVG.free(a.x1, b.x0, pills.map { ($0.x0, $0.x1) })
        return "M\(pen.at(x)) \(pen.at(rule))V\(pen.at(rect.y1))"
      }
    } else {
      for child in children where sheet.tree.isFrame(child) && !layout.needsOutline(child) {
        if let region = layout.nodes[child] { body += pen.rect("area", region, radius: 8) + "\n" }
      }
    }
    if !data.isEmpty { body += pen.path("divider", data.joined()) + "\n" }
  }

  /// The middle between two regions, or near one of them where a pill stands in the middle.
  private static func free(_ low: Double, _ high: Double, _ pills: [(Double, Double)]) -> Double {
    let places = [(low + high) / 2, min(low + 5, high), max(high - 5, low)]
    return places.first { place in
      !pills.contains { $0.0 - 2 < place && place < $0.1 + 2 }
    } ?? places[0]
  }
}

// Dots, signs and boxes.
extension ChartSVG {
  /// The line and the dot of a default entry.
  private mutating func start(_ index: Int) {
    let node = sheet.tree.chart.nodes[index]
    let names = node.initial.map { sheet.tree.chart.nodes[$0].name }.joined(separator: " and ")
    let lines = layout.lines.filter { $0.owner == .initial(index) }
    if !lines.isEmpty {
      let content = lines.map { pen.line($0.curve, $0.arrow) }.joined()
      group(
        nil, "transition start", Markup.title("\(node.name) starts in \(names)") + content)
    }
    if let rect = layout.dots[index] {
      body +=
        pen.circle(
          "initial", rect.center, radius: rect.width / 2,
          Markup.title("initial state of \(node.name)")) + "\n"
    }
  }

  private mutating func box(_ index: Int, _ id: String) {
    guard !sheet.tree.isFrame(index), let rect = layout.nodes[index] else { return }
    let node = sheet.tree.chart.nodes[index]
    let name = LineBreaking.short(node.name)
    var shapes: String
    var rowText = ""
    switch node.form {
    case .history, .deepHistory:
      let sign = [Span(node.form == .history ? "H" : "H*", .history)]
      shapes =
        pen.circle("hist", rect.center, radius: ChartSheet.Measure.historyRadius)
        + pen.text(sign, x: rect.center.x, y: rect.center.y + 4.6, .middle)
    case .final where !sheet.isFinalBox(index):
      let center = Point(x: rect.center.x, y: rect.y0 + 12)
      shapes =
        pen.circle("ring", center, radius: 11.4) + pen.circle("dot", center, radius: 7)
        + pen.text([Span(name, .finalName)], x: center.x, y: rect.y0 + 36, .middle)
    case .machine, .composite, .parallel, .atomic, .final:
      let header = sheet.headers[index]
      shapes = pen.rect("box", rect, radius: 8)
      let title = [Span(name, .name)]
      // The sign of an end before the name, and both in the middle.
      let sign = node.form == .final ? ChartSheet.Measure.finalSign : 0
      if sign > 0 {
        let left = rect.center.x - (Metrics.width(title) + sign) / 2
        let center = Point(x: left + 8, y: rect.y0 + 13.6)
        shapes += pen.circle("ring", center, radius: 7.5) + pen.circle("dot", center, radius: 4.5)
      }
      if header.lines.isEmpty {
        shapes += pen.text(title, x: rect.center.x, y: rect.center.y + 4.6, .middle)
      } else {
        let rule = rect.y0 + ChartSheet.Measure.titleRule
        shapes +=
          pen.path("rule", "M\(pen.at(rect.x0)) \(pen.at(rule))H\(pen.at(rect.x1))")
          + pen.text(title, x: rect.center.x + sign / 2, y: rect.y0 + 18.2, .middle)
        rowText = rows(
          header.lines, header.links, x: rect.x0 + ChartSheet.Measure.padding, y: rule + 4
        ) { pen.text($0, x: $1, y: $2) }
      }
    }
    group(
      id, "state \(node.form.rawValue)\(markClass(node))",
      Markup.title(node.name) + Markup.linked(node.link, shapes) + rowText + badge(node, rect))
  }
}

// Transitions: lines, pill, labels.
extension ChartSVG {
  private mutating func transition(_ index: Int) {
    let chart = sheet.tree.chart
    let transition = chart.transitions[index]
    let targets = transition.targets.map { chart.nodes[$0].name }
    let way = "\(chart.nodes[transition.source].name) → \(targets.joined(separator: ", "))"
    var content = Markup.title(
      way + ": " + transition.labels.map(\.text).joined(separator: "; "))
    if !behind[index] { content += lines(index) }
    if let rect = layout.pills[index] {
      content += pill(index, rect, source: chart.nodes[transition.source].name, targets)
    }
    group(nil, transition.isUnreached ? "transition un" : "transition", content)
  }

  /// Lines stand in the group of their pill, so that both light up together; but those that run
  /// behind other pills must be painted before all of these.
  private mutating func linesBehindOthers(_ index: Int) {
    guard behind[index] else { return }
    let transition = sheet.tree.chart.transitions[index]
    let labels = transition.labels.map(\.text).joined(separator: "; ")
    group(
      nil, transition.isUnreached ? "transition un" : "transition",
      Markup.title(labels) + lines(index))
  }

  /// For each transition whether any of its lines runs behind the pill of another one.
  private static func behindOthers(
    _ layout: ChartLayout, _ sheet: ChartSheet, _ traces: [Trace]
  ) -> [Bool] {
    var own: [[Trace]] = Array(repeating: [], count: layout.pills.count)
    for (line, trace) in zip(layout.lines, traces) {
      if case .transition(let index) = line.owner { own[index].append(trace) }
    }
    for ring in layout.rings {
      guard let pill = layout.pills[ring.transition] else { continue }
      own[ring.transition].append(
        Trace([layout.ringPoint(ring.frame, pill, sheet), pill.center]))
    }
    for inner in layout.inners {
      guard let pill = layout.pills[inner.transition],
        let curve = layout.innerCurve(inner, pill, sheet), let first = curve.points.first,
        let tip = curve.endTip
      else { continue }
      own[inner.transition].append(Trace([first, tip]))
    }
    return own.enumerated().map { index, traces in
      layout.pills.enumerated().contains { other, rect in
        guard other != index, let rect else { return false }
        return traces.contains { $0.cuts(rect) }
      }
    }
  }

  private func lines(_ index: Int) -> String {
    let lines = layout.lines.filter { $0.owner == .transition(index) }
      .map { pen.line($0.curve, $0.arrow) }
    return lines.joined() + (layout.pills[index].map { stubs(index, $0) } ?? "")
  }

  /// Lines between the pill and the frame around it.
  private func stubs(_ index: Int, _ pill: Rect) -> String {
    var result = ""
    for ring in layout.rings where ring.transition == index {
      let from = layout.ringPoint(ring.frame, pill, sheet)
      let to =
        sheet.isDown
        ? Point(x: pill.center.x, y: pill.y0) : Point(x: pill.x0, y: pill.center.y)
      result +=
        pen.path("line", "M\(pen.pair(from))L\(pen.pair(to))") + pen.circle("port", from, radius: 3)
    }
    for inner in layout.inners where inner.transition == index {
      guard let curve = layout.innerCurve(inner, pill, sheet) else { continue }
      result += pen.line(curve, .atEnd)
    }
    return result
  }

  private mutating func pill(
    _ index: Int, _ rect: Rect, source: String, _ targets: [String]
  ) -> String {
    let transition = sheet.tree.chart.transitions[index]
    let sheet = sheet.pills[index]
    var result = pen.rect(
      sheet.isDelayed ? "pill delayed" : "pill", rect, radius: min(9, rect.height / 2))
    var y = rect.y0 + 15
    for (number, (label, lines)) in zip(transition.labels, sheet.labels).enumerated() {
      if number > 0 {
        let rule = y - 9
        result += pen.path(
          "sep", "M\(pen.at(rect.x0 + 8)) \(pen.at(rule))H\(pen.at(rect.x1 - 8))")
        y += ChartSheet.Measure.separator
      }
      var content = Markup.title("\(source) → \(targets.joined(separator: ", ")): \(label.text)")
      let signs = sheet.signs[number]
      for (place, sign) in signs.enumerated() {
        content += pen.sign(sign, Point(x: rect.x0 + 15 + Double(place) * 13, y: y - 3.6))
      }
      var text = ""
      for line in lines {
        let middle = rect.center.x + Double(signs.count) * ChartSheet.Measure.sign
        text += pen.text(line, x: middle, y: y, .middle)
        y += ChartSheet.Measure.row
      }
      content += Markup.linked(label.link, text)
      let id = ids.id([
        source, label.trigger.isEmpty ? "always" : label.trigger, targets.joined(separator: "."),
      ])
      expected.append(id)
      result += Markup.element("g", [("id", id), ("class", "label")], content)
    }
    return result
  }
}
