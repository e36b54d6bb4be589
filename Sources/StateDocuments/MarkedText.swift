package import StateModel

/// A Markdown file with marked sections that are filled from definitions:
///
///     <!-- states: Definitions/Coin.state.json diagram rows -->
///     the content here is written by `states docs`
///     <!-- /states -->
///
/// Each mark is alone on its line; marks inside fenced code are text.
package struct MarkedText: Sendable {
  /// A kind of content for a section.
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

    /// The words for all parts.
    package static let words =
      ["diagram", "flow", "mermaid", "tables", "spec"] + Category.allCases.map(\.rawValue)
  }

  /// A marked section.
  package struct Section: Sendable {
    /// The path of the definition, relative to the file.
    package var path: String
    package var parts: [Part]
    /// The range of the opening mark in bytes.
    package var mark: Range<Int>
    /// The range to replace in bytes: whole lines.
    package var content: Range<Int>
  }

  package let bytes: [UInt8]
  package private(set) var sections: [Section] = []
  /// The errors in marks.
  package private(set) var diagnostics: [Diagnostic] = []

  private static let opening = "<!-- states:"
  private static let closing = "<!-- /states -->"

  /// Finds the marks.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var fence: Fence?
    var open: Section?
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      let line = MarkedText.trimmed(bytes[start..<end])
      if let current = open {
        if line == MarkedText.closing {
          sections.append(MarkedText.ended(current, at: start))
          open = nil
        } else if line.hasPrefix(MarkedText.opening) {
          complain(
            "this mark is not closed before the next one", current.mark,
            help: "end it with \(MarkedText.closing)")
          open = section(line, start, end)
        }
      } else if let inside = fence {
        if inside.isEnded(by: line) { fence = nil }
      } else if let begun = Fence(line) {
        fence = begun
      } else if line == MarkedText.closing {
        complain("no section begins here", start..<end)
      } else if line.hasPrefix(MarkedText.opening) {
        open = section(line, start, end)
      }
      start = end + 1
    }
    if let open {
      complain(
        "this mark is not closed", open.mark, help: "end it with \(MarkedText.closing)")
    }
  }

  private static func ended(_ section: Section, at end: Int) -> Section {
    var section = section
    section.content = section.content.lowerBound..<max(section.content.lowerBound, end)
    return section
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0D]
    let rest = bytes.drop(while: blanks.contains)
    guard let last = rest.lastIndex(where: { !blanks.contains($0) }) else { return "" }
    return String(decoding: rest[...last], as: UTF8.self)
  }

  private mutating func section(_ line: String, _ start: Int, _ end: Int) -> Section? {
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
    return Section(path: path, parts: parts, mark: start..<end, content: after..<after)
  }

  private mutating func complain(_ message: String, _ range: Range<Int>, help: String? = nil) {
    diagnostics.append(
      Diagnostic(.product(.mark(message, help: help)), at: .init("", fileRange: range)))
  }

  /// Returns the file with new contents of its sections, in the line endings of the marks; `nil`
  /// leaves a section unchanged.
  package func filled(_ contents: [String?]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for (section, content) in zip(sections, contents) {
      guard let content else { continue }
      result += bytes[position..<section.content.lowerBound]
      let isCarriage = section.mark.upperBound > 0 && bytes[section.mark.upperBound - 1] == 0x0D
      for byte in content.utf8 {
        if byte == 0x0A, isCarriage { result.append(0x0D) }
        result.append(byte)
      }
      position = section.content.upperBound
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
    // Backquotes after the fence make it inline code.
    if first == "`", line.dropFirst(count).contains("`") { return nil }
  }

  func isEnded(by line: String) -> Bool {
    line.count >= count && line.allSatisfy { $0 == character }
  }
}
