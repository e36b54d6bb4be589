/// What a final state has not.
enum FinalState: Check {
  static let rule = Rule("state/final", .error)

  static func row(_ state: String, at place: Diagnostic.Place) -> Diagnostic {
    finding("`\(state)` is final: it has no rows", at: place)
  }

  static func has(_ state: String, _ key: String, at place: Diagnostic.Place) -> Diagnostic {
    finding("`\(state)` is final: it has no `\(key)`", at: place)
  }
}
