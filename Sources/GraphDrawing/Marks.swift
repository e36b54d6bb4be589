import Graphs

/// The shapes that all pictures share. Coordinates are those of the layout; the page margin is
/// added here.
extension Markup {
  static let margin = 14.0

  /// Writes a coordinate of the page.
  private mutating func at(_ value: Double) { number(value + Markup.margin) }

  private mutating func at(_ name: StaticString, _ value: Double) {
    attribute(name, value + Markup.margin)
  }

  mutating func rect(_ styleClass: String, _ rect: Rect, radius: Double? = nil) {
    begin("rect")
    attribute("class", styleClass)
    at("x", rect.x0)
    at("y", rect.y0)
    attribute("width", rect.width)
    attribute("height", rect.height)
    if let radius { attribute("rx", radius) }
    close()
  }

  mutating func circle(
    _ styleClass: String, _ center: Point, radius: Double, title: String? = nil
  ) {
    begin("circle")
    attribute("class", styleClass)
    at("cx", center.x)
    at("cy", center.y)
    attribute("r", radius)
    guard let title else { return close() }
    content(of: "circle") { $0.title(title) }
  }

  /// Writes a path; its commands are written by `move`, `line` and so on.
  mutating func path(_ styleClass: String, _ commands: (inout Markup) -> Void) {
    begin("path")
    attribute("class", styleClass)
    plain(" d=\"")
    commands(&self)
    plain("\"/>")
  }

  private mutating func pair(_ point: Point) {
    at(point.x)
    plain(" ")
    at(point.y)
  }

  mutating func move(to point: Point) {
    plain("M")
    pair(point)
  }

  mutating func line(to point: Point) {
    plain("L")
    pair(point)
  }

  mutating func line(toX x: Double) {
    plain("H")
    at(x)
  }

  mutating func line(toY y: Double) {
    plain("V")
    at(y)
  }

  /// Writes a Bézier; the pen is at its start.
  mutating func curve(_ a: Point, _ b: Point, to end: Point) {
    plain("C")
    pair(a)
    plain(" ")
    pair(b)
    plain(" ")
    pair(end)
  }

  /// Writes a quarter of a circle to the right; `step` leads from start to end.
  mutating func corner(radius: Double, by step: Point) {
    plain("a")
    number(radius)
    plain(" ")
    number(radius)
    plain(" 0 0 1 ")
    number(step.x)
    plain(" ")
    number(step.y)
  }

  enum Anchor: String {
    case start, middle, end
  }

  mutating func text(_ line: TextLine, x: Double, y: Double, _ anchor: Anchor = .start) {
    begin("text")
    at("x", x)
    at("y", y)
    if anchor != .start { attribute("text-anchor", anchor.rawValue) }
    content(of: "text") { markup in
      for span in line {
        markup.begin("tspan")
        markup.attribute("class", span.style.styleClass)
        markup.content(of: "tspan") { $0.text(span.text) }
      }
    }
  }

  /// Writes a curve and its arrow head, if it has one.
  mutating func line(_ curve: Curve, _ arrow: Skeleton.Arrow) {
    guard curve.isSound, let first = curve.points.first, let last = curve.points.last else {
      return
    }
    let head: Head? =
      switch arrow {
      case .none: nil
      case .atEnd: curve.endTip.map { Head(from: last, to: $0) }
      case .atStart: curve.startTip.map { Head(from: first, to: $0) }
      }
    path("line") { path in
      if let head, arrow == .atStart {
        path.move(to: head.notch)
        path.line(to: first)
      } else {
        path.move(to: first)
      }
      for index in stride(from: 1, to: curve.points.count, by: 3) {
        path.curve(curve.points[index], curve.points[index + 1], to: curve.points[index + 2])
      }
      if let head, arrow == .atEnd { path.line(to: head.notch) }
    }
    guard let head else { return }
    path("head") { path in
      path.move(to: head.tip)
      path.line(to: head.left)
      path.line(to: head.notch)
      path.line(to: head.right)
      path.plain("Z")
    }
  }

  /// A notched head, 8 long and 7.2 wide; its line ends in the notch.
  private struct Head {
    let tip, left, notch, right: Point

    init(from: Point, to tip: Point) {
      self.tip = tip
      let d = tip - from
      let length = max(0.001, d.length)
      let (ux, uy) = (d.x / length, d.y / length)
      let base = Point(x: tip.x - ux * 8, y: tip.y - uy * 8)
      left = Point(x: base.x - uy * 3.6, y: base.y + ux * 3.6)
      notch = Point(x: base.x + ux * 1.8, y: base.y + uy * 1.8)
      right = Point(x: base.x + uy * 3.6, y: base.y - ux * 3.6)
    }
  }

  /// Writes a sign before a label.
  mutating func sign(_ sign: ChartSheet.Sign, _ center: Point) {
    switch sign {
    case .clock: clock(center)
    case .again: again(center, isOutside: false)
    case .outside: again(center, isOutside: true)
    }
  }

  /// Writes three quarters of a circle and an arrow head, in a frame if the source is exited too.
  private mutating func again(_ center: Point, isOutside: Bool) {
    let (x, y, r) = (center.x, center.y, isOutside ? 2.9 : 3.9)
    func point(_ dx: Double, _ dy: Double) -> Point { Point(x: x + dx * r, y: y + dy * r) }
    begin("g")
    attribute("class", "again")
    content(of: "g") { markup in
      if isOutside {
        let frame = Rect(center: center, size: Size(width: 11.6, height: 11.6))
        markup.rect("around", frame, radius: 2)
      }
      markup.path("turn") { path in
        // From the right downwards and around to the top, in quarters.
        let k = 0.5523
        path.move(to: point(1, 0))
        path.curve(point(1, k), point(k, 1), to: point(0, 1))
        path.move(to: point(0, 1))
        path.curve(point(-k, 1), point(-1, k), to: point(-1, 0))
        path.move(to: point(-1, 0))
        path.curve(point(-1, -k), point(-k, -1), to: point(0, -1))
      }
      markup.path("tip") { path in
        path.move(to: Point(x: x + 3.4, y: y - r))
        path.line(to: Point(x: x - 0.4, y: y - r - 2.6))
        path.line(toY: y - r + 2.6)
        path.plain("Z")
      }
    }
  }

  /// Writes a clock, the sign before a label that is a delay.
  private mutating func clock(_ center: Point) {
    begin("g")
    attribute("class", "clock")
    content(of: "g") { markup in
      markup.circle("face", center, radius: 4.6)
      markup.path("hands") { path in
        path.move(to: Point(x: center.x, y: center.y - 2.8))
        path.line(toY: center.y)
        path.line(to: Point(x: center.x + 2, y: center.y + 1.4))
      }
    }
  }
}
