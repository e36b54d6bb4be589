import Graphs

/// Writes text as SVG: elements, one after the other, as the bytes of a file.
///
/// All text passes through this type. The caller begins and ends each element; `FinishedCheck`
/// checks the result.
struct Markup: Sendable {
  private(set) var bytes: [UInt8] = []

  init() {}

  /// Writes our own text without escaping.
  mutating func plain(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Adds markup that was written before.
  mutating func add(_ other: Markup) { bytes += other.bytes }

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

  /// Writes a group, starting on a new line.
  mutating func group(id: String? = nil, _ styleClass: String, _ write: (inout Markup) -> Void) {
    begin("g")
    if let id { attribute("id", id) }
    attribute("class", styleClass)
    content(of: "g", write)
    plain("\n")
  }

  /// Writes content inside a link if there is one; writes no link without content.
  mutating func linked(_ link: String?, _ write: (inout Markup) -> Void) {
    guard let link else { return write(&self) }
    let start = bytes.count
    begin("a")
    attribute("href", link)
    plain(">")
    let end = bytes.count
    write(&self)
    if bytes.count == end { bytes.removeSubrange(start...) } else { plain("</a>") }
  }

  /// Writes items that each have a link; neighbours with the same link share one link element.
  mutating func runs(of links: [String?], _ write: (Int, inout Markup) -> Void) {
    var start = 0
    while start < links.count {
      let link = links[start]
      let end = links[start...].firstIndex { $0 != link } ?? links.count
      linked(link) { markup in
        for index in start..<end { write(index, &markup) }
      }
      start = end
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
