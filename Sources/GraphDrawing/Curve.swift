/// A chain of cubic Béziers: 3n + 1 control points, and the tips of the arrow heads beyond its
/// ends.
package struct Curve: Sendable, Equatable {
  package var points: [Point]
  /// The tip of an arrow head at the first point.
  var startTip: Point?
  /// The tip of an arrow head at the last point.
  var endTip: Point?

  package init(points: [Point], startTip: Point? = nil, endTip: Point? = nil) {
    self.points = points
    self.startTip = startTip
    self.endTip = endTip
  }

  /// A straight line; it leaves 6.5 px for an arrow head at each end that has one.
  init(from start: Point, to end: Point, startArrow: Bool = false, endArrow: Bool = false) {
    let length = max(0.001, (end - start).length)
    let room = min(6.5, length / 2) / length
    let a = startArrow ? start.moved(toward: end, by: room) : start
    let b = endArrow ? end.moved(toward: start, by: room) : end
    points = [a, a.moved(toward: b, by: 1 / 3), a.moved(toward: b, by: 2 / 3), b]
    startTip = startArrow ? start : nil
    endTip = endArrow ? end : nil
  }

  /// Whether there are enough points for at least one Bézier, and all of them are finite.
  var isSound: Bool {
    points.count >= 4 && points.count % 3 == 1 && points.allSatisfy(\.isFinite)
      && (startTip?.isFinite ?? true) && (endTip?.isFinite ?? true)
  }

  var segmentCount: Int { max(0, (points.count - 1) / 3) }

  var reversed: Curve {
    Curve(points: points.reversed(), startTip: endTip, endTip: startTip)
  }

  func moved(by offset: Point) -> Curve {
    Curve(
      points: points.map { $0 + offset }, startTip: startTip.map { $0 + offset },
      endTip: endTip.map { $0 + offset })
  }

  /// A point of one Bézier; `t` runs from 0 to 1.
  func point(_ segment: Int, _ t: Double) -> Point {
    let a = points[3 * segment]
    let b = points[3 * segment + 1]
    let c = points[3 * segment + 2]
    let d = points[3 * segment + 3]
    let u = 1 - t
    let (k0, k1, k2, k3) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return Point(
      x: k0 * a.x + k1 * b.x + k2 * c.x + k3 * d.x, y: k0 * a.y + k1 * b.y + k2 * c.y + k3 * d.y)
  }

  /// Eight points of each Bézier, the end and the tips.
  var samples: [Point] {
    var result = startTip.map { [$0] } ?? []
    result.reserveCapacity(segmentCount * 8 + 3)
    for segment in 0..<segmentCount {
      for step in 0..<8 { result.append(point(segment, Double(step) / 8)) }
    }
    if let last = points.last { result.append(last) }
    if let endTip { result.append(endTip) }
    return result
  }

  /// The control points of the first part of one Bézier.
  private func firstPart(_ segment: Int, upTo t: Double) -> [Point] {
    let (a, b) = (points[3 * segment], points[3 * segment + 1])
    let (c, d) = (points[3 * segment + 2], points[3 * segment + 3])
    let ab = a.moved(toward: b, by: t)
    let bc = b.moved(toward: c, by: t)
    let cd = c.moved(toward: d, by: t)
    let abc = ab.moved(toward: bc, by: t)
    return [a, ab, abc, abc.moved(toward: bc.moved(toward: cd, by: t), by: t)]
  }

  /// The curve from its start to where it first enters a rectangle.
  ///
  /// An arrow head at the end moves to the border, with 6.5 px of room.
  private func cutAtEnd(by rect: Rect) -> Curve {
    guard let (segment, t) = entrance(into: rect) else { return self }
    let border = point(segment, t)
    var (last, back) = (segment, t)
    if endTip != nil {
      while (point(last, back) - border).length < 6.5 {
        if back > 0.02 {
          back -= 0.01
        } else if last > 0 {
          (last, back) = (last - 1, 1)
        } else {
          break
        }
      }
    }
    let kept = Array(points[..<(3 * last)]) + firstPart(last, upTo: max(back, 0.001))
    return Curve(points: kept, startTip: startTip, endTip: endTip == nil ? nil : border)
  }

  /// The Bézier and the parameter where the curve first enters a rectangle, to 1e-7 of a Bézier.
  private func entrance(into rect: Rect) -> (segment: Int, t: Double)? {
    for segment in 0..<segmentCount {
      for step in 0...40 where rect.contains(point(segment, Double(step) / 40)) {
        var low = max(0, Double(step - 1) / 40)
        var high = Double(step) / 40
        for _ in 0..<20 {
          let middle = (low + high) / 2
          if rect.contains(point(segment, middle)) { high = middle } else { low = middle }
        }
        return (segment, high)
      }
    }
    return nil
  }

  /// Adds a straight line before the start, unless it would be too short to see.
  mutating func prepend(from start: Point) {
    guard let first = points.first, (first - start).length > 2.5 else { return }
    points = Curve(from: start, to: first).points.dropLast() + points
  }

  /// Moves the start and bends the first Bézier to fit.
  mutating func restart(at start: Point) {
    guard points.count >= 4, (points[0] - start).length > 2.5 else { return }
    joinShortEnd(atEnd: false)
    points[1] = points[1].moved(toward: points[2], by: 0.3)
    points[0] = start
  }

  /// Merges two Béziers while the one at the end is so short that moving its end would bend it.
  mutating func joinShortEnd(atEnd: Bool) {
    if atEnd { points.reverse() }
    while segmentCount > 1, (points[3] - points[0]).length < 25 {
      points.removeSubrange(2...4)
    }
    if atEnd { points.reverse() }
  }

  /// The curve without the part inside a rectangle at one of its ends.
  func clipped(by rect: Rect, atEnd: Bool) -> Curve {
    atEnd ? cutAtEnd(by: rect) : reversed.cutAtEnd(by: rect).reversed
  }
}
