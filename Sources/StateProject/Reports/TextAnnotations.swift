import StateFiles
import StateModel

/// Diagnostics for a person at a terminal: message, location, source line, marks, notes and help.
struct TextAnnotations {
  /// Whether colours may be used; they never carry meaning alone.
  let isColored: Bool
  let renderer: DiagnosticRenderer

  /// All diagnostics of a file, an empty line between two.
  func text(_ findings: FileFindings) -> String {
    var blocks = findings.diagnostics.prefix(FileLimits.diagnostics).map { block($0, findings) }
    let rest = findings.mistakeCount(after: blocks.count)
    if rest > 0 { blocks.append("\(DisplayText.safe(findings.path)): and \(rest) more\n") }
    return blocks.joined(separator: "\n")
  }

  /// A part of a line with its label.
  private struct Mark {
    let range: Range<Int>
    let line: Int
    let isPrimary: Bool
    let label: String?
  }

  private func block(_ diagnostic: Diagnostic, _ findings: FileFindings) -> String {
    let here = findings.located(diagnostic.location)
    var marks = [mark(diagnostic.location, renderer.label(diagnostic), here.map, isPrimary: true)]
    var elsewhere: [Diagnostic.Note] = []
    var remarks: [String] = []
    for note in diagnostic.notes {
      if let location = note.location, !note.isMention {
        if findings.located(location).path == here.path {
          marks.append(mark(location, renderer.message(note), here.map, isPrimary: false))
        } else {
          elsewhere.append(note)
        }
      } else {
        remarks.append("note: " + remark(note, findings))
      }
    }
    if let help = renderer.help(diagnostic) {
      // The finding about the canonical form names the command itself.
      let isFixable = diagnostic.fix?.isSafe == true && diagnostic.rule != .styleFormat
      remarks.append("help: \(help)" + (isFixable ? "  [safe fix: states validate --fix]" : ""))
    }
    let lines = elsewhere.compactMap { note in
      note.location.map { findings.located($0).map.start(of: $0).line }
    }
    let gutter = String((marks.map(\.line) + lines).max() ?? 1).utf8.count
    let position = here.map.position(of: marks[0].range.lowerBound)
    let margin = String(repeating: " ", count: gutter)
    var text = header(diagnostic) + "\n"
    text += "\(margin)--> \(DisplayText.safe(here.path)):\(position.line):\(position.column)\n"
    text += excerpt(marks, here.map, gutter: gutter, diagnostic.severity)
    for note in elsewhere {
      guard let location = note.location else { continue }
      let there = findings.located(location)
      let start = there.map.start(of: location)
      text += "\(margin)::: \(DisplayText.safe(there.path)):\(start.line):\(start.column)\n"
      text += excerpt(
        [mark(location, renderer.message(note), there.map, isPrimary: false)], there.map,
        gutter: gutter,
        diagnostic.severity)
    }
    for remark in remarks { text += "\(margin) = \(DisplayText.safe(remark))\n" }
    return text
  }

  private func header(_ diagnostic: Diagnostic) -> String {
    let severity = paint(
      "\(diagnostic.severity.rawValue)[\(diagnostic.rule.rawValue)]", diagnostic.severity)
    return "\(severity): \(DisplayText.safe(renderer.message(diagnostic)))"
  }

  private func remark(_ note: Diagnostic.Note, _ findings: FileFindings) -> String {
    guard let location = note.location else { return renderer.message(note) }
    let there = findings.located(location)
    let start = there.map.start(of: location)
    return "\(renderer.message(note)) at \(there.path):\(start.line):\(start.column)"
  }

  private func mark(
    _ location: Diagnostic.Location, _ label: String?, _ map: SourceMap, isPrimary: Bool
  ) -> Mark {
    let range = map.range(of: location)
    let line = map.position(of: range.lowerBound).line
    return Mark(range: range, line: line, isPrimary: isPrimary, label: label)
  }

  /// The marked lines in the order of the file, each followed by its marks.
  private func excerpt(
    _ marks: [Mark], _ map: SourceMap, gutter: Int, _ severity: Diagnostic.Severity
  ) -> String {
    guard !map.bytes.isEmpty else { return "" }
    var text = ""
    for line in Set(marks.map(\.line)).sorted() {
      let here = marks.filter { $0.line == line }
      guard let first = here.first else { continue }
      let window = Window(map.bytes, map.line(line), around: first.range)
      let number = String(line)
      let margin = String(repeating: " ", count: gutter - min(gutter, number.utf8.count))
      text += "\(margin)\(number) | \(window.text)\n"
      for mark in here {
        let marked = window.marks(mark.range, with: mark.isPrimary ? "^" : "-")
        let label = mark.label.map { " " + DisplayText.safe($0) } ?? ""
        let empty = String(repeating: " ", count: gutter)
        text += "\(empty) | \(marked.padding)"
        text += mark.isPrimary ? paint(marked.line + label, severity) : marked.line + label
        text += "\n"
      }
    }
    return text
  }

  private func paint(_ text: String, _ severity: Diagnostic.Severity) -> String {
    guard isColored else { return text }
    let color =
      switch severity {
      case .error: "31"
      case .warning: "33"
      case .note: "36"
      }
    return "\u{1B}[1;\(color)m\(text)\u{1B}[0m"
  }
}

/// The part of a line that is shown: all of it, or 160 columns around the marks.
private struct Window {
  private let characters: ArraySlice<DisplayText.Character>
  private let isCutBefore: Bool
  private let isCutAfter: Bool

  /// How many bytes on each side of a mark are looked at: a file may be one line.
  private static let reach = 1 << 11

  init(_ bytes: [UInt8], _ wholeLine: Range<Int>, around range: Range<Int>) {
    let near = Window.near(range, bytes, wholeLine)
    let line = DisplayText(bytes, in: near)
    let all = line.characters
    let isWhole = near == wholeLine
    guard line.width > FileLimits.columns || !isWhole else {
      characters = all[...]
      isCutBefore = false
      isCutAfter = false
      return
    }
    let marked = all.firstIndex { $0.range.upperBound > range.lowerBound } ?? all.count
    var first = 0
    // The text before the mark is shown up to a third of the width, unless all of it fits.
    if all[..<marked].reduce(0, { $0 + $1.width }) > FileLimits.columns * 2 / 3 {
      var room = FileLimits.columns / 3
      first = marked
      while first > 0, room > 0 {
        first -= 1
        room -= all[first].width
      }
    }
    var end = first
    var room = FileLimits.columns - 2
    while end < all.count, room >= all[end].width {
      room -= all[end].width
      end += 1
    }
    characters = all[first..<end]
    isCutBefore = first > 0 || near.lowerBound > wholeLine.lowerBound
    isCutAfter = end < all.count || near.upperBound < wholeLine.upperBound
  }

  /// The part of a line near a mark, in whole characters.
  private static func near(
    _ range: Range<Int>, _ bytes: [UInt8], _ line: Range<Int>
  ) -> Range<Int> {
    let start = min(max(range.lowerBound, line.lowerBound), line.upperBound)
    var lower = max(line.lowerBound, start - reach)
    var upper = min(line.upperBound, start + reach)
    func isInside(_ offset: Int) -> Bool {
      bytes.indices.contains(offset) && bytes[offset] & 0xC0 == 0x80
    }
    while lower > line.lowerBound, lower < start, isInside(lower) { lower += 1 }
    while upper < line.upperBound, upper > start, isInside(upper) { upper -= 1 }
    return lower..<upper
  }

  var text: String {
    (isCutBefore ? "…" : "") + characters.map(\.shown).joined() + (isCutAfter ? "…" : "")
  }

  /// The space before a mark, tabs copied, and the mark itself: at least one column.
  func marks(_ range: Range<Int>, with sign: String) -> (padding: String, line: String) {
    var padding = isCutBefore ? " " : ""
    var width = 0
    for character in characters {
      if character.range.upperBound <= range.lowerBound {
        padding += character.isTab ? "\t" : String(repeating: " ", count: character.width)
      } else if character.range.lowerBound < range.upperBound {
        width += character.width
      }
    }
    return (padding, String(repeating: sign, count: max(1, width)))
  }
}
