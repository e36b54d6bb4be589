/// Targets of one `goTo` that exclude each other.
enum TargetStates: Check {
  static let rule = Rule("state/targets", .error)

  static func apart(
    _ first: String, at firstPlace: Diagnostic.Location, _ second: String,
    at location: Diagnostic.Location
  ) -> Diagnostic {
    finding(
      first == second
        ? "`\(first)` is a target twice"
        : "`\(first)` and `\(second)` cannot be active together", at: location,
      label: "second", notes: [Diagnostic.Note("first", at: firstPlace)])
  }
}
