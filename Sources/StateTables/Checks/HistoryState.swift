/// What a history needs.
enum HistoryState: Check {
  static let rule = Rule("state/history", .error)

  static func needsDefault(_ state: String, at place: Diagnostic.Place) -> Diagnostic {
    finding("the history `\(state)` has no `default` for the first time", at: place)
  }

  static func has(_ state: String, _ key: String, at place: Diagnostic.Place) -> Diagnostic {
    finding("`\(state)` is a history: it is never active and has no `\(key)`", at: place)
  }

  static func row(_ state: String, at place: Diagnostic.Place) -> Diagnostic {
    finding("`\(state)` is a history: it is never active, so this is never used", at: place)
  }

  static func strayDefault(_ state: String, at place: Diagnostic.Place) -> Diagnostic {
    finding("`\(state)` has a `default`, but is no history", at: place)
  }

  static func outside(
    _ target: String, of parent: String, at place: Diagnostic.Place
  ) -> Diagnostic {
    finding("the `default` leads to `\(target)`, which does not lie in `\(parent)`", at: place)
  }
}
