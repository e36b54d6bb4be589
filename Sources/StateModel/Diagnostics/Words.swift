import CEL

/// The words of a diagnostic: the message, the text behind the caret, and the help.
public struct Words: Hashable, Sendable {
  /// The problem: lower case, code in backquotes, no full stop.
  public let message: String
  /// The text behind the caret, where there is something to add.
  public let label: String?
  /// How to fix it, where that is known.
  public let help: String?

  /// Whether the label offers names that are near.
  let offersName: Bool

  init(
    _ message: String, label: String? = nil, help: String? = nil, offersName: Bool = false
  ) {
    self.message = message
    self.label = label
    self.help = help
    self.offersName = offersName
  }

  /// A message whose label offers near names, or lists those that exist.
  init(_ message: String, offering suggestion: Suggestion) {
    self.init(message, label: suggestion.text, offersName: !suggestion.nearest.isEmpty)
  }

  /// `` `a`, `b` and `c` ``.
  static func list(_ names: [String], last: String = " and ") -> String {
    ExpressionProblem.names(names, last: last)
  }

  /// `` `phone: string` and `code: string` ``.
  static func list(_ fields: [Problem.Field]) -> String {
    ExpressionProblem.names(fields.map { "\($0.name): \($0.type)" })
  }

  /// `` `a` -> … -> `b` ``.
  static func chain(_ names: [String]) -> String {
    names.map { $0 == "…" ? $0 : "`\($0)`" }.joined(separator: " -> ")
  }

  /// `U+0009`.
  static func codePoint(_ value: UInt32) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - text.utf8.count)) + text
  }

  /// `0x0A`.
  static func hexadecimal(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16, uppercase: true)
    return "0x" + (text.utf8.count == 1 ? "0" : "") + text
  }

  /// What to do with a character that is no plain one: `` write `,` ``.
  static func replacement(_ plain: String) -> String {
    if plain.isEmpty { return "remove it" }
    return plain == " " ? "write a plain space" : "write `\(plain)`"
  }

  /// `a -> b`; `again` without targets.
  static func transition(from state: String, to targets: [String]) -> String {
    targets.isEmpty ? "again" : "\(state) -> \(targets.joined(separator: ", "))"
  }
}

extension Problem {
  /// The words of the problem. Only `DiagnosticRenderer` calls it.
  var words: Words {
    switch self {
    case .json(let problem): problem.words
    case .file(let problem): problem.words
    case .shape(let problem): problem.words
    case .expression(let problem):
      Words(
        problem.words.message, label: problem.words.label, help: problem.words.help,
        offersName: problem.words.offersName)
    case .name(let problem): problem.words
    case .type(let problem): problem.words
    case .cell(let problem): problem.words
    case .row(let problem): problem.words
    case .declaration(let problem): problem.words
    case .state(let problem): problem.words
    case .invariant(let problem): problem.words
    case .spec(let problem): problem.words
    case .allowance(let problem): problem.words
    case .product(let problem): problem.words
    case .setting(let problem): problem.words
    case .change(let change): change.words
    case .text(_, let message, let label, let help): Words(message, label: label, help: help)
    }
  }
}
