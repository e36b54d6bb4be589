import Graphs

/// The one place where text becomes SVG.
enum Markup {
  typealias Attributes = [(name: String, value: String)]

  /// An element with content that is markup already.
  static func element(_ name: String, _ attributes: Attributes, _ content: String = "") -> String {
    var text = "<"
    text += name
    for (key, value) in attributes {
      text += " "
      text += key
      text += "=\""
      text += escaped(value)
      text += "\""
    }
    guard !content.isEmpty else { return text + "/>" }
    text += ">"
    text += content
    text += "</"
    text += name
    text += ">"
    return text
  }

  static func title(_ text: String) -> String { element("title", [], escaped(text)) }

  /// Content inside a link where there is one.
  static func linked(_ link: String?, _ content: String) -> String {
    guard let link, !content.isEmpty else { return content }
    return element("a", [("href", link)], content)
  }

  /// Text for an attribute or between tags.
  ///
  /// Line breaks and tabs become spaces, what XML 1.0 forbids becomes U+FFFD, and controls that
  /// turn the direction of text are shown by their code.
  static func escaped(_ text: String) -> String { Escaping.markup(text) }

  /// A length rounded to a tenth; what no page can hold is 0.
  static func number(_ value: Double) -> String {
    guard let tenths = Int(exactly: (value * 10).rounded()) else { return "0" }
    let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    var text = String(whole)
    if rest != 0 {
      text += "."
      text += String(rest)
    }
    return tenths < 0 ? "-" + text : text
  }

  /// A link that stays in the repository or goes to https; nil for any other.
  static func safeLink(_ link: String) -> String? {
    // What escaping would show otherwise has no place in a link.
    let isPlain = !escaped(link).unicodeScalars.contains {
      " \\\u{FFFD}".unicodeScalars.contains($0)
    }
    guard !link.isEmpty, isPlain, !link.hasPrefix("/") else { return nil }
    guard let end = link.firstIndex(where: { ":/?#".contains($0) }), link[end] == ":" else {
      return link
    }
    return link.utf8.starts(with: "https://".utf8) ? link : nil
  }
}

/// Ids of one picture: safe characters, and each given once.
struct Identifiers {
  let root: String
  private var used: Set<String> = []

  init(_ name: String) {
    root = "sd-" + Identifiers.safe(name)
    used = [root, root + "-title", root + "-desc"]
  }

  /// The id of a part; the second of equal ones ends in `.2`.
  mutating func id(_ parts: [String]) -> String {
    let base = ([root] + parts.map(Identifiers.safe)).joined(separator: "-")
    var id = base
    var number = 2
    while !used.insert(id).inserted {
      id = "\(base).\(number)"
      number += 1
    }
    return id
  }

  static func safe(_ text: String) -> String { Escaping.id(text) }
}

/// Marks on the page: the same in every picture, with the margin already added.
struct Pen {
  static let margin = 14.0

  /// A coordinate of the page.
  func at(_ value: Double) -> String { Markup.number(value + Pen.margin) }

  func pair(_ point: Point) -> String { at(point.x) + " " + at(point.y) }

  func rect(_ styleClass: String, _ rect: Rect, radius: Double? = nil) -> String {
    var attributes: Markup.Attributes = [
      ("class", styleClass), ("x", at(rect.x0)), ("y", at(rect.y0)),
      ("width", Markup.number(rect.width)), ("height", Markup.number(rect.height)),
    ]
    if let radius { attributes.append(("rx", Markup.number(radius))) }
    return Markup.element("rect", attributes)
  }

  func circle(_ styleClass: String, _ center: Point, radius: Double, _ content: String = "")
    -> String
  {
    Markup.element(
      "circle",
      [
        ("class", styleClass), ("cx", at(center.x)), ("cy", at(center.y)),
        ("r", Markup.number(radius)),
      ], content)
  }

  func path(_ styleClass: String, _ data: String) -> String {
    Markup.element("path", [("class", styleClass), ("d", data)])
  }

  enum Anchor: String {
    case start, middle, end
  }

  func text(_ line: TextLine, x: Double, y: Double, _ anchor: Anchor = .start) -> String {
    var attributes: Markup.Attributes = [("x", at(x)), ("y", at(y))]
    if anchor != .start { attributes.append(("text-anchor", anchor.rawValue)) }
    let spans = line.map {
      Markup.element("tspan", [("class", $0.style.styleClass)], Markup.escaped($0.text))
    }
    return Markup.element("text", attributes, spans.joined())
  }

  /// A curve and its arrow head, where it has one.
  func line(_ curve: Curve, _ arrow: Skeleton.Arrow) -> String {
    guard curve.isSound, let first = curve.points.first, let last = curve.points.last else {
      return ""
    }
    var data = "M" + pair(first)
    for index in curve.points.indices.dropFirst() {
      data += index % 3 == 1 ? "C" : " "
      data += at(curve.points[index].x)
      data += " "
      data += at(curve.points[index].y)
    }
    let head: String
    switch arrow {
    case .none: head = ""
    case .atEnd: head = curve.endTip.map { self.head(from: last, to: $0) } ?? ""
    case .atStart: head = curve.startTip.map { self.head(from: first, to: $0) } ?? ""
    }
    return path("line", data) + head
  }

  /// A notched head, 8 long and 7.2 wide.
  func head(from: Point, to tip: Point) -> String {
    let d = tip - from
    let length = max(0.001, d.length)
    let (ux, uy) = (d.x / length, d.y / length)
    let base = Point(x: tip.x - ux * 8, y: tip.y - uy * 8)
    let left = Point(x: base.x - uy * 3.6, y: base.y + ux * 3.6)
    let notch = Point(x: base.x + ux * 1.8, y: base.y + uy * 1.8)
    let right = Point(x: base.x + uy * 3.6, y: base.y - ux * 3.6)
    return path("head", "M\(pair(tip))L\(pair(left))L\(pair(notch))L\(pair(right))Z")
  }

  /// What stands before a label.
  func sign(_ sign: ChartSheet.Sign, _ center: Point) -> String {
    switch sign {
    case .clock: clock(center)
    case .again: again(center, isOutside: false)
    case .outside: again(center, isOutside: true)
    }
  }

  /// Three quarters of a circle and the head of an arrow; in a frame where the source is left too.
  private func again(_ center: Point, isOutside: Bool) -> String {
    let (x, y, r) = (center.x, center.y, isOutside ? 2.9 : 3.9)
    func arc(_ from: (Double, Double), _ over: (Double, Double)...) -> String {
      "M\(at(x + from.0 * r)) \(at(y + from.1 * r))C"
        + over.map { "\(at(x + $0.0 * r)) \(at(y + $0.1 * r))" }.joined(separator: " ")
    }
    // From the right downwards and around to the top, in quarters.
    let k = 0.5523
    let circle =
      arc((1, 0), (1, k), (k, 1), (0, 1)) + arc((0, 1), (-k, 1), (-1, k), (-1, 0))
      + arc((-1, 0), (-1, -k), (-k, -1), (0, -1))
    let tip = Point(x: x + 3.4, y: y - r)
    let head =
      "M\(pair(tip))L\(at(x - 0.4)) \(at(y - r - 2.6))V\(at(y - r + 2.6))Z"
    let frame = Rect(center: center, size: Size(width: 11.6, height: 11.6))
    return Markup.element(
      "g", [("class", "again")],
      (isOutside ? rect("around", frame, radius: 2) : "") + path("turn", circle)
        + path("tip", head))
  }

  /// A clock, before a label that is a delay.
  private func clock(_ center: Point) -> String {
    let hands =
      "M\(at(center.x)) \(at(center.y - 2.8))V\(at(center.y))"
      + "L\(at(center.x + 2)) \(at(center.y + 1.4))"
    return Markup.element(
      "g", [("class", "clock")],
      circle("face", center, radius: 4.6) + path("hands", hands))
  }
}
