/// What is known about a check apart from its findings: `states explain`, `states rules` and the
/// page of all rules are printed from it.
package struct Rule: Hashable, Sendable {
  /// The stable name: `group/name`.
  package let id: String
  /// How bad a finding is, if the project does not say otherwise.
  package let severity: Diagnostic.Severity
  /// Why it matters, in a sentence or two.
  package let reason: String
  /// How it is put right, in a sentence or two.
  package let fix: String
  /// What is said about the bad example.
  package let says: String
  /// What has exactly this finding, where its marks stand.
  package let bad: Example
  /// The same put right.
  package let good: Example

  /// Describes a check.
  package init(
    _ id: String, _ severity: Diagnostic.Severity, reason: String, fix: String, says: String,
    bad: Example, good: Example
  ) {
    self.id = id
    self.severity = severity
    self.reason = reason
    self.fix = fix
    self.says = says
    self.bad = bad
    self.good = good
  }
}

/// A small whole file that shows a check, with the files that it needs.
///
/// All rules are made at every start and few examples are ever read: so what follows from the text
/// is found when it is asked for.
package struct Example: Hashable, Sendable {
  private let marked: String
  private let givenName: String?
  /// The files around it.
  package let beside: [Example]
  /// Whether the finding is about the folder with all of them.
  package private(set) var isFolder: Bool

  /// Makes an example of a text that holds the place of its finding between `⟦` and `⟧`.
  package init(
    _ marked: String, name: String? = nil, beside: [Example] = [], isFolder: Bool = false
  ) {
    self.marked = marked
    givenName = name
    self.beside = beside
    self.isFolder = isFolder
  }

  /// The file's text, without marks.
  package var text: String { unmarked.text }

  /// Where the finding stands, in UTF-8 offsets of the text: what the marks enclose.
  package var range: Range<Int>? {
    let ends = unmarked.ends
    return ends.count == 2 ? ends[0]..<ends[1] : nil
  }

  /// The file's name: what follows from what it says, unless it is given.
  package var name: String { givenName ?? Example.name(of: text) }

  private var unmarked: (text: String, ends: [Int]) {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for scalar in marked.unicodeScalars {
      if scalar == "⟦" || scalar == "⟧" {
        ends.append(bytes.count)
      } else {
        bytes += Array(String(scalar).utf8)
      }
    }
    return (String(decoding: bytes, as: UTF8.self), ends)
  }

  /// The same with a finding about the folder that holds it.
  package var asFolder: Example {
    var folder = self
    folder.isFolder = true
    return folder
  }

  /// `Coin.state.json` for what begins with `{ "state": "Coin"`.
  private static func name(of text: String) -> String {
    let words = text.utf8.split(separator: UInt8(ascii: "\""), maxSplits: 4)
    guard words.count > 3, let name = String(words[3]) else { return "Our.types.json" }
    switch String(words[1]) {
    case "state": return name + ".state.json"
    case "spec": return name + ".spec.json"
    default: return "Our.types.json"
    }
  }
}

extension Example: ExpressibleByStringLiteral {
  package init(stringLiteral marked: String) { self.init(marked) }
}
