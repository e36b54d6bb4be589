import CEL
package import StateChecks
import StateModel

/// Finds rules by their id, by the name after the group, or by the group.
package enum RuleSearch {
  /// The result of a search.
  package enum Result {
    case one(Rule)
    /// The rules of a group, or the rules that share a name; never empty.
    case several([Rule])
    /// No rule matches; the hint names the nearest rules.
    case unknown(hint: String)
  }

  /// The rules that a text names: `name/bare-text`, `bare-text` or `name`.
  package static func rules(named text: String) -> Result {
    if let rule = Rule(named: text) { return .one(rule) }
    let found = Rule.all.filter { !text.contains("/") && name(of: $0) == text }
    if found.count == 1 { return .one(found[0]) }
    if !found.isEmpty { return .several(found) }
    let members = Rule.all.filter { group(of: $0) == text }
    return members.isEmpty ? .unknown(hint: hint(for: text)) : .several(members)
  }

  /// One line for each rule, below a heading for each group.
  package static func list(_ rules: [Rule] = Rule.all) -> String {
    var groups: [(name: Substring, lines: [Substring])] = []
    let lines = RuleReference(rules).list.split(separator: "\n")
    for (rule, line) in zip(rules, lines) {
      let group = group(of: rule)
      if let index = groups.firstIndex(where: { $0.name == group }) {
        groups[index].lines.append(line)
      } else {
        groups.append((group, [line]))
      }
    }
    return groups.map { group in
      "\(group.name)\n" + group.lines.map { "  \($0)\n" }.joined()
    }.joined(separator: "\n")
  }

  /// A hint for a text that names no rule.
  package static func hint(for text: String) -> String {
    let bare = text.split(separator: "/").last.map(String.init) ?? text
    let isFull = text.contains("/")
    let exact = Rule.all.filter { isFull && name(of: $0) == bare }.map(\.id.rawValue)
    if !exact.isEmpty { return suggestion(exact) }
    let byID = Suggestion(for: text, among: Rule.all.map(\.id.rawValue)).nearest
    if !byID.isEmpty { return suggestion(byID) }
    let names = Suggestion(for: bare, among: uniqueNames).nearest
    let byName = Rule.all.filter { names.contains(String(name(of: $0))) }.map(\.id.rawValue)
    return byName.isEmpty ? "`states explain` lists all rules" : suggestion(byName)
  }

  private static var uniqueNames: [String] {
    var names: [String] = []
    for rule in Rule.all where !names.contains(String(name(of: rule))) {
      names.append(String(name(of: rule)))
    }
    return names
  }

  private static func suggestion(_ ids: [String]) -> String {
    "did you mean " + ids.prefix(3).map { "`\($0)`" }.joined(separator: " or ") + "?"
  }

  private static func group(of rule: Rule) -> Substring { rule.id.rawValue.prefix { $0 != "/" } }

  private static func name(of rule: Rule) -> Substring {
    rule.id.rawValue.drop { $0 != "/" }.dropFirst()
  }
}
