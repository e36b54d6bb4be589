/// A drawn line as points, with its bounds.
struct DrawnTrace: Sendable {
  let points: [Point]
  let bounds: Rect

  init(_ points: [Point]) {
    self.points = points
    guard let first = points.first else {
      bounds = Rect(x0: 0, y0: 0, x1: 0, y1: 0)
      return
    }
    var box = Rect(x0: first.x, y0: first.y, x1: first.x, y1: first.y)
    for point in points { box.include(Rect(x0: point.x, y0: point.y, x1: point.x, y1: point.y)) }
    bounds = box
  }

  init(_ line: ChartLayout.Line) { self.init(line.curve.samples) }

  /// Whether the line crosses the inside of a rectangle.
  func cuts(_ rect: Rect) -> Bool {
    guard rect.x0 <= bounds.x1, bounds.x0 <= rect.x1, rect.y0 <= bounds.y1, bounds.y0 <= rect.y1
    else { return false }
    for index in points.indices.dropFirst()
    where rect.isCut(from: points[index - 1], to: points[index]) { return true }
    return false
  }
}
