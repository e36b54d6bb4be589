/// A cell that fails for some data.
package enum MayFail: Check {
  package static let rule = Rule("expr/may-fail", .warning)

  /// - Parameters:
  ///   - text: The cell, or the part of it that fails.
  ///   - error: The id of the error: `index`.
  ///   - location: Where it stands.
  ///   - label: The values with which it fails.
  ///   - trace: How it comes to that.
  /// - Returns: The finding.
  package static func fails(
    _ text: String, _ error: String, at location: Diagnostic.Location, label: String?, trace: String
  ) -> Diagnostic {
    finding(
      "`\(text)` can fail: \(words[error] ?? "with `\(error)`")", at: location, label: label,
      notes: [.init(trace)])
  }

  private static let words = [
    "overflow": "the result is out of range", "divideByZero": "it divides by zero",
    "missingKey": "there is no such key", "index": "there is no such index",
    "conversion": "the text or number cannot be converted",
    "range": "the time is out of range", "argument": "an argument is out of range",
    "duplicateKey": "a key is there twice", "noValue": "there is no value",
    "overload": "nothing takes these types", "pattern": "the pattern is broken",
    "budget": "it takes too many steps", "size": "the result is too large",
  ]
}
