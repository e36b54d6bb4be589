import StateModel

/// Prints rules, in the order given, as a list, as lines of JSON, or as a Markdown page.
package struct RuleReference {
  /// The rules.
  package let rules: [Rule]

  /// The rules of all checks.
  package init(_ rules: [Rule] = Rule.all) { self.rules = rules }

  /// A line for each rule: its id, its severity, the first sentence of the reason.
  package var list: String {
    let width = rules.reduce(0) { max($0, $1.id.rawValue.utf8.count) }
    return rules.map { rule in
      let id = RuleReference.padded(rule.id.rawValue, to: width)
      let severity = RuleReference.padded(rule.severity.rawValue, to: 7)
      return "\(id)  \(severity)  \(rule.summary)\n"
    }.joined()
  }

  /// An object for each rule, one a line.
  package var objects: String {
    rules.map { rule in
      let members: [JSON.Member] = [
        .init(key: "rule", value: .string(rule.id.rawValue)),
        .init(key: "severity", value: .string(rule.severity.rawValue)),
        .init(key: "reason", value: .string(rule.reason)),
        .init(key: "fix", value: .string(rule.fix)),
        .init(key: "message", value: .string(rule.message)),
        .init(key: "bad", value: rule.bad.json), .init(key: "good", value: rule.good.json),
      ]
      return JSON.object(members).text + "\n"
    }.joined()
  }

  /// The page of all rules, in Markdown.
  package var page: String {
    var text = RuleReference.introduction
    text += "| rule | severity |\n|---|---|\n"
    for rule in rules {
      let anchor = rule.id.rawValue.utf8.filter { $0 != UInt8(ascii: "/") }
      text += "| [\(rule.id.rawValue)](#\(String(decoding: anchor, as: UTF8.self))) "
      text += "| \(rule.severity.rawValue) |\n"
    }
    for rule in rules { text += "\n## \(rule.id.rawValue)\n\n" + rule.section }
    return text
  }

  private static let introduction = """
    # The rules

    `states rules --format markdown` prints this page, and `states explain RULE` prints one rule.
    Each bad example has exactly the finding that is shown below it, and each good example has none.

    - An *error*: two engines could disagree, fail, or not compile.
    - A *warning*: the definition runs, but surely not as meant.
    - A *note*: a matter of taste.

    `"allow": { "group/name": "the reason" }` beside a declaration permits a warning or a note there.
    Errors cannot be permitted, except those of `breaking/*`.


    """

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.utf8.count))
  }
}

extension Rule {
  /// Everything about the rule, for a terminal.
  package var explanation: String {
    """
    \(severity.rawValue)[\(id.rawValue)]

    \(reason)
    \(fix)

    Bad:

    \(bad.shown(message: message))
    Good:

    \(good.shown(message: nil))
    """
  }

  /// Everything about the rule, as a part of the page.
  fileprivate var section: String {
    """
    \(RuleReference.wrapped("\(RuleReference.capitalized(severity)). \(reason) \(fix)"))

    ```
    \(bad.shown(message: message))```

    ```
    \(good.shown(message: nil))```

    """
  }
}

extension RuleReference {
  /// The text in lines of at most 160 columns.
  fileprivate static func wrapped(_ text: String) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if line.count + word.count < 160 {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n")
  }

  fileprivate static func capitalized(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "Error"
    case .warning: "Warning"
    case .note: "Note"
    }
  }
}

extension Example {
  /// Its files, each below its name, with marks and the message below the finding.
  fileprivate func shown(message: String?) -> String {
    let own = name + "\n" + Example.marked(text, range, message)
    return ([own] + beside.map { $0.path + "\n" + Example.marked($0.text, nil, nil) })
      .joined(separator: "\n")
  }

  /// The lines of a text, with the marks below the line on which the finding starts.
  private static func marked(_ whole: String, _ range: Range<Int>?, _ message: String?) -> String {
    var position = 0
    var text = ""
    for line in whole.utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      text += "  " + String(decoding: line, as: UTF8.self) + "\n"
      let end = position + line.count
      if let message, let range, range.lowerBound >= position, range.lowerBound <= end {
        let before = codePointCount(line.prefix(range.lowerBound - position))
        let within = line.dropFirst(range.lowerBound - position)
          .prefix(range.upperBound - range.lowerBound)
        let marks = max(1, codePointCount(within))
        text += String(repeating: " ", count: before + 2)
        text += String(repeating: "^", count: marks) + " " + message + "\n"
      }
      position = end + 1
    }
    return text
  }

  /// Name, text and location as one object.
  fileprivate var json: JSON {
    var members: [JSON.Member] = [
      .init(key: "file", value: .string(name)), .init(key: "text", value: .string(text)),
    ]
    if let range {
      members.append(.init(key: "start", value: .number(String(range.lowerBound))))
      members.append(.init(key: "end", value: .number(String(range.upperBound))))
    }
    if !beside.isEmpty {
      let files = beside.map { file in
        JSON.object([
          .init(key: "file", value: .string(file.path)),
          .init(key: "text", value: .string(file.text)),
        ])
      }
      members.append(.init(key: "beside", value: .array(files)))
    }
    return .object(members)
  }

  private static func codePointCount(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
  }
}
