import Graphs

/// A finished picture as drawing operations of Graphviz's xdot language, for its PNG and PDF.
///
/// It is read from our own SVG, whose elements are all known, so an image shows the same as the
/// SVG.
struct PaintedPage {
  let size: Size
  private(set) var operations: [String] = []
  private let palette: Palette
  /// The classes of the open groups, innermost last; a link has no classes.
  private var groups: [[String]] = []

  /// Returns nil for a text that is not a picture of ours.
  init?(_ svg: String, _ palette: Palette) {
    self.palette = palette
    let tokens = PaintedPage.tokens(svg)
    guard case .open("svg", let attributes)? = tokens.first,
      let width = attributes["width"].flatMap(Double.init),
      let height = attributes["height"].flatMap(Double.init), width > 0, height > 0
    else { return nil }
    size = Size(width: width, height: height)
    read(tokens.dropFirst())
  }

  private enum Token {
    case open(String, [String: String])
    case close(String)
    case text(String)
  }

  private static func tokens(_ svg: String) -> [Token] {
    var result: [Token] = []
    for piece in svg.split(separator: "<") {
      guard let end = piece.firstIndex(of: ">") else { continue }
      var tag = piece[..<end]
      if tag.hasPrefix("/") {
        result.append(.close(String(tag.dropFirst())))
      } else {
        let isEmpty = tag.hasSuffix("/")
        if isEmpty { tag = tag.dropLast() }
        let name = String(tag.prefix { $0 != " " })
        result.append(.open(name, attributes(tag.dropFirst(name.count))))
        if isEmpty { result.append(.close(name)) }
      }
      let text = piece[piece.index(after: end)...]
      if !text.isEmpty { result.append(.text(plain(text))) }
    }
    return result
  }

  private static func attributes(_ text: Substring) -> [String: String] {
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    var result: [String: String] = [:]
    for index in stride(from: 0, to: parts.count - 1, by: 2) {
      let key = parts[index].drop { $0 == " " }.dropLast()
      result[String(key)] = plain(parts[index + 1])
    }
    return result
  }

  private static func plain(_ text: Substring) -> String {
    String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
  }

  private mutating func read(_ tokens: ArraySlice<Token>) {
    var line: (x: Double, y: Double, anchor: String)?
    var spans: TextLine = []
    var style: Span.Style?
    for token in tokens {
      switch token {
      case .open("g", let attributes): groups.append(PaintedPage.classes(attributes))
      case .close("g"): _ = groups.popLast()
      case .open("text", let attributes):
        line = (number(attributes, "x"), number(attributes, "y"), attributes["text-anchor"] ?? "")
        spans = []
      case .close("text"):
        if let line { write(spans, line.x, line.y, line.anchor) }
        line = nil
      case .open("tspan", let attributes):
        style = Span.Style.all.first { [$0.styleClass] == PaintedPage.classes(attributes) }
      case .close("tspan"): style = nil
      case .text(let text):
        if let style { spans.append(Span(text, style)) }
      case .open(let name, let attributes): shape(name, attributes)
      case .close: break
      }
    }
  }

  private static func classes(_ attributes: [String: String]) -> [String] {
    (attributes["class"] ?? "").split(separator: " ").map(String.init)
  }

  private func number(_ attributes: [String: String], _ key: String) -> Double {
    attributes[key].flatMap(Double.init) ?? 0
  }

  private mutating func shape(_ name: String, _ attributes: [String: String]) {
    let paint = Paint(PaintedPage.classes(attributes), in: groups.reversed(), palette)
    switch name {
    case "rect":
      let rect = Rect(
        origin: Point(x: number(attributes, "x"), y: number(attributes, "y")),
        size: Size(width: number(attributes, "width"), height: number(attributes, "height")))
      draw([PaintedPath(rect, radius: number(attributes, "rx"))], paint)
    case "circle":
      let center = Point(x: number(attributes, "cx"), y: number(attributes, "cy"))
      let radius = number(attributes, "r")
      let rect = Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius))
      draw([PaintedPath(rect, radius: radius)], paint)
    case "path": draw(PaintedPath.read(attributes["d"] ?? ""), paint)
    default: break
    }
  }

  private mutating func draw(_ paths: [PaintedPath], _ paint: Paint) {
    guard let colour = paint.stroke ?? paint.fill else { return }
    operations.append(PaintedPage.text("c", colour))
    let width = paint.stroke == nil ? 0 : paint.width
    operations.append(PaintedPage.text("S", "setlinewidth(\(width))"))
    operations.append(PaintedPage.text("S", paint.isDashed ? "dashed" : "solid"))
    if let fill = paint.fill { operations.append(PaintedPage.text("C", fill)) }
    for path in paths where path.points.count > 1 {
      let points = path.points.map { "\(Markup.number($0.x)) \(Markup.number(size.height - $0.y))" }
      operations.append(
        "\(paint.fill == nil ? "B" : "b") \(points.count) " + points.joined(separator: " "))
    }
  }

  private mutating func write(_ spans: TextLine, _ x: Double, _ y: Double, _ anchor: String) {
    let width = Metrics.width(spans)
    var left = anchor == "middle" ? x - width / 2 : anchor == "end" ? x - width : x
    for span in spans {
      let leading = String(span.text.prefix { $0 == " " })
      let rest = span.text.dropFirst(leading.count)
      let start = left + Metrics.width([Span(leading, span.style)])
      left += Metrics.width([span])
      guard !rest.isEmpty else { continue }
      operations.append(PaintedPage.text("c", palette.colour(span.style)))
      let size = span.style == .history ? 12 : span.style.size
      operations.append(PaintedPage.text("F \(size)", PaintedPage.font(span.style)))
      // Graphviz lowers the baseline by a fifth of the size, to centre its own texts.
      let baseline = self.size.height - y - size / 5
      let position = "\(Markup.number(start)) \(Markup.number(baseline))"
      let advance = Markup.number(Metrics.width([Span(String(rest), span.style)]))
      operations.append(PaintedPage.text("T \(position) -1 \(advance)", String(rest)))
    }
  }

  /// With pango, "Helvetica" would select another family on most systems.
  private static func font(_ style: Span.Style) -> String {
    switch style.face {
    case .sans: "Arial"
    case .bold: "Arial Bold"
    case .mono: "Courier New"
    }
  }

  /// An operation with a text; its length in bytes delimits the text.
  private static func text(_ operation: String, _ text: String) -> String {
    "\(operation) \(text.utf8.count) -\(text)"
  }
}

extension Span.Style {
  /// The style of each class.
  fileprivate static let all: [Span.Style] =
    [
      .name, .event, .condition, .action, .code, .muted, .item, .tag, .region, .finalName, .badge,
      .command,
    ] + OutputKind.allCases.map { .output($0) }
}

/// A chain of Béziers, the form of all shapes in xdot.
struct PaintedPath {
  /// 3n + 1 control points.
  private(set) var points: [Point] = []

  init() {}

  /// A rectangle with round corners, or a circle.
  init(_ rect: Rect, radius: Double) {
    let r = min(radius, rect.width / 2, rect.height / 2)
    points = [Point(x: rect.x0 + r, y: rect.y0)]
    line(to: Point(x: rect.x1 - r, y: rect.y0))
    corner(to: Point(x: rect.x1, y: rect.y0 + r), over: Point(x: rect.x1, y: rect.y0))
    line(to: Point(x: rect.x1, y: rect.y1 - r))
    corner(to: Point(x: rect.x1 - r, y: rect.y1), over: Point(x: rect.x1, y: rect.y1))
    line(to: Point(x: rect.x0 + r, y: rect.y1))
    corner(to: Point(x: rect.x0, y: rect.y1 - r), over: Point(x: rect.x0, y: rect.y1))
    line(to: Point(x: rect.x0, y: rect.y0 + r))
    corner(to: Point(x: rect.x0 + r, y: rect.y0), over: Point(x: rect.x0, y: rect.y0))
  }

  private mutating func line(to end: Point) {
    guard let start = points.last else { return points.append(end) }
    points += [start.moved(toward: end, by: 1 / 3), start.moved(toward: end, by: 2 / 3), end]
  }

  /// A quarter of an ellipse, accurate to a thousandth of its radius.
  private mutating func corner(to end: Point, over corner: Point) {
    guard let start = points.last else { return }
    points += [start.moved(toward: corner, by: 0.5523), end.moved(toward: corner, by: 0.5523), end]
  }

  /// Reads the paths of a `d` attribute that `Markup` wrote: M, L, H, V, C, quarter arcs, Z.
  static func read(_ data: String) -> [PaintedPath] {
    var result: [PaintedPath] = []
    var path = PaintedPath()
    for (command, n) in commands(data) {
      let last = path.points.last ?? Point(x: 0, y: 0)
      switch (command, n.count) {
      case ("M", 2):
        if path.points.count > 1 { result.append(path) }
        path = PaintedPath()
        path.points = [Point(x: n[0], y: n[1])]
      case ("L", 2): path.line(to: Point(x: n[0], y: n[1]))
      case ("H", 1): path.line(to: Point(x: n[0], y: last.y))
      case ("V", 1): path.line(to: Point(x: last.x, y: n[0]))
      case ("C", 6):
        path.points += stride(from: 0, to: 6, by: 2).map { Point(x: n[$0], y: n[$0 + 1]) }
      case ("a", 7):
        let end = Point(x: last.x + n[5], y: last.y + n[6])
        // Our arcs turn to the right: from up to right, from right to down.
        let corner = n[6] < 0 ? Point(x: last.x, y: end.y) : Point(x: end.x, y: last.y)
        path.corner(to: end, over: corner)
      case ("Z", 0):
        if let first = path.points.first { path.line(to: first) }
      default: break
      }
    }
    if path.points.count > 1 { result.append(path) }
    return result
  }

  private static func commands(_ data: String) -> [(Character, [Double])] {
    var result: [(Character, [Double])] = []
    var number = ""
    func end() {
      if let value = Double(number), !result.isEmpty { result[result.count - 1].1.append(value) }
      number = ""
    }
    for character in data {
      if character.isLetter {
        end()
        result.append((character, []))
      } else if character == " " {
        end()
      } else {
        number.append(character)
      }
    }
    end()
    return result
  }
}
