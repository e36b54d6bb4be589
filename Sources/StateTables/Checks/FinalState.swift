/// What a final state has not.
enum FinalState: Check {
  static let rule = Rule("state/final", .error)

  static func row(_ state: String, at location: Diagnostic.Location) -> Diagnostic {
    finding("`\(state)` is final: it has no rows", at: location)
  }

  static func has(_ state: String, _ key: String, at location: Diagnostic.Location) -> Diagnostic {
    finding("`\(state)` is final: it has no `\(key)`", at: location)
  }
}
