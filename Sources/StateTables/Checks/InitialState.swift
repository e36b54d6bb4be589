/// What a state of each kind has and has not.
enum InitialState: Check {
  static let rule = Rule("state/initial", .error)

  static func missing(_ state: String, at place: Diagnostic.Place) -> Diagnostic {
    finding(
      "`\(state)` has child states but no `initial`", at: place,
      help: "`\"initial\": null` says that the machine may rest in `\(state)` itself")
  }

  static func noChild(
    _ target: String, of state: String, at place: Diagnostic.Place
  ) -> Diagnostic {
    finding("`initial` of `\(state)` leads to `\(target)`, which is no child of it", at: place)
  }

  static func noChildren(_ state: String, at place: Diagnostic.Place) -> Diagnostic {
    finding("`\(state)` has an `initial` but no child states", at: place)
  }
}
