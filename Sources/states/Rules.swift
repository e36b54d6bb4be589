import ArgumentParser
import CEL
import StateCommands
import StateTables

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
    abstract: "Explains a rule: why it is one, how it is put right, a bad and a good example.")

  @Argument(
    help: "The rule, as it stands in brackets behind a finding: name/unknown.",
    completion: .list(AllChecks.list.map { $0.rule.id }))
  var rule: String

  func validate() throws { try Self.requireRule(rule) }

  func run() {
    Console.write(AllChecks.rule(named: rule)?.explanation ?? "")
  }

  /// Throws a usage error if an argument is not the id of a rule.
  static func requireRule(_ id: String) throws {
    guard AllChecks.rule(named: id) == nil else { return }
    let hint = Suggestion(for: id, among: AllChecks.rules.map(\.id)).text ?? ""
    throw ValidationError("no rule is called `\(id)`; \(hint)")
  }
}
