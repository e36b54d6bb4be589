/// What a state of each kind has and has not.
enum InitialState: Check {
  static let rule = Rule("state/initial", .error)

  static func missing(_ state: String, at location: Diagnostic.Location) -> Diagnostic {
    finding(
      "`\(state)` has child states but no `initial`", at: location,
      help: "`\"initial\": null` says that the machine may rest in `\(state)` itself")
  }

  static func noChild(
    _ target: String, of state: String, at location: Diagnostic.Location
  ) -> Diagnostic {
    finding("`initial` of `\(state)` leads to `\(target)`, which is no child of it", at: location)
  }

  static func noChildren(_ state: String, at location: Diagnostic.Location) -> Diagnostic {
    finding("`\(state)` has an `initial` but no child states", at: location)
  }
}
