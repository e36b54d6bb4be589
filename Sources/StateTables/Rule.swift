/// The documentation of a rule, from the files in `Rules/group/name`: `rule.md` has the reason, the
/// fix and, after `>`, the message about the bad example; `bad` and `good` hold the examples.
package struct Rule: Hashable, Sendable {
  /// The stable name: `group/name`.
  package let id: String
  /// How bad a finding is, unless the project configures something else.
  package let severity: Diagnostic.Severity

  /// Describes a rule; its texts are in its files.
  package init(_ id: String, _ severity: Diagnostic.Severity) {
    self.id = id
    self.severity = severity
  }

  /// Why the rule exists.
  package var reason: String { paragraphs.first ?? "" }

  /// How to fix a finding.
  package var fix: String { paragraphs.dropFirst().first ?? "" }

  /// The message about the bad example.
  package var message: String {
    String(paragraphs.dropFirst(2).first?.utf8.dropFirst(2) ?? "".utf8[...]) ?? ""
  }

  /// A file with exactly this finding, at its marks.
  package var bad: Example { Example(files, in: "bad/") }

  /// The same file without the mistake.
  package var good: Example { Example(files, in: "good/") }

  /// Its files, by their paths below its folder.
  private var files: [(path: Substring, text: String)] {
    RuleFiles.all.filter { "\($0.path)".utf8.starts(with: "\(id)/".utf8) }
      .map { ("\($0.path)".dropFirst(id.utf8.count + 1), "\($0.text)") }
  }

  private var paragraphs: [String] {
    Rule.paragraphs(files.first { $0.path == "rule.md" }?.text ?? "")
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
