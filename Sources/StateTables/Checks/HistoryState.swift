/// What a history needs.
enum HistoryState: Check {
  static let rule = Rule("state/history", .error)

  static func needsDefault(_ state: String, at location: Diagnostic.Location) -> Diagnostic {
    finding("the history `\(state)` has no `default` for the first time", at: location)
  }

  static func has(_ state: String, _ key: String, at location: Diagnostic.Location) -> Diagnostic {
    finding("`\(state)` is a history: it is never active and has no `\(key)`", at: location)
  }

  static func row(_ state: String, at location: Diagnostic.Location) -> Diagnostic {
    finding("`\(state)` is a history: it is never active, so this is never used", at: location)
  }

  static func strayDefault(_ state: String, at location: Diagnostic.Location) -> Diagnostic {
    finding("`\(state)` has a `default`, but is no history", at: location)
  }

  static func outside(
    _ target: String, of parent: String, at location: Diagnostic.Location
  ) -> Diagnostic {
    finding("the `default` leads to `\(target)`, which does not lie in `\(parent)`", at: location)
  }
}
