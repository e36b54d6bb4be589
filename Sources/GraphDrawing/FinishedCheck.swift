/// The last look at a picture: it is read again as XML, and held against what may be in it.
struct FinishedCheck {
  private static let elements: Set<String> = [
    "svg", "title", "desc", "style", "g", "a", "rect", "circle", "path", "text", "tspan",
  ]
  private static let attributes: Set<String> = [
    "xmlns", "xml:space", "id", "class", "role", "aria-roledescription", "aria-labelledby",
    "aria-describedby", "width", "height", "viewBox", "x", "y", "rx", "cx", "cy", "r", "d", "href",
    "text-anchor", "data-definition", "data-picture", "data-layout",
  ]

  /// Attributes whose values are looked at.
  private static let read: [String] = ["id", "href", "aria-labelledby", "aria-describedby"]

  /// Elements inside each other at most; ours are at most six.
  private static let depthLimit = 32

  private let bytes: [UInt8]
  private var position = 0
  private var open: [String] = []
  private var ids: [String: Int] = [:]
  private var references: [String] = []

  /// What is wrong with a picture; nil for one that can be shown.
  ///
  /// - Parameters:
  ///   - svg: The whole text.
  ///   - expected: Ids of states and transitions: each must be there, and every id only once.
  /// - Returns: What was found, in words that follow "the picture would contain".
  static func fault(_ svg: String, expected: [String]) -> String? {
    var check = FinishedCheck(bytes: Array(svg.utf8))
    if let fault = check.read() { return fault }
    if let id = check.ids.first(where: { $0.value > 1 })?.key { return "the id `\(id)` twice" }
    if expected.contains(where: { check.ids[$0] == nil }) {
      return "not all states and transitions"
    }
    if check.references.contains(where: { check.ids[$0] == nil }) { return "a dangling reference" }
    return nil
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func read() -> String? {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "<") {
        if let fault = tag() { return fault }
      } else if byte == UInt8(ascii: "&") {
        guard reference() else { return "an entity" }
      } else if byte < 0x20, byte != 0x0A {
        return "a control character"
      } else {
        guard !open.isEmpty || byte == 0x0A else { return "text outside of it" }
        position += 1
      }
    }
    return open.isEmpty ? nil : "an open element"
  }

  /// `&amp;`, `&lt;`, `&gt;` or `&quot;`.
  private mutating func reference() -> Bool {
    for name in ["&amp;", "&lt;", "&gt;", "&quot;"]
    where bytes[position...].starts(with: name.utf8) {
      position += name.utf8.count
      return true
    }
    return false
  }

  private mutating func name() -> String {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: position += 1
      default: return String(decoding: bytes[start..<position], as: UTF8.self)
      }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func tag() -> String? {
    position += 1
    if take("/") {
      let name = name()
      guard take(">"), open.popLast() == name else { return "a wrong end tag" }
      return nil
    }
    let name = name()
    guard FinishedCheck.elements.contains(name) else { return "the element `\(name)`" }
    guard open.isEmpty == (name == "svg"), open.count < FinishedCheck.depthLimit else {
      return "the element `\(name)` in the wrong place"
    }
    guard name != "a" || !open.contains("a") else { return "a link inside a link" }
    var seen: [String] = []
    while take(" ") {
      let key = self.name()
      guard FinishedCheck.attributes.contains(key), !seen.contains(key) else {
        return "the attribute `\(key)`"
      }
      seen.append(key)
      guard take("="), take("\""), let value = value(isWanted: FinishedCheck.read.contains(key))
      else { return "a broken attribute" }
      if let fault = fault(key, value) { return fault }
    }
    if take("/") { return take(">") ? nil : "a broken tag" }
    guard take(">") else { return "a broken tag" }
    open.append(name)
    return nil
  }

  /// An attribute's value; nothing instead of one that is not wanted.
  private mutating func value(isWanted: Bool) -> String? {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return isWanted ? String(decoding: bytes[start..<(position - 1)], as: UTF8.self) : ""
      case UInt8(ascii: "&"): guard reference() else { return nil }
      case UInt8(ascii: "<"), 0..<0x20: return nil
      default: position += 1
      }
    }
    return nil
  }

  private mutating func fault(_ key: String, _ value: String) -> String? {
    switch key {
    case "id": ids[value, default: 0] += 1
    case "aria-labelledby", "aria-describedby": references.append(value)
    case "href":
      // `&amp;` and its like hold no character that decides here.
      guard Markup.safeLink(value) != nil else { return "the link `\(value)`" }
    default: break
    }
    return nil
  }
}
