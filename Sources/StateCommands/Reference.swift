import StateModel

/// The reference of the format and its pages, by topics.
package enum Reference {
  /// A section of a page.
  package struct Topic: Sendable {
    /// The heading in lower case, with hyphens between its words: `errors-in-cells`.
    package let name: String
    /// The heading without its number.
    package let title: String
    /// The section as Markdown; one of the second level has those of the third level in it.
    package fileprivate(set) var text: String
    fileprivate let level: Int
  }

  /// All topics, in the order of the pages and their sections. A name that is there twice leads to the
  /// first section of the higher level.
  package static var topics: [Topic] {
    let files = ReferenceFiles.all.map { (path: "\($0.path)", text: "\($0.text)") }
    // The reference of the format precedes the other pages.
    let isFirst = { (path: String) in path == "README.md" }
    let pages = files.filter { isFirst($0.path) } + files.filter { !isFirst($0.path) }
    let all = pages.flatMap { sections(of: $0.text) }
    var best: [String: Int] = [:]
    for (index, topic) in all.enumerated() {
      if let known = best[topic.name], all[known].level <= topic.level { continue }
      best[topic.name] = index
    }
    return all.enumerated().filter { best[$1.name] == $0 }.map(\.element)
  }

  /// A list of all topics with their titles.
  package static var list: String {
    let topics = topics
    let width = topics.map(\.name.count).max() ?? 0
    let lines = topics.map { topic in
      (topic.level > 2 ? "  " : "") + topic.name
        + String(repeating: " ", count: width - topic.name.count + (topic.level > 2 ? 2 : 4))
        + topic.title
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The sections of a page in Markdown; headings in code are none.
  static func sections(of page: String) -> [Topic] {
    var topics: [Topic] = []
    var open: [Int] = []
    var isCode = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isCode.toggle() }
      let level = isCode ? 0 : line.prefix { $0 == "#" }.count
      if level > 0 { open.removeAll { topics[$0].level >= level } }
      if level == 2 || level == 3 {
        let title = title(line.dropFirst(level))
        open.append(topics.count)
        topics.append(Topic(name: name(title), title: title, text: "", level: level))
      }
      for index in open { topics[index].text += line + "\n" }
    }
    for index in topics.indices {
      while topics[index].text.hasSuffix("\n\n") { topics[index].text.removeLast() }
    }
    return topics
  }

  /// A heading without its number and backquotes.
  private static func title(_ heading: Substring) -> String {
    let words = heading.split(separator: " ")
    let hasNumber = words.first.map { $0.hasSuffix(".") && Int($0.dropLast()) != nil } ?? false
    return words.dropFirst(hasNumber ? 1 : 0).joined(separator: " ").filter { $0 != "`" }
  }

  private static func name(_ title: String) -> String {
    title.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }
}
