import Graphs

/// Writes text as SVG: elements, one after the other, as the bytes of a file.
///
/// All text passes through this type. The caller begins and ends each element.
struct Markup: Sendable {
  private(set) var bytes: [UInt8] = []

  init() {}

  /// Writes our own text without escaping.
  mutating func plain(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Writes escaped text between tags.
  mutating func text(_ text: String) { bytes += Markup.escaped(text).utf8 }

  /// Writes a length, rounded to a tenth; a length that no page can hold becomes 0.
  mutating func number(_ value: Double) {
    let tenths = Int(exactly: (value * 10).rounded()) ?? 0
    if tenths < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    if whole < 10 { digit(whole) } else { bytes += String(whole).utf8 }
    guard rest != 0 else { return }
    bytes.append(UInt8(ascii: "."))
    digit(rest)
  }

  private mutating func digit(_ value: UInt) {
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value))
  }

  /// Writes `<name`, before the attributes.
  mutating func begin(_ name: StaticString) {
    plain("<")
    plain(name)
  }

  mutating func attribute(_ name: StaticString, _ value: String) {
    plain(" ")
    plain(name)
    plain("=\"")
    text(value)
    plain("\"")
  }

  mutating func attribute(_ name: StaticString, _ value: Double) {
    plain(" ")
    plain(name)
    plain("=\"")
    number(value)
    plain("\"")
  }

  /// Writes the rest of an element, after its attributes.
  mutating func content(of name: StaticString, _ write: (inout Markup) -> Void) {
    plain(">")
    write(&self)
    plain("</")
    plain(name)
    plain(">")
  }

  /// Ends an element without content.
  mutating func close() { plain("/>") }

  /// Writes our own style sheet, which contains no `<` and no `&`.
  mutating func style(_ sheet: String) {
    plain("<style>")
    bytes += sheet.utf8
    plain("</style>\n")
  }

  mutating func title(_ text: String) {
    plain("<title>")
    self.text(text)
    plain("</title>")
  }
}

/// Writing a display list.
extension Markup {
  /// Writes the elements of a picture.
  mutating func write(_ list: DisplayList) {
    for item in list.items { write(item) }
  }

  private mutating func write(_ item: DisplayList.Item) {
    switch item {
    case .rect(let rect, let radius, let classes):
      begin("rect", classes)
      at("x", rect.x0)
      at("y", rect.y0)
      attribute("width", rect.width)
      attribute("height", rect.height)
      if let radius { attribute("rx", radius) }
      close()
    case .circle(let center, let radius, let title, let classes):
      begin("circle", classes)
      at("cx", center.x)
      at("cy", center.y)
      attribute("r", radius)
      guard let title else { return close() }
      content(of: "circle") { $0.title(title) }
    case .path(let steps, let classes):
      begin("path", classes)
      plain(" d=\"")
      for step in steps { write(step) }
      plain("\"/>")
    case .text(let line, let point, let anchor): write(line, point, anchor)
    case .title(let text): title(text)
    case .beginGroup(let id, let classes):
      begin("g", id: id, classes)
      plain(">")
    case .endGroup: plain("</g>")
    case .beginLink(let link):
      begin("a")
      attribute("href", link)
      plain(">")
    case .endLink: plain("</a>")
    case .lineEnd: plain("\n")
    }
  }

  private mutating func begin(_ name: StaticString, id: String? = nil, _ classes: [String]) {
    begin(name)
    if let id { attribute("id", id) }
    plain(" class=\"")
    for (index, name) in classes.enumerated() {
      if index > 0 { plain(" ") }
      text(name)
    }
    plain("\"")
  }

  /// Writes a coordinate of the page.
  private mutating func at(_ value: Double) { number(value + DisplayList.margin) }

  private mutating func at(_ name: StaticString, _ value: Double) {
    attribute(name, value + DisplayList.margin)
  }

  private mutating func pair(_ point: Point) {
    at(point.x)
    plain(" ")
    at(point.y)
  }

  private mutating func write(_ step: DisplayList.Step) {
    switch step {
    case .move(let point):
      plain("M")
      pair(point)
    case .line(let point):
      plain("L")
      pair(point)
    case .horizontal(let x):
      plain("H")
      at(x)
    case .vertical(let y):
      plain("V")
      at(y)
    case .curve(let a, let b, let end):
      plain("C")
      pair(a)
      plain(" ")
      pair(b)
      plain(" ")
      pair(end)
    case .corner(let radius, let step):
      plain("a")
      number(radius)
      plain(" ")
      number(radius)
      plain(" 0 0 1 ")
      number(step.x)
      plain(" ")
      number(step.y)
    case .close: plain("Z")
    }
  }

  private mutating func write(_ line: TextLine, _ point: Point, _ anchor: DisplayList.Anchor) {
    begin("text")
    at("x", point.x)
    at("y", point.y)
    if anchor != .start { attribute("text-anchor", anchor.rawValue) }
    content(of: "text") { markup in
      for span in line {
        markup.begin("tspan", [span.style.styleClass])
        markup.content(of: "tspan") { $0.text(span.text) }
      }
    }
  }
}

extension Markup {
  /// Text for an attribute or between tags.
  ///
  /// Line breaks and tabs become spaces, characters that XML 1.0 forbids become U+FFFD, and
  /// controls that change the direction of text are shown by their code.
  static func escaped(_ text: String) -> String { Escaping.markup(text) }

  /// A length rounded to a tenth; a length that no page can hold becomes 0.
  static func number(_ value: Double) -> String {
    var markup = Markup()
    markup.number(value)
    return String(decoding: markup.bytes, as: UTF8.self)
  }

  /// A link that stays in the repository or uses https; nil for any other.
  static func safeLink(_ link: String) -> String? {
    // A link must not contain a character that escaping would change.
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

/// The ids of one picture: safe characters only, and each id only once.
struct Identifiers {
  let root: String
  private var used: Set<String> = []

  init(_ name: String) {
    root = "sd-" + Identifiers.safe(name)
    used = [root, root + "-title", root + "-desc"]
  }

  /// The id of a part; the second of two equal ids ends in `.2`.
  mutating func id(_ parts: [String]) -> String {
    var base = root
    for part in parts {
      base += "-"
      base += Identifiers.safe(part)
    }
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
