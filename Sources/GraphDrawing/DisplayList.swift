import Graphs

/// The content of a picture as values, in painting order: shapes, texts, groups and links.
///
/// SVG, PNG and PDF are written from this list. Coordinates are those of the layout, without the
/// page margin.
struct DisplayList: Sendable, Equatable {
  /// The classes of a shape or group; the style sheet, or `Paint`, gives each its colours.
  typealias Classes = [String]

  enum Item: Sendable, Equatable {
    case rect(Rect, radius: Double?, Classes)
    case circle(Point, radius: Double, title: String?, Classes)
    case path([Step], Classes)
    case text(TextLine, Point, Anchor)
    /// The title of the open group.
    case title(String)
    case beginGroup(id: String?, Classes)
    case endGroup
    case beginLink(String)
    case endLink
    /// The end of a line of the SVG; it is not visible.
    case lineEnd
  }

  /// A step of the pen along a path.
  enum Step: Sendable, Equatable {
    case move(to: Point)
    case line(to: Point)
    case horizontal(toX: Double)
    case vertical(toY: Double)
    case curve(Point, Point, to: Point)
    /// A quarter of a circle to the right; `step` leads from start to end.
    case corner(radius: Double, step: Point)
    case close
  }

  /// The point of a text that its position names.
  enum Anchor: String, Sendable {
    case start, middle, end
  }

  /// The distance between the content and the border of the page.
  static let margin = 14.0

  private(set) var items: [Item] = []

  /// Adds another list at the end.
  mutating func add(_ other: DisplayList) { items += other.items }

  mutating func rect(_ classes: Classes, _ rect: Rect, radius: Double? = nil) {
    items.append(.rect(rect, radius: radius, classes))
  }

  mutating func circle(
    _ classes: Classes, _ center: Point, radius: Double, title: String? = nil
  ) {
    items.append(.circle(center, radius: radius, title: title, classes))
  }

  mutating func path(_ classes: Classes, _ steps: [Step]) { items.append(.path(steps, classes)) }

  mutating func text(_ line: TextLine, x: Double, y: Double, _ anchor: Anchor = .start) {
    items.append(.text(line, Point(x: x, y: y), anchor))
  }

  mutating func title(_ text: String) { items.append(.title(text)) }

  mutating func endLine() { items.append(.lineEnd) }

  /// Adds a group of items; an outer group ends a line of the SVG.
  mutating func group(
    id: String? = nil, _ classes: Classes, isInner: Bool = false,
    _ add: (inout DisplayList) -> Void
  ) {
    items.append(.beginGroup(id: id, classes))
    add(&self)
    items.append(.endGroup)
    if !isInner { endLine() }
  }

  /// Adds items inside a link if there is one; adds no link without items.
  mutating func linked(_ link: String?, _ add: (inout DisplayList) -> Void) {
    guard let link else { return add(&self) }
    items.append(.beginLink(link))
    let count = items.count
    add(&self)
    if items.count == count { items.removeLast() } else { items.append(.endLink) }
  }

  /// Adds items that each have a link; neighbours with the same link share one link.
  mutating func runs(of links: [String?], _ add: (Int, inout DisplayList) -> Void) {
    var start = 0
    while start < links.count {
      let link = links[start]
      let end = links[start...].firstIndex { $0 != link } ?? links.count
      linked(link) { list in
        for index in start..<end { add(index, &list) }
      }
      start = end
    }
  }
}
