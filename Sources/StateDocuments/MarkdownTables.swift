import Graphs

extension Table {
  /// The table in GitHub's Markdown.
  package var markdown: String {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
    return line(head) + line(head.map { _ in "---" })
      + rows.map { line($0.cells.map(\.markdown)) }.joined()
  }
}

extension Passage {
  /// The passage in Markdown, also for use in a table.
  package var markdown: String {
    pieces.map { piece in
      switch piece {
      case .words(let text): Markdown.plain(text)
      case .code(let text): Markdown.code(text)
      case .lineBreak: "<br>"
      }
    }.joined()
  }
}

extension Story {
  /// The story as a list in Markdown; a chapter is nested below the one that it continues.
  package var markdown: String { lines(start, depth: 0).joined(separator: "\n") + "\n" }

  private func lines(_ chapter: Chapter, depth: Int) -> [String] {
    let name = chapter.name.isEmpty ? "at the start" : chapter.name
    var text = "**\(Markdown.plain(name))**"
    let happenings = Passage.joined(chapter.happenings).markdown
    let expectations = Passage.joined(chapter.expectations).markdown
    if !happenings.isEmpty { text += ": when \(happenings)" }
    if !expectations.isEmpty {
      text += happenings.isEmpty ? ": \(expectations)" : ", then \(expectations)"
    }
    return [String(repeating: "  ", count: depth) + "- " + text]
      + chapter.chapters.flatMap { lines($0, depth: depth + 1) }
  }
}
