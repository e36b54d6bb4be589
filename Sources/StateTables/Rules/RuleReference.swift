/// All rules as texts: a list, one object a line, a page. Deterministic; in the order given.
package struct RuleReference {
  /// The rules.
  package let rules: [Rule]

  /// The rules of all checks.
  package init(_ rules: [Rule] = AllChecks.rules) { self.rules = rules }

  /// A line for each rule: its id, how bad it is, the first sentence of the reason.
  package var list: String {
    let width = rules.reduce(0) { max($0, $1.id.utf8.count) }
    return rules.map { rule in
      let id = RuleReference.padded(rule.id, to: width)
      let severity = RuleReference.padded(rule.severity.rawValue, to: 7)
      return "\(id)  \(severity)  \(rule.gist)\n"
    }.joined()
  }

  /// An object for each rule, one a line.
  package var objects: String {
    rules.map { rule in
      let members: [JSON.Member] = [
        .init(key: "rule", value: .string(rule.id)),
        .init(key: "severity", value: .string(rule.severity.rawValue)),
        .init(key: "reason", value: .string(rule.reason)),
        .init(key: "fix", value: .string(rule.fix)),
        .init(key: "says", value: .string(rule.says)),
        .init(key: "bad", value: rule.bad.json), .init(key: "good", value: rule.good.json),
      ]
      return JSON.object(members).text + "\n"
    }.joined()
  }

  /// The page of all rules, in Markdown.
  package var page: String {
    var text = RuleReference.introduction
    text += "| rule | finding | in a sentence |\n|---|---|---|\n"
    for rule in rules {
      let anchor = rule.id.utf8.filter { $0 != UInt8(ascii: "/") }
      text += "| [\(rule.id)](#\(String(decoding: anchor, as: UTF8.self))) "
      text += "| \(rule.severity.rawValue) | \(rule.gist) |\n"
    }
    for rule in rules { text += "\n## \(rule.id)\n\n" + rule.section }
    return text
  }

  private static let introduction = """
    # The rules

    Every check of `states validate`, printed from the tables that the checks themselves use \
    (`states rules --format markdown`); a test holds this page against them. Each bad example has \
    exactly the finding that stands below it, each good one none. `states explain RULE` prints one.

    An *error* means that two engines could disagree, fail or not compile; a *warning*, that it \
    runs, but surely not as meant; a *note* is a matter of taste. Warnings and notes are permitted \
    where they stand by `"allow": { "group/name": "the reason" }`; errors are not.


    """

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.utf8.count))
  }
}

extension Rule {
  /// The first sentence of the reason.
  fileprivate var gist: String {
    var bytes: [UInt8] = []
    for byte in reason.utf8 {
      if byte == UInt8(ascii: " "), bytes.last == UInt8(ascii: ".") { break }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Everything about the rule, for a terminal.
  package var explanation: String {
    """
    \(severity.rawValue)[\(id)]

    \(reason)
    \(fix)

    Bad:

    \(bad.shown(says: says))
    Good:

    \(good.shown(says: nil))
    """
  }

  /// Everything about the rule, as a part of the page.
  fileprivate var section: String {
    """
    \(RuleReference.capitalized(severity)). \(reason) \(fix)

    ```
    \(bad.shown(says: says))```

    ```
    \(good.shown(says: nil))```

    """
  }
}

extension RuleReference {
  fileprivate static func capitalized(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "Error"
    case .warning: "Warning"
    case .note: "Note"
    }
  }
}

extension Example {
  /// Its files, each below its name, with marks and words under what a finding is about.
  fileprivate func shown(says words: String?) -> String {
    let own = name + "\n" + marked(words)
    return ([own] + beside.map { $0.name + "\n" + $0.marked(nil) }).joined(separator: "\n")
  }

  /// The lines of the text; the marks stand below the line on which the finding starts.
  private func marked(_ words: String?) -> String {
    var position = 0
    var text = ""
    for line in self.text.utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      text += "  " + String(decoding: line, as: UTF8.self) + "\n"
      let end = position + line.count
      if let words, let range, range.lowerBound >= position, range.lowerBound <= end {
        let before = CodePoints.count(in: line.prefix(range.lowerBound - position))
        let within = line.dropFirst(range.lowerBound - position)
          .prefix(range.upperBound - range.lowerBound)
        let marks = max(1, CodePoints.count(in: within))
        text += String(repeating: " ", count: before + 2)
        text += String(repeating: "^", count: marks) + " " + words + "\n"
      }
      position = end + 1
    }
    return text
  }

  /// Name, text and place as one object.
  fileprivate var json: JSON {
    var members: [JSON.Member] = [
      .init(key: "file", value: .string(name)), .init(key: "text", value: .string(text)),
    ]
    if let range {
      members.append(.init(key: "start", value: .number(String(range.lowerBound))))
      members.append(.init(key: "end", value: .number(String(range.upperBound))))
    }
    if !beside.isEmpty { members.append(.init(key: "beside", value: .array(beside.map(\.json)))) }
    return .object(members)
  }
}

/// Code points of UTF-8.
private enum CodePoints {
  static func count(in bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
  }
}
