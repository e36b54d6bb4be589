/// What libFuzzer tries inputs on.
public enum FuzzTarget: String, CaseIterable, Sendable {
  case parser = "FuzzParser"
  case evaluator = "FuzzEvaluator"
  case regex = "FuzzRegex"
  case scanner = "FuzzScanner"
  case messages = "FuzzMessages"

  /// The target of this process, set before the first input.
  nonisolated(unsafe) public static var current = parser

  /// Runs the target with one input; broken UTF-8 becomes U+FFFD in a text.
  ///
  /// - Returns: Whether other inputs may be made of this one.
  public func run(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    switch self {
    case .parser: FuzzCases.parse(text)
    case .evaluator: return FuzzCases.evaluate(text)
    case .regex: FuzzCases.match(text)
    case .scanner: FuzzCases.scan(text)
    case .messages: FuzzCases.communicate(bytes)
    }
    return true
  }
}
