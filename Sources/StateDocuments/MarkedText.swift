package import StateTables

/// A Markdown file with marked places that are filled from definitions:
///
///     <!-- states: Definitions/Coin.state.json diagram rows -->
///     what stands here is made by `states docs`
///     <!-- /states -->
///
/// Each mark stands alone on its line; marks inside fenced code are text.
package struct MarkedText: Sendable {
  /// Something that a place can show.
  package enum Part: Hashable, Sendable {
    /// A picture in the folder of pictures.
    case diagram, flow
    /// A diagram as Mermaid, for pages that draw these.
    case mermaid
    case table(Category)
    /// All tables, each with its title.
    case tables
    /// The cases of the spec.
    case spec

    init?(_ word: String) {
      switch word {
      case "diagram": self = .diagram
      case "flow": self = .flow
      case "mermaid": self = .mermaid
      case "tables": self = .tables
      case "spec": self = .spec
      default:
        guard let category = Category(rawValue: word) else { return nil }
        self = .table(category)
      }
    }

    /// All words that stand for a part.
    package static let words =
      ["diagram", "flow", "mermaid", "tables", "spec"] + Category.allCases.map(\.rawValue)
  }

  /// A marked place.
  package struct Place: Sendable {
    /// The definition, relative to the file.
    package var path: String
    package var parts: [Part]
    /// Where the mark stands, in bytes.
    package var mark: Range<Int>
    /// What is to be replaced, in bytes: whole lines.
    package var content: Range<Int>
  }

  package let bytes: [UInt8]
  package private(set) var places: [Place] = []
  /// What is wrong with marks.
  package private(set) var diagnostics: [Diagnostic] = []

  private static let opening = "<!-- states:"
  private static let closing = "<!-- /states -->"

  /// Looks for marks.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var fence: Fence?
    var open: Place?
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      let line = MarkedText.trimmed(bytes[start..<end])
      if let current = open {
        if line == MarkedText.closing {
          places.append(MarkedText.ended(current, at: start))
          open = nil
        } else if line.hasPrefix(MarkedText.opening) {
          complain(
            "this place is not ended before the next", current.mark,
            help: "end it with \(MarkedText.closing)")
          open = place(line, start, end)
        }
      } else if let inside = fence {
        if inside.isEnded(by: line) { fence = nil }
      } else if let begun = Fence(line) {
        fence = begun
      } else if line == MarkedText.closing {
        complain("no place begins here", start..<end)
      } else if line.hasPrefix(MarkedText.opening) {
        open = place(line, start, end)
      }
      start = end + 1
    }
    if let open {
      complain(
        "this place has no end", open.mark, help: "end it with \(MarkedText.closing)")
    }
  }

  private static func ended(_ place: Place, at end: Int) -> Place {
    var place = place
    place.content = place.content.lowerBound..<max(place.content.lowerBound, end)
    return place
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0D]
    let rest = bytes.drop(while: blanks.contains)
    guard let last = rest.lastIndex(where: { !blanks.contains($0) }) else { return "" }
    return String(decoding: rest[...last], as: UTF8.self)
  }

  private mutating func place(_ line: String, _ start: Int, _ end: Int) -> Place? {
    guard line.hasSuffix("-->") else {
      complain("this mark does not end on its line", start..<end)
      return nil
    }
    let words = line.dropFirst(MarkedText.opening.count).dropLast(3).split(separator: " ")
      .map(String.init)
    guard let path = words.first, words.count > 1 else {
      complain(
        "a mark names a definition and what to show of it", start..<end,
        help: "\(MarkedText.opening) Coin.state.json diagram -->")
      return nil
    }
    var parts: [Part] = []
    for word in words.dropFirst() {
      if let part = Part(word) {
        parts.append(part)
      } else {
        complain(
          "nothing of a definition is called `\(word)`", start..<end,
          help: "one of " + Part.words.joined(separator: ", "))
      }
    }
    let after = min(end + 1, bytes.count)
    return Place(path: path, parts: parts, mark: start..<end, content: after..<after)
  }

  private mutating func complain(_ message: String, _ range: Range<Int>, help: String? = nil) {
    diagnostics.append(MarkedPlace.wrong(message, at: range, help: help))
  }

  /// The file with other contents of its places, lines ended as the marks are; `nil` leaves a place.
  package func filled(_ contents: [String?]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for (place, content) in zip(places, contents) {
      guard let content else { continue }
      result += bytes[position..<place.content.lowerBound]
      let isCarriage = place.mark.upperBound > 0 && bytes[place.mark.upperBound - 1] == 0x0D
      for byte in content.utf8 {
        if byte == 0x0A, isCarriage { result.append(0x0D) }
        result.append(byte)
      }
      position = place.content.upperBound
    }
    return result + bytes[position...]
  }
}

/// A fence around code: at least three backquotes or tildes.
private struct Fence {
  let character: Character
  let count: Int

  init?(_ line: String) {
    guard let first = line.first, first == "`" || first == "~" else { return nil }
    count = line.prefix { $0 == first }.count
    character = first
    guard count >= 3 else { return nil }
    // Backquotes behind the fence make it code inside a line.
    if first == "`", line.dropFirst(count).contains("`") { return nil }
  }

  func isEnded(by line: String) -> Bool {
    line.count >= count && line.allSatisfy { $0 == character }
  }
}
