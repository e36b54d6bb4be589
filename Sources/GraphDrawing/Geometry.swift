/// A point on the page in CSS px; y goes down.
package struct Point: Sendable, Equatable {
  package var x, y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
  static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }

  var length: Double { (x * x + y * y).squareRoot() }
  var isFinite: Bool { x.isFinite && y.isFinite }

  func moved(toward other: Point, by share: Double) -> Point {
    Point(x: x + (other.x - x) * share, y: y + (other.y - y) * share)
  }
}

/// A width and a height.
package struct Size: Sendable, Equatable {
  package var width, height: Double

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// An upright rectangle.
package struct Rect: Sendable, Equatable {
  package var x0, y0, x1, y1: Double

  package init(x0: Double, y0: Double, x1: Double, y1: Double) {
    self.x0 = x0
    self.y0 = y0
    self.x1 = x1
    self.y1 = y1
  }

  package init(center: Point, size: Size) {
    self.init(
      x0: center.x - size.width / 2, y0: center.y - size.height / 2,
      x1: center.x + size.width / 2, y1: center.y + size.height / 2)
  }

  init(origin: Point, size: Size) {
    self.init(
      x0: origin.x, y0: origin.y, x1: origin.x + size.width, y1: origin.y + size.height)
  }

  package var width: Double { x1 - x0 }
  package var height: Double { y1 - y0 }
  var center: Point { Point(x: (x0 + x1) / 2, y: (y0 + y1) / 2) }
  var isFinite: Bool { x0.isFinite && y0.isFinite && x1.isFinite && y1.isFinite }

  /// The rectangle with each side moved outwards.
  func grown(by margin: Double) -> Rect {
    Rect(x0: x0 - margin, y0: y0 - margin, x1: x1 + margin, y1: y1 + margin)
  }

  func moved(by offset: Point) -> Rect {
    Rect(x0: x0 + offset.x, y0: y0 + offset.y, x1: x1 + offset.x, y1: y1 + offset.y)
  }

  /// Grows as far as needed to contain another rectangle.
  mutating func include(_ other: Rect) {
    x0 = min(x0, other.x0)
    y0 = min(y0, other.y0)
    x1 = max(x1, other.x1)
    y1 = max(y1, other.y1)
  }

  /// The point of the rectangle that is nearest to another point.
  ///
  /// If that point is above or below the rectangle (on a page to the right: beside it), the result
  /// is not at the corner itself.
  func nearest(to point: Point, inset isDown: Bool) -> Point {
    let dx = isDown && (point.y < y0 - 2 || point.y > y1 + 2) ? min(12, width / 2) : 0
    let dy = !isDown && (point.x < x0 - 2 || point.x > x1 + 2) ? min(6, height / 2) : 0
    return Point(
      x: min(max(point.x, x0 + dx), x1 - dx), y: min(max(point.y, y0 + dy), y1 - dy))
  }

  func contains(_ point: Point) -> Bool {
    point.x > x0 && point.x < x1 && point.y > y0 && point.y < y1
  }

  func contains(_ other: Rect) -> Bool {
    other.x0 >= x0 && other.x1 <= x1 && other.y0 >= y0 && other.y1 <= y1
  }

  func overlaps(_ other: Rect) -> Bool {
    x0 < other.x1 && other.x0 < x1 && y0 < other.y1 && other.y0 < y1
  }

  /// Whether a straight line crosses the inside of the rectangle.
  func isCut(from a: Point, to b: Point) -> Bool {
    var (low, high) = (0.0, 1.0)
    for (start, step, least, most) in [(a.x, b.x - a.x, x0, x1), (a.y, b.y - a.y, y0, y1)] {
      if step == 0 {
        guard start > least, start < most else { return false }
      } else {
        let (s, t) = ((least - start) / step, (most - start) / step)
        low = max(low, min(s, t))
        high = min(high, max(s, t))
      }
    }
    return low < high
  }

  /// The point where a line from the centre to another point leaves the rectangle.
  func border(toward point: Point) -> Point {
    let d = point - center
    guard d.x != 0 || d.y != 0 else { return Point(x: center.x, y: y1) }
    let across = d.x == 0 ? Double.infinity : width / 2 / abs(d.x)
    let along = d.y == 0 ? Double.infinity : height / 2 / abs(d.y)
    let share = min(across, along)
    return Point(x: center.x + d.x * share, y: center.y + d.y * share)
  }
}

/// A mirroring of a layout: it exchanges left and right, or above and below.
struct Mirror {
  /// Whether to exchange left and right; otherwise above and below.
  let isHorizontal: Bool
  let size: Size

  func callAsFunction(_ point: Point) -> Point {
    isHorizontal
      ? Point(x: size.width - point.x, y: point.y) : Point(x: point.x, y: size.height - point.y)
  }

  func callAsFunction(_ rect: Rect) -> Rect {
    let a = self(Point(x: rect.x0, y: rect.y0))
    let b = self(Point(x: rect.x1, y: rect.y1))
    return Rect(x0: min(a.x, b.x), y0: min(a.y, b.y), x1: max(a.x, b.x), y1: max(a.y, b.y))
  }

  func callAsFunction(_ curve: Curve) -> Curve {
    Curve(
      points: curve.points.map { self($0) }, startTip: curve.startTip.map { self($0) },
      endTip: curve.endTip.map { self($0) })
  }
}
