import CEL

extension Problem.CellFact {
  var words: Words {
    switch self {
    case .alwaysFails(let text, let error, let correct):
      Words(
        "\(Self.cell(text)) always fails: \(Self.reason(of: error.rawValue))",
        help: correct.map { "write `\($0)`" })
    case .mayFail(let text, let error, let values):
      Words("\(Self.cell(text)) can fail: \(Self.reason(of: error))", label: values)
    case .mayFailUnseen(let cells, let steps):
      Words(
        "\(cells == 1 ? "this cell" : "\(cells) cells") may fail for some data: \(ExpressionProblem.grouped(steps)) steps found no failure, and not everything was tried"
      )
    case .failsOutOfTime:
      Words("this fails after timers in an order for which no times were found")
    case .tooLarge:
      Words(
        "this is too large to be compiled: the body of a function counts at each call",
        help: "call fewer functions that call others more than once; a `let` computes a value once")
    case .tooManySteps(let steps):
      Words(
        "\(ExpressionProblem.grouped(steps)) steps whatever the data, the limit is \(ExpressionProblem.grouped(Self.limit))"
      )
    case .mayTakeTooManySteps(let steps, let lists):
      Words(
        "up to \(ExpressionProblem.grouped(steps)) steps when \(lists.isEmpty ? "lists" : lists.map { "`\($0)`" }.joined(separator: " and ")) are as large as they can be; a step may take \(ExpressionProblem.grouped(Self.limit))"
      )
    case .constantGuard(let truth, let text, let isExplored):
      Words(
        "this guard is always \(truth)\(isExplored ? " in every state that was explored" : "") (`\(text)`)",
        help: truth
          ? "remove it, or write the condition that was meant"
          : "the row never runs; write the condition that was meant")
    case .recursion(let kind, let names):
      Words(Self.recursion(kind, names))
    }
  }

  /// A cell by its text; a cell of several texts has none.
  private static func cell(_ text: String) -> String { text.isEmpty ? "this cell" : "`\(text)`" }

  private static let limit = Int(Limits.eventSteps)

  private static func recursion(_ kind: NameKind, _ names: [String]) -> String {
    if names.count <= 2, let name = names.first {
      return "\(kind.word) `\(name)` \(kind == .function ? "calls" : "uses") itself"
    }
    return "\(kind.word) " + Words.chain(names)
  }

  private static func reason(of error: String) -> String { reasons[error] ?? "with `\(error)`" }

  private static let reasons = [
    "overflow": "the result is out of range", "divideByZero": "it divides by zero",
    "missingKey": "there is no such key", "index": "there is no such index",
    "conversion": "the text or number cannot be converted",
    "range": "the time is out of range", "argument": "an argument is out of range",
    "duplicateKey": "a key is there twice", "noValue": "there is no value",
    "overload": "nothing takes these types", "pattern": "the pattern is broken",
    "budget": "it takes too many steps", "size": "the result is too large",
    "microsteps": "the step does not come to rest",
  ]
}
