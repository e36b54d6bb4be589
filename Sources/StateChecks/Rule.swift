package import StateModel

/// The documentation of a rule, from the files in `Rules/group/name`: `rule.md` has the reason, the
/// fix and, after `>`, the message about the bad example; `bad` and `good` hold the examples.
package struct Rule: Sendable {
  /// The stable name: `group/name`.
  package let id: RuleID
  /// Why the rule exists.
  package let reason: String
  /// How to fix a finding.
  package let fix: String
  /// The message about the bad example.
  package let message: String
  /// A file with exactly this finding, at its marks.
  package let bad: Example
  /// The same file without the mistake.
  package let good: Example

  /// How bad a finding is, unless the project configures something else.
  package var severity: Diagnostic.Severity { id.severity }

  /// All rules, in the order of the reference.
  package static let all = RuleID.allCases.map(Rule.init)

  /// The files of each rule, by paths relative to its folder.
  private static let files: [Substring: [(path: Substring, text: String)]] = Dictionary(
    grouping: RuleFiles.all.map { file in
      let parts = "\(file.path)".split(separator: "/", maxSplits: 2)
      return (id: parts.prefix(2).joined(separator: "/")[...], path: parts[2], text: "\(file.text)")
    }, by: \.id
  ).mapValues { $0.map { ($0.path, $0.text) } }

  /// Reads the files of the rule with an id; `nil` if there is none.
  package init?(named id: String) {
    guard let id = RuleID(rawValue: id) else { return nil }
    self.init(id)
  }

  /// Reads the files of a rule.
  package init(_ id: RuleID) {
    let files = Rule.files[id.rawValue[...]] ?? []
    let text = files.first { $0.path == "rule.md" }?.text ?? ""
    let paragraphs = Rule.paragraphs(text)
    self.id = id
    reason = paragraphs.first ?? ""
    fix = paragraphs.dropFirst().first ?? ""
    message = String(paragraphs.dropFirst(2).first?.dropFirst(2) ?? "")
    bad = Example(files, in: "bad/")
    good = Example(files, in: "good/")
  }

  /// The paragraphs of a Markdown text, each on one line.
  private static func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .split(whereSeparator: \.isEmpty).map { $0.joined(separator: " ") }
  }

  /// The first sentence of the reason.
  package var summary: String {
    var bytes: [UInt8] = []
    for byte in reason.utf8 {
      if byte == UInt8(ascii: " "), bytes.last == UInt8(ascii: ".") { break }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A small whole file that shows a rule, with the files that it needs.
package struct Example: Sendable {
  /// The name of the file.
  package let name: String
  /// The text of the file, without marks.
  package let text: String
  /// The location of the finding, in UTF-8 offsets of the text: between `⟦` and `⟧` in the file.
  package let range: Range<Int>?
  /// The files around it, by their paths relative to it.
  package let beside: [(path: String, text: String)]

  fileprivate init(_ files: [(path: Substring, text: String)], in folder: String) {
    let files = files.filter { $0.path.hasPrefix(folder) }
      .map { (path: $0.path.dropFirst(folder.utf8.count), text: $0.text) }
    let prefix = "beside/"
    let main = files.first { !$0.path.hasPrefix(prefix) }
    name = main.map { String($0.path) } ?? ""
    beside = files.filter { $0.path.hasPrefix(prefix) }
      .map { (String($0.path.dropFirst(prefix.utf8.count)), $0.text) }
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for scalar in (main?.text ?? "").unicodeScalars {
      if scalar == "⟦" || scalar == "⟧" {
        ends.append(bytes.count)
      } else {
        bytes += Array(String(scalar).utf8)
      }
    }
    text = String(decoding: bytes, as: UTF8.self)
    range = ends.count == 2 ? ends[0]..<ends[1] : nil
  }
}
