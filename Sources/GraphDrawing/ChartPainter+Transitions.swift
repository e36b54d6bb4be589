import Graphs

extension ChartPainter {
  func transition(_ index: Int, withLines: Bool, _ body: inout DisplayList) {
    let transition = sheet.tree.chart.transitions[index]
    let (source, targets) = names(index)
    let path = "\(source) → \(targets.joined(separator: ", "))"
    body.group(classes(transition)) { body in
      body.title(path + ": " + transition.labels.map(\.text).joined(separator: "; "))
      if withLines { lines(index, &body) }
      if let rect = layout.pills[index] { pill(index, rect, path, &body) }
    }
  }

  private func classes(_ transition: Chart.Transition) -> DisplayList.Classes {
    ["transition"] + (transition.isTaken ? ["m-taken"] : transition.isUnreached ? ["un"] : [])
      + (width(transition).styleClass.map { [$0] } ?? [])
  }

  private func width(_ transition: Chart.Transition) -> LineWidth {
    LineWidth(count: transition.count, most: largestCount)
  }

  /// Draws the lines that run behind other pills, which must be painted before all pills.
  ///
  /// Other lines are drawn in the group of their pill, so that both are highlighted together.
  func linesBehindOthers(_ index: Int, _ body: inout DisplayList) {
    let transition = sheet.tree.chart.transitions[index]
    body.group(classes(transition)) { body in
      body.title(transition.labels.map(\.text).joined(separator: "; "))
      lines(index, &body)
    }
  }

  /// For each transition, whether one of its lines runs behind the pill of another one.
  func behindOthers() -> [Bool] {
    var own: [[DrawnTrace]] = Array(repeating: [], count: layout.pills.count)
    for (line, trace) in zip(layout.lines, traces) {
      if case .transition(let index) = line.owner { own[index].append(trace) }
    }
    for ring in layout.rings {
      guard let pill = layout.pills[ring.transition] else { continue }
      own[ring.transition].append(
        DrawnTrace([layout.ringPoint(ring.frame, pill, sheet), pill.center]))
    }
    for inner in layout.inners {
      guard let pill = layout.pills[inner.transition],
        let curve = layout.innerCurve(inner, pill, sheet), let first = curve.points.first,
        let tip = curve.endTip
      else { continue }
      own[inner.transition].append(DrawnTrace([first, tip]))
    }
    return own.enumerated().map { index, traces in
      layout.pills.enumerated().contains { other, rect in
        guard other != index, let rect else { return false }
        return traces.contains { $0.cuts(rect) }
      }
    }
  }

  private func lines(_ index: Int, _ body: inout DisplayList) {
    let width = width(sheet.tree.chart.transitions[index])
    for line in transitionLines[index] { body.line(line.curve, line.arrow, width) }
    if let pill = layout.pills[index] { stubs(index, pill, &body) }
  }

  /// Draws the lines between a pill and the frame around it.
  private func stubs(_ index: Int, _ pill: Rect, _ body: inout DisplayList) {
    for ring in layout.rings where ring.transition == index {
      let from = layout.ringPoint(ring.frame, pill, sheet)
      let to =
        sheet.isDown ? Point(x: pill.center.x, y: pill.y0) : Point(x: pill.x0, y: pill.center.y)
      body.path(["line"], [.move(to: from), .line(to: to)])
      body.circle(["port"], from, radius: 3)
    }
    for inner in layout.inners where inner.transition == index {
      if let curve = layout.innerCurve(inner, pill, sheet) {
        body.line(curve, .atEnd, width(sheet.tree.chart.transitions[index]))
      }
    }
  }

  private func pill(_ index: Int, _ rect: Rect, _ path: String, _ body: inout DisplayList) {
    let pill = sheet.pills[index]
    body.rect(
      pill.isDelayed ? ["pill", "delayed"] : ["pill"], rect, radius: min(9, rect.height / 2))
    var y = rect.y0 + 15
    for (number, label) in sheet.tree.chart.transitions[index].labels.enumerated() {
      if number > 0 {
        let rule = y - 9
        body.path(
          ["sep"], [.move(to: Point(x: rect.x0 + 8, y: rule)), .horizontal(toX: rect.x1 - 8)])
        y += ChartSheet.Measure.separator
      }
      let (lines, signs) = (pill.labels[number], pill.signs[number])
      body.group(id: labelIDs[index][number], ["label"], isInner: true) { body in
        body.title("\(path): \(label.text)")
        for (offset, sign) in signs.enumerated() {
          body.sign(sign, Point(x: rect.x0 + 15 + Double(offset) * 13, y: y - 3.6))
        }
        let middle = rect.center.x + Double(signs.count) * ChartSheet.Measure.sign
        body.linked(label.link) { body in
          for (offset, line) in lines.enumerated() {
            body.text(line, x: middle, y: y + Double(offset) * ChartSheet.Measure.row, .middle)
          }
        }
      }
      y += Double(lines.count) * ChartSheet.Measure.row
    }
  }
}
