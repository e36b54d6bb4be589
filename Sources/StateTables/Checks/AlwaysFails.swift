import CEL

/// A part of a cell that fails whatever the data.
enum AlwaysFails: Check {
  static let rule = Rule("expr/always-fails", .error)

  static func always(
    _ text: String, _ error: EvaluationError, at location: Diagnostic.Location
  ) -> Diagnostic {
    finding("`\(text)` always fails: \(words(for: error.id))", at: location)
  }

  private static func words(for id: EvaluationError.ID) -> String {
    switch id {
    case .overflow: "the result is out of range"
    case .divideByZero: "it divides by zero"
    case .missingKey: "there is no such key"
    case .index: "there is no such index"
    case .conversion: "the text or number cannot be converted"
    case .range: "the time is out of range"
    case .argument: "an argument is out of range"
    case .duplicateKey: "a key is there twice"
    case .noValue: "there is no value"
    case .overload: "nothing takes these types"
    case .pattern: "the pattern is broken"
    case .budget: "it takes too many steps"
    case .size: "the result is too large"
    }
  }
}
