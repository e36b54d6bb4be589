import ArgumentParser
import StateChecks
import StateCommands
import StateModel

/// The output formats of rules.
enum RuleFormat: String, OptionChoice {
  case text, json, markdown
}

/// `states rules`.
struct Rules: ParsableCommand {
  static let configuration = CommandConfiguration(
    "rules", abstract: "Lists the rules for definitions.")

  @Option(help: "A list, one object a line, or a page about all rules.")
  var format = RuleFormat.text

  func run() {
    let reference = RuleReference()
    switch format {
    case .text: Console.write(reference.list)
    case .json: Console.write(reference.objects)
    case .markdown: Console.write(reference.page)
    }
  }
}

/// `states explain`.
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    "explain",
    abstract: "Explains a rule with its reason, the fix, a bad and a good example.")

  @Argument(
    help: "The rule in brackets after a finding: name/bare-text, or bare-text. (default: all)",
    completion: .list(RuleID.allCases.map(\.rawValue)))
  var rule: String?

  func validate() throws {
    if let rule, case .unknown(let hint) = RuleSearch.rules(named: rule) {
      throw Self.unknownRule(rule, hint)
    }
  }

  func run() {
    switch rule.map(RuleSearch.rules) {
    case nil: Console.write(RuleSearch.list())
    case .one(let rule): Console.write(rule.explanation)
    case .several(let rules): Console.write(RuleSearch.list(rules))
    case .unknown: break
    }
  }

  /// Throws a usage error if an argument is not the id of a rule.
  static func requireRule(_ id: String) throws {
    if RuleID(rawValue: id) == nil { throw unknownRule(id, RuleSearch.hint(for: id)) }
  }

  private static func unknownRule(_ text: String, _ hint: String) -> ValidationError {
    ValidationError("no rule is named `\(text)`; \(hint)")
  }
}
