/// Reads a finished picture as XML and checks that it contains only what a picture may contain.
struct FinishedCheck {
  private static let elements = WordList([
    "svg", "title", "desc", "style", "g", "a", "rect", "circle", "path", "text", "tspan",
  ])
  private static let attributes = WordList([
    "xmlns", "xml:space", "id", "class", "role", "aria-roledescription", "aria-labelledby",
    "aria-describedby", "width", "height", "viewBox", "x", "y", "rx", "cx", "cy", "r", "d", "href",
    "text-anchor", "data-definition", "data-picture", "data-layout",
  ])

  /// The largest depth of nested elements; our pictures use at most six.
  private static let depthLimit = 32

  private let bytes: [UInt8]
  private var position = 0
  /// The numbers of the open elements.
  private var open: [Int] = []
  private var ids: Set<String> = []
  /// The first id that occurs twice.
  private var twice: String?
  private var references: [String] = []

  /// Describes the first fault of a picture; nil if it can be shown.
  ///
  /// - Parameters:
  ///   - svg: The whole text.
  ///   - expected: The ids of states and transitions: each must occur, and every id only once.
  /// - Returns: The fault, in words that continue "the picture would contain".
  static func fault(_ svg: [UInt8], expected: [String]) -> String? {
    var check = FinishedCheck(bytes: svg)
    if let fault = check.read() { return fault }
    if let id = check.twice { return "the id `\(id)` twice" }
    if !check.ids.isSuperset(of: expected) { return "not all states and transitions" }
    if !check.ids.isSuperset(of: check.references) { return "a dangling reference" }
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

  /// Reads `&amp;`, `&lt;`, `&gt;` or `&quot;`.
  private mutating func reference() -> Bool {
    for name in ["&amp;", "&lt;", "&gt;", "&quot;"]
    where bytes[position...].starts(with: name.utf8) {
      position += name.utf8.count
      return true
    }
    return false
  }

  /// Reads the bytes of a name, which may be empty.
  private mutating func name() -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: position += 1
      default: return bytes[start..<position]
      }
    }
    return bytes[start..<position]
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func tag() -> String? {
    position += 1
    if take("/") {
      let number = FinishedCheck.elements.number(of: name())
      guard take(">"), let last = open.popLast(), last == number else { return "a wrong end tag" }
      return nil
    }
    let name = name()
    guard let number = FinishedCheck.elements.number(of: name) else {
      return "the element `\(String(decoding: name, as: UTF8.self))`"
    }
    let word = FinishedCheck.elements[number]
    guard open.isEmpty == (word == "svg"), open.count < FinishedCheck.depthLimit else {
      return "the element `\(word)` in the wrong position"
    }
    guard word != "a" || !open.contains(number) else { return "a link inside a link" }
    if let fault = attributes() { return fault }
    if take("/") { return take(">") ? nil : "a broken tag" }
    guard take(">") else { return "a broken tag" }
    open.append(number)
    return nil
  }

  private mutating func attributes() -> String? {
    var seen = 0
    while take(" ") {
      let key = name()
      guard let number = FinishedCheck.attributes.number(of: key), seen & 1 << number == 0 else {
        return "the attribute `\(String(decoding: key, as: UTF8.self))`"
      }
      seen |= 1 << number
      guard take("="), take("\""), let value = value() else { return "a broken attribute" }
      if let fault = fault(FinishedCheck.attributes[number], value) { return fault }
    }
    return nil
  }

  /// Reads the value of an attribute; nil if it has no end or contains a forbidden byte.
  private mutating func value() -> ArraySlice<UInt8>? {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return bytes[start..<(position - 1)]
      case UInt8(ascii: "&"): guard reference() else { return nil }
      case UInt8(ascii: "<"), 0..<0x20: return nil
      default: position += 1
      }
    }
    return nil
  }

  private mutating func fault(_ key: String, _ value: ArraySlice<UInt8>) -> String? {
    switch key {
    case "id":
      let id = String(decoding: value, as: UTF8.self)
      if !ids.insert(id).inserted, twice == nil { twice = id }
    case "aria-labelledby", "aria-describedby":
      references.append(String(decoding: value, as: UTF8.self))
    case "href":
      // References such as `&amp;` contain no character that matters here.
      let link = String(decoding: value, as: UTF8.self)
      guard Markup.safeLink(link) != nil else { return "the link `\(link)`" }
    default: break
    }
    return nil
  }
}

/// A list of words, looked up by their bytes.
private struct WordList: Sendable {
  private let words: [String]
  private let bytes: [[UInt8]]

  init(_ words: [String]) {
    self.words = words
    bytes = words.map { Array($0.utf8) }
  }

  subscript(number: Int) -> String { words[number] }

  func number(of word: ArraySlice<UInt8>) -> Int? {
    bytes.firstIndex { $0.count == word.count && $0.elementsEqual(word) }
  }
}
