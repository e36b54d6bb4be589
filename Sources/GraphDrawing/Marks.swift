import Graphs

/// The shapes that all pictures share.
extension DisplayList {
  /// Adds a curve and its arrow head, if it has one; `width` makes the head larger.
  mutating func line(_ curve: Curve, _ arrow: Skeleton.Arrow, _ width: LineWidth = .usual) {
    guard curve.isSound, let first = curve.points.first, let last = curve.points.last else {
      return
    }
    let head: Head? =
      switch arrow {
      case .none: nil
      case .atEnd: curve.endTip.map { Head(from: last, to: $0, width.headScale) }
      case .atStart: curve.startTip.map { Head(from: first, to: $0, width.headScale) }
      }
    var steps: [Step] = [.move(to: first)]
    if let head, arrow == .atStart { steps = [.move(to: head.notch), .line(to: first)] }
    for index in stride(from: 1, to: curve.points.count, by: 3) {
      steps.append(
        .curve(curve.points[index], curve.points[index + 1], to: curve.points[index + 2]))
    }
    if let head, arrow == .atEnd { steps.append(.line(to: head.notch)) }
    path(["line"], steps)
    guard let head else { return }
    path(
      ["head"],
      [
        .move(to: head.tip), .line(to: head.left), .line(to: head.notch), .line(to: head.right),
        .close,
      ])
  }

  /// A notched head, 8 long and 7.2 wide by its scale; its line ends in the notch.
  private struct Head {
    let tip, left, notch, right: Point

    init(from: Point, to tip: Point, _ scale: Double) {
      self.tip = tip
      let d = tip - from
      let length = max(0.001, d.length)
      let (ux, uy) = (d.x / length, d.y / length)
      let base = Point(x: tip.x - ux * 8 * scale, y: tip.y - uy * 8 * scale)
      left = Point(x: base.x - uy * 3.6 * scale, y: base.y + ux * 3.6 * scale)
      notch = Point(x: base.x + ux * 1.8 * scale, y: base.y + uy * 1.8 * scale)
      right = Point(x: base.x + uy * 3.6 * scale, y: base.y - ux * 3.6 * scale)
    }
  }

  /// Adds a sign before a label.
  mutating func sign(_ sign: ChartSheet.Sign, _ center: Point) {
    switch sign {
    case .clock: clock(center)
    case .again: again(center, isOutside: false)
    case .outside: again(center, isOutside: true)
    }
  }

  /// Adds three quarters of a circle and an arrow head, in a frame if the source is exited too.
  private mutating func again(_ center: Point, isOutside: Bool) {
    let (x, y, r) = (center.x, center.y, isOutside ? 2.9 : 3.9)
    func point(_ dx: Double, _ dy: Double) -> Point { Point(x: x + dx * r, y: y + dy * r) }
    group(["again"], isInner: true) { list in
      if isOutside {
        let frame = Rect(center: center, size: Size(width: 11.6, height: 11.6))
        list.rect(["around"], frame, radius: 2)
      }
      // From the right downwards and around to the top, in quarters.
      let k = 0.5523
      list.path(
        ["turn"],
        [
          .move(to: point(1, 0)), .curve(point(1, k), point(k, 1), to: point(0, 1)),
          .move(to: point(0, 1)), .curve(point(-k, 1), point(-1, k), to: point(-1, 0)),
          .move(to: point(-1, 0)), .curve(point(-1, -k), point(-k, -1), to: point(0, -1)),
        ])
      list.path(
        ["tip"],
        [
          .move(to: Point(x: x + 3.4, y: y - r)), .line(to: Point(x: x - 0.4, y: y - r - 2.6)),
          .vertical(toY: y - r + 2.6), .close,
        ])
    }
  }

  /// Adds a clock, the sign before a label that is a delay.
  private mutating func clock(_ center: Point) {
    group(["clock"], isInner: true) { list in
      list.circle(["face"], center, radius: 4.6)
      list.path(
        ["hands"],
        [
          .move(to: Point(x: center.x, y: center.y - 2.8)), .vertical(toY: center.y),
          .line(to: Point(x: center.x + 2, y: center.y + 1.4)),
        ])
    }
  }
}
